package app

import (
	"context"

	"consigne/internal/adapter/field"
	"consigne/internal/server/jobs"
)

// Jobs returns the background jobs of the node. Each runs until its context ends.
func (a *App) Jobs() []func(context.Context) {
	log, store := a.jobLog(), a.config.Store
	collector, replayer := a.Collector(), a.Replayer()
	return append(a.fieldJobs(), []func(context.Context){
		collector.Run,
		collector.RunAsking,
		collector.RunTerms,
		replayer.Run,
		replayer.RunRefunds,
		a.Live.Run,
		a.Mailer().Run,
		a.Notifier().Run,
		func(ctx context.Context) { jobs.Sweep(ctx, a.Sweeper, log) },
		func(ctx context.Context) { jobs.Wipe(ctx, a.Sweeper, log) },
		func(ctx context.Context) { jobs.CutLog(ctx, store, log) },
		func(ctx context.Context) { jobs.FlagPassedLimits(ctx, a.Runner, a.Stays, log) },
		func(ctx context.Context) { jobs.WarnOfRenewals(ctx, a.Subscriptions, log) },
		func(ctx context.Context) { jobs.ServeWaiting(ctx, a.Runner, a.Waiting, log) },
		func(ctx context.Context) { jobs.FoldRollups(ctx, store.Rollups, log) },
		func(ctx context.Context) { jobs.BeginLedgers(ctx, a.Beginnings, log) },
		func(ctx context.Context) { jobs.Bookkeep(ctx, a.Ledger, log) },
		func(ctx context.Context) { jobs.SealDays(ctx, a.Ledger, log) },
		func(ctx context.Context) { jobs.AddUpStatements(ctx, a.Statements, log) },
		func(ctx context.Context) { jobs.Reconcile(ctx, a.Reconciliation, log) },
		func(ctx context.Context) { jobs.MakeBlocks(ctx, store.Rollups, log) },
		func(ctx context.Context) { jobs.TidyWork(ctx, a.Runner, log) },
		func(ctx context.Context) { jobs.Retain(ctx, a.Runner, a.Retention, log) },
	}...)
}

// jobLog returns where the jobs report.
func (a *App) jobLog() jobs.Log { return jobs.Log{Logger: a.config.Log, Metrics: a.config.Metrics} }

// Mailer returns the job that sends mails.
func (a *App) Mailer() *jobs.Mailer {
	return &jobs.Mailer{
		Queue: a.Runner, Mails: a.Mails, Accounts: a.Accounts, Retention: a.Retention, Operators: a.Operators,
		Stations:  a.Controllers,
		Stays:     a.Stays,
		Openings:  a.Openings,
		Documents: a.Documents, Payments: a.Payments, Replays: a.Replays, Webhooks: a.Webhooks,
		Subscriptions: a.Subscriptions, Waiting: a.Waiting, LeftBikes: a.LeftBikes,
		Sender: a.config.Sender, Folder: a.config.Folder, Log: a.jobLog(), PublicURL: a.config.PublicURL,
	}
}

// Collector returns the job that collects payments.
func (a *App) Collector() *jobs.Collector {
	return &jobs.Collector{Queue: a.Runner, Payments: a.Payments, Subscriptions: a.Subscriptions, Log: a.jobLog()}
}

// Replayer returns the job that works replays.
func (a *App) Replayer() *jobs.Replayer {
	return &jobs.Replayer{Queue: a.Runner, Replays: a.Replays, Log: a.jobLog()}
}

// Notifier returns the job that calls webhooks.
func (a *App) Notifier() *jobs.Notifier {
	return &jobs.Notifier{Queue: a.Runner, Webhooks: a.Webhooks, Log: a.jobLog()}
}

// fieldJobs returns the jobs that watch doors and, if a broker is configured, connect the node to the controllers.
func (a *App) fieldJobs() []func(context.Context) {
	if a.config.Broker == nil {
		return []func(context.Context){
			func(ctx context.Context) { jobs.WatchPlaces(ctx, a.Interventions, nil, a.jobLog()) },
		}
	}
	link := field.New(*a.config.Broker, a.Openings, a.Controllers, a.config.Log)
	if a.config.Metrics != nil {
		const help = "Whether the node hears the controllers through the broker."
		a.config.Metrics.Gauge("consigne_field_connected", help, func() float64 {
			if link.Connected() {
				return 1
			}
			return 0
		})
	}
	return []func(context.Context){
		link.Run,
		func(ctx context.Context) { jobs.MarkSilences(ctx, a.Runner, a.Controllers, link, a.jobLog()) },
		func(ctx context.Context) { jobs.WatchPlaces(ctx, a.Interventions, link, a.jobLog()) },
	}
}
