package main

import (
	"context"
	"log/slog"

	"consigne/internal/adapter/field"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/places/controller"
	"consigne/internal/server/jobs"
)

// checkField parses the broker's address. It returns nil if none is configured.
func (s settings) checkField() (*field.Broker, error) {
	if s.MQTTURL == "" {
		return nil, nil
	}
	broker, err := field.ParseBroker(s.MQTTURL)
	if err != nil {
		return nil, wrong("CONSIGNE_MQTT_URL", err.Error())
	}
	return &broker, nil
}

// controllersShown returns the service from which screens show controllers, or nil without a broker: nobody would
// hear the controllers, and what is stored of them would be out of date.
func (p parts) controllersShown() *controller.Service {
	if p.config.broker == nil {
		return nil
	}
	return p.controllers
}

// fieldJobs returns the jobs that connect the node to the controllers, if a broker is configured.
func (p parts) fieldJobs(runner *queue.Runner, log *slog.Logger) []func(ctx context.Context) {
	if p.config.broker == nil {
		return nil
	}
	link := field.New(*p.config.broker, p.openings, p.controllers, log)
	p.watched.Gauge("consigne_field_connected", "Whether the node hears the controllers through the broker.", func() float64 {
		if link.Connected() {
			return 1
		}
		return 0
	})
	return []func(ctx context.Context){
		link.Run,
		func(ctx context.Context) { jobs.MarkSilences(ctx, runner, p.controllers, link, log) },
	}
}
