package main

import (
	"context"
	"log/slog"
	"net/http"

	"consigne/console"
	"consigne/internal/adapter/geocoder"
	"consigne/internal/adapter/pdf"
	caller "consigne/internal/adapter/webhook"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/hotline"
	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/desk/savedview"
	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/machines/idempotency"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/domain/money/statement"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/retention"
	"consigne/internal/domain/people/security"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/opening"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/ownership"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/repricing"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/jobs"
	"consigne/internal/server/observe"
	"consigne/internal/store"
)

// parts holds the components of a node, which the site and the jobs share.
type parts struct {
	config        config
	watched       *observe.Node
	store         *store.Store
	accounts      *account.Service
	operators     *operator.Service
	payments      *payment.Service
	documents     *document.Service
	replays       *repricing.Service
	notices       api.Notices
	subscriptions *subscription.Service
	stays         *stay.Service
	openings      *opening.Service
	controllers   *controller.Service
	live          *live.Feed
	ledger        *ledger.Service
	statements    *statement.Service
	reconciled    *reconciliation.Service
	webhooks      *webhook.Service
	stopping      func() error // returns an error once the node has been told to stop
}

func newParts(ctx context.Context, c config, database *store.Store, accounts *account.Service, books *ledger.Service, watched *observe.Node, log *slog.Logger) (parts, error) {
	webhooks, err := newWebhooks(c.settings, database, watched, log)
	if err != nil {
		return parts{}, err
	}
	provider, notices := c.provider(database)
	payments := payment.NewService(database, clock.System{}, watched.Provider(provider))
	replays := repricing.NewService(database, clock.System{}, payments)
	payments.Refunds = replays
	live := live.NewFeed(database, log)
	database.OnChange(live.Wake)
	watched.Watch(database, database)
	watched.WatchStreams(live)
	return parts{
		config:        c,
		watched:       watched,
		store:         database,
		accounts:      accounts,
		stopping:      ctx.Err,
		operators:     operator.NewService(database, clock.System{}),
		payments:      payments,
		documents:     document.NewService(database, clock.System{}, pdf.Render),
		replays:       replays,
		notices:       notices,
		subscriptions: subscription.NewService(database, clock.System{}, payments),
		stays:         stay.NewService(database, clock.System{}, payments, log),
		openings:      opening.NewService(database, clock.System{}, log),
		controllers:   controller.NewService(database, clock.System{}),
		live:          live,
		ledger:        books,
		statements:    statement.NewService(database, clock.System{}, pdf.RenderStatement),
		reconciled:    reconciliation.NewService(database, clock.System{}, provider),
		webhooks:      webhooks,
	}, nil
}

func (p parts) handler(log *slog.Logger) (http.Handler, error) {
	watch := security.NewWatch(p.store, log)
	keys := servicekey.NewService(p.store, clock.System{}, watch, log)
	p.accounts.Security = watch
	signOn, err := newSignOn(p.config, p.store, p.accounts)
	if err != nil {
		return nil, err
	}
	return api.New(api.Parts{
		Accounts:       p.accounts,
		Operators:      p.operators,
		Stations:       station.NewService(p.store, clock.System{}),
		Tariffs:        tariff.NewService(p.store, clock.System{}),
		Stays:          p.stays,
		Subscriptions:  p.subscriptions,
		Payments:       p.payments,
		Documents:      p.documents,
		Replays:        p.replays,
		Notices:        p.notices,
		Openings:       p.openings,
		Live:           p.live,
		Controllers:    p.controllersShown(),
		Keys:           keys,
		Webhooks:       p.webhooks,
		SavedViews:     savedview.NewService(p.store),
		Security:       watch,
		SignOn:         signOn,
		Audit:          audit.NewService(p.store),
		Worklist:       worklist.NewService(p.store, clock.System{}),
		Calls:          hotline.NewService(p.store, clock.System{}),
		Work:           queue.NewParkedService(p.store, clock.System{}, p.payments),
		Ledger:         p.ledger,
		Statements:     p.statements,
		Idempotency:    idempotency.NewService(p.store, clock.System{}),
		Clock:          clock.System{},
		Owners:         ownership.NewService(p.store),
		Geocoder:       geocoder.New(p.config.GeocoderURL),
		Ready:          p.ready,
		Console:        console.Dist(),
		Log:            log,
		Watch:          p.watched.Request,
		Version:        version,
		PublicURL:      p.config.PublicURL,
		TrustedProxies: p.config.proxies,

		SecurityContacts:      p.config.contact,
		AccessibilityContacts: p.config.accessibility,

		TilesURL:         p.config.TilesURL,
		TilesAttribution: p.config.TilesCredit,

		Reconciliation:    p.reconciled,
		Statistics:        statistics.NewService(p.store, clock.System{}),
		Dashboards:        p.config.dashboards(),
		PlatformDashboard: p.config.board,
	})
}

