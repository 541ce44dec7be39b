package main

import "consigne/internal/adapter/field"

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
