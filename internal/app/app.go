// Package app wires a node: it makes every service once, with all that the service needs. The command and the tests
// differ in the [Config] alone.
package app

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"

	"consigne/internal/adapter/field"
	"consigne/internal/adapter/mail"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/fieldwork"
	"consigne/internal/domain/desk/hotline"
	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/desk/savedview"
	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/machines/idempotency"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/beginning"
	"consigne/internal/domain/money/debt"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/domain/money/statement"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/retention"
	"consigne/internal/domain/people/security"
	"consigne/internal/domain/people/signon"
	"consigne/internal/domain/places/availability"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/opening"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/ownership"
	"consigne/internal/domain/places/photo"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/repricing"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/domain/stays/waiting"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/jobs"
	"consigne/internal/store"
)

// Config holds what differs between a node, a command and a test. A command that makes single services gives only what
// these need.
type Config struct {
	Store     *store.Store
	Clock     clock.Clock
	Log       *slog.Logger // nil: nothing is logged
	Secret    []byte       // from which keys are derived; the same on every node
	PublicURL string
	Metrics   Metrics // nil: nothing is observed

	LedgerKeys *ledger.Keys
	Obligation account.Obligation // who must have a second factor
	Terms      retention.Terms

	Provider      payment.Provider
	Statements    reconciliation.Statements // what the provider moved
	Notices       api.Notices               // nil: no webhook notices of the provider
	PrintDocument document.Printer
	PrintMonth    statement.Printer
	PrintLabels   station.LabelPrinter
	PrintLeftBike leftbike.Printer

	PrintAvailability availability.Printer

	Sender         mail.Sender
	Folder         *mail.Folder  // where mails were stored, even if Sender is another by now
	Broker         *field.Broker // nil: no controllers are heard
	Receivers      webhook.Client
	PrivateWebhook bool          // webhooks may go to private networks, and by http
	Identities     signon.Client // asks providers of single sign-on
	Reach          signon.Reach
	SignOn         *signon.Provider // from the configuration; nil: none
	Geocoder       station.Geocoder

	Version        string
	Console        fs.FS        // the built console
	Stopping       func() error // returns an error once the node was told to stop; nil: it never is
	TrustedProxies []netip.Prefix

	SecurityContacts      []string
	AccessibilityContacts []string

	TilesURL         string // empty: maps have no background
	TilesAttribution string

	Dashboards        api.Dashboards // nil: all use the built-in dashboard
	PlatformDashboard *int64
}

// Metrics observes a node. internal/server/observe has the real one, which also wraps the payment provider and the
// sender of mails.
type Metrics interface {
	queue.Metrics
	jobs.Metrics
	webhook.Metrics
	Request(ctx context.Context, method string) (context.Context, func(route string, status int))
	Gauge(name, help string, read func() float64)
}

// App holds the services of a node.
type App struct {
	config Config

	Accounts       *account.Service
	Audit          *audit.Service
	Calls          *hotline.Service
	Controllers    *controller.Service
	Debts          *debt.Service
	Beginnings     *beginning.Service
	Documents      *document.Service
	Idempotency    *idempotency.Service
	Keys           *servicekey.Service
	Ledger         *ledger.Service
	LeftBikes      *leftbike.Service
	Live           *live.Feed
	Mails          *outbox.Service
	Openings       *opening.Service
	Operators      *operator.Service
	Owners         *ownership.Service
	Parked         *queue.ParkedService
	Payments       *payment.Service
	Photos         *photo.Service
	Reconciliation *reconciliation.Service
	Replays        *repricing.Service
	Retention      *retention.Service
	Runner         *queue.Runner
	SavedViews     *savedview.Service
	Security       *security.Recorder
	SignOn         *signon.Service
	Statements     *statement.Service
	Stations       *station.Service
	Statistics     *statistics.Service
	Stays          *stay.Service
	Subscriptions  *subscription.Service
	Sweeper        *retention.Sweeper
	Tariffs        *tariff.Service
	Waiting        *waiting.Service
	Webhooks       *webhook.Service
	Worklist       *worklist.Service
	Fieldwork      *fieldwork.Service
	Availability   *availability.Service
	Interventions  *intervention.Service
}