// jobs returns the background jobs of the node. Each runs until its context ends.
func (p parts) jobs(log *slog.Logger) []func(ctx context.Context) {
	retained := retention.NewService(p.store, p.accounts, clock.System{}, p.config.terms)
	runner := queue.NewRunner(p.store, clock.System{}, log, p.watched)
	mailer := &jobs.Mailer{
		Queue: runner, Mails: outbox.NewService(p.store, clock.System{}), Accounts: p.accounts, Operators: p.operators, Stations: p.controllers, Documents: p.documents, Replays: p.replays, Retention: retained, Webhooks: p.webhooks,
		Sender: p.watched.Sender(p.config.sender), Folder: p.config.folder, Log: log, PublicURL: p.config.PublicURL,
	}
	sweeper := retention.NewSweeper(p.store, clock.System{})
	collector := &jobs.Collector{Queue: runner, Payments: p.payments, Subscriptions: p.subscriptions, Log: log}
	replayer := &jobs.Replayer{Queue: runner, Replays: p.replays, Log: log}
	return append(p.fieldJobs(runner, log), []func(ctx context.Context){
		collector.Run,
		collector.RunAsking,
		collector.RunTerms,
		replayer.Run,
		replayer.RunRefunds,
		p.live.Run,
		mailer.Run,
		(&jobs.Notifier{Queue: runner, Webhooks: p.webhooks, Log: log}).Run,
		func(ctx context.Context) { jobs.Sweep(ctx, sweeper, log) },
		func(ctx context.Context) { jobs.Wipe(ctx, sweeper, log) },
		func(ctx context.Context) { jobs.CutLog(ctx, p.store, log) },
		func(ctx context.Context) { jobs.FlagPassedLimits(ctx, runner, p.stays, log) },
		func(ctx context.Context) { jobs.FoldRollups(ctx, p.store.Rollups, log) },
		func(ctx context.Context) { jobs.Bookkeep(ctx, p.ledger, log) },
		func(ctx context.Context) { jobs.SealDays(ctx, p.ledger, log) },
		func(ctx context.Context) { jobs.AddUpStatements(ctx, p.statements, log) },
		func(ctx context.Context) { jobs.Reconcile(ctx, p.reconciled, log) },
		func(ctx context.Context) { jobs.MakeBlocks(ctx, p.store.Rollups, log) },
		func(ctx context.Context) { jobs.TidyWork(ctx, runner, log) },
		func(ctx context.Context) { jobs.Retain(ctx, runner, retained, log) },
	}...)
}

func newAccounts(given settings, database *store.Store) (*account.Service, error) {
	secret, err := given.secret()
	if err != nil {
		return nil, err
	}
	return account.NewService(database, clock.System{}, account.Options{Secret: secret, PublicURL: given.PublicURL})
}

func newWebhooks(given settings, database *store.Store, watcher webhook.Watcher, log *slog.Logger) (*webhook.Service, error) {
	secret, err := given.secret()
	if err != nil {
		return nil, err
	}
	private := given.WebhookPrivate == "1"
	return webhook.NewService(database, clock.System{}, secret, caller.New(version, caller.Options{Private: private}), webhook.Options{
		Private: private, Security: security.NewWatch(database, log), Watcher: watcher,
	})
}

// newLedger returns the service of the ledger, whose keys are derived from the secret unless others are given.
func newLedger(given settings, database *store.Store) (*ledger.Service, error) {
	keys, err := given.ledgerKeys()
	if err != nil {
		return nil, err
	}
	issuer := document.NewService(database, clock.System{}, nil) // numbers, and prints nothing
	return ledger.NewService(database, clock.System{}, keys, issuer), nil
}