// New makes the services of a node.
func New(c Config) (*App, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Store.Clock = c.Clock
	a := &App{
		config:         c,
		Audit:          audit.NewService(c.Store),
		Calls:          hotline.NewService(c.Store, c.Clock),
		Controllers:    controller.NewService(c.Store, c.Clock),
		Documents:      c.NewDocuments(),
		Idempotency:    idempotency.NewService(c.Store, c.Clock),
		Live:           live.NewFeed(c.Store, c.Log),
		Mails:          outbox.NewService(c.Store, c.Clock),
		Openings:       opening.NewService(c.Store, c.Clock, c.Log),
		Operators:      c.NewOperators(),
		Owners:         c.NewOwners(),
		Payments:       payment.NewService(c.Store, c.Clock, c.Provider),
		Photos:         photo.NewService(c.Store, c.Clock),
		Reconciliation: reconciliation.NewService(c.Store, c.Clock, c.Statements),
		Runner:         queue.NewRunner(c.Store, c.Clock, c.Log, c.Metrics),
		SavedViews:     savedview.NewService(c.Store),
		Security:       security.NewRecorder(c.Store, c.Log),
		Stations:       c.NewStations(),
		Statistics:     statistics.NewService(c.Store, c.Clock),
		Sweeper:        retention.NewSweeper(c.Store, c.Clock),
		Tariffs:        c.NewTariffs(),
		Worklist:       worklist.NewService(c.Store, c.Clock),
		Fieldwork:      fieldwork.NewService(c.Store, c.Clock),
		Availability:   availability.NewService(c.Store, c.Clock),
	}
	a.Beginnings = c.NewBeginnings()
	a.Ledger = c.NewLedger(a.Documents)
	a.Statements = statement.NewService(c.Store, c.Clock, a.Ledger, c.PrintMonth)
	a.Debts = debt.NewService(c.Store, c.Clock, a.Statements)
	a.Parked = queue.NewParkedService(c.Store, c.Clock, a.Payments)
	a.Replays = repricing.NewService(c.Store, c.Clock, a.Payments)
	a.Payments.Refunds = a.Replays // a cycle: replays refund through payments, which tell them what became of it
	a.Stays = stay.NewService(c.Store, c.Clock, a.Payments, c.Log)
	a.LeftBikes = leftbike.NewService(c.Store, c.Clock, a.Stays)
	a.Stays.LeftBikes = a.LeftBikes // a cycle: a removal ends a stay, and the end of a stay a file
	a.Subscriptions = subscription.NewService(c.Store, c.Clock, a.Payments)
	a.Waiting = waiting.NewService(c.Store, c.Clock, a.Subscriptions, payment.CheckComment)
	a.Subscriptions.Waits = a.Waiting // a cycle: an accepted offer is bought, and a purchase gives way to who waits
	a.Interventions = intervention.NewService(c.Store, c.Clock, a.Stations)
	a.Stations.Repairs = a.Interventions // a cycle: an intervention switches lockers, and back in service ends it
	a.Keys = c.NewKeys(a.Security)
	var err error
	if a.Accounts, err = c.NewAccounts(a.Security); err != nil {
		return nil, err
	}
	if a.SignOn, err = c.NewSignOn(a.Accounts); err != nil {
		return nil, err
	}
	// a cycle: single sign-on opens sessions of accounts, which ask it who must use it
	a.Accounts.Compulsory = a.SignOn.Compulsory
	if a.Webhooks, err = c.NewWebhooks(a.Security); err != nil {
		return nil, err
	}
	a.Retention = c.NewRetention(a.Accounts)
	c.Store.OnChange(a.Live.Wake)
	return a, nil
}

// Components returns what the API is made of.
func (a *App) Components() api.Components {
	c := a.config
	components := api.Components{
		Accounts:          a.Accounts,
		Operators:         a.Operators,
		Stations:          a.Stations,
		Tariffs:           a.Tariffs,
		Stays:             a.Stays,
		Subscriptions:     a.Subscriptions,
		Waiting:           a.Waiting,
		LeftBikes:         a.LeftBikes,
		Payments:          a.Payments,
		Photos:            a.Photos,
		Documents:         a.Documents,
		Replays:           a.Replays,
		Notices:           c.Notices,
		Openings:          a.Openings,
		Live:              a.Live,
		Keys:              a.Keys,
		Webhooks:          a.Webhooks,
		SavedViews:        a.SavedViews,
		Security:          a.Security,
		SignOn:            a.SignOn,
		Audit:             a.Audit,
		Worklist:          a.Worklist,
		Fieldwork:         a.Fieldwork,
		Calls:             a.Calls,
		Work:              a.Parked,
		Ledger:            a.Ledger,
		Statements:        a.Statements,
		Debts:             a.Debts,
		Idempotency:       a.Idempotency,
		Clock:             c.Clock,
		Owners:            a.Owners,
		Geocoder:          c.Geocoder,
		PrintLabels:       c.PrintLabels,
		PrintLeftBike:     c.PrintLeftBike,
		Availability:      a.Availability,
		Interventions:     a.Interventions,
		PrintAvailability: c.PrintAvailability,
		Ready:             a.ready,
		Console:           c.Console,
		Log:               c.Log,
		Version:           c.Version,
		PublicURL:         c.PublicURL,
		TrustedProxies:    c.TrustedProxies,

		SecurityContacts:      c.SecurityContacts,
		AccessibilityContacts: c.AccessibilityContacts,

		TilesURL:         c.TilesURL,
		TilesAttribution: c.TilesAttribution,

		Reconciliation:    a.Reconciliation,
		Statistics:        a.Statistics,
		Dashboards:        c.Dashboards,
		PlatformDashboard: c.PlatformDashboard,
	}
	if c.Broker != nil { // without one nobody hears the controllers, and what is stored of them would be out of date
		components.Controllers = a.Controllers
	}
	if c.Metrics != nil {
		components.Measure = c.Metrics.Request
	}
	return components
}

// Handler returns the API and the console.
func (a *App) Handler() (http.Handler, error) { return api.New(a.Components(), Areas...) }

// ready returns nil when this node can serve and has not been told to stop.
func (a *App) ready(ctx context.Context) error {
	if a.config.Stopping != nil {
		if err := a.config.Stopping(); err != nil {
			return fmt.Errorf("stopping: %w", err)
		}
	}
	return a.config.Store.Ready(ctx)
}
