package main

import (
	"context"
	"log/slog"

	"consigne/console"
	"consigne/internal/adapter/geocoder"
	"consigne/internal/adapter/oidc"
	"consigne/internal/adapter/pdf"
	caller "consigne/internal/adapter/webhook"
	"consigne/internal/app"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/observe"
	"consigne/internal/store"
)

// newNode returns the node that the configuration describes. It takes requests until ctx ends.
func newNode(
	ctx context.Context, c config, database *store.Store, measured *observe.Node, log *slog.Logger,
) (*app.App, error) {
	secret, err := c.secret()
	if err != nil {
		return nil, err
	}
	keys, err := c.ledgerKeys()
	if err != nil {
		return nil, err
	}
	provider, notices := c.provider(database)
	private := c.WebhookPrivate == "1"
	node, err := app.New(app.Config{
		Store:     database,
		Clock:     clock.System{},
		Log:       log,
		Secret:    secret,
		PublicURL: c.PublicURL,
		Metrics:   measured,

		LedgerKeys: keys,
		Obligation: c.obliges(c.demo),
		Terms:      c.terms,

		Provider:      measured.Provider(provider),
		Statements:    provider,
		Notices:       notices,
		PrintDocument: pdf.Render,
		PrintMonth:    pdf.RenderStatement,
		PrintLabels:   pdf.RenderLabels,
		PrintLeftBike: pdf.RenderLeftBike,

		PrintAvailability: pdf.RenderAvailability,

		Sender:         measured.Sender(c.sender),
		Folder:         c.folder,
		Broker:         c.broker,
		Receivers:      caller.New(version, caller.Options{Private: private}),
		PrivateWebhook: private,
		Identities:     oidc.New(clock.System{}, oidc.Options{Reach: c.reach()}),
		Reach:          c.reach(),
		SignOn:         c.signOn,
		Geocoder:       geocoder.New(c.GeocoderURL),

		Version:        version,
		Console:        console.Dist(),
		Stopping:       ctx.Err,
		TrustedProxies: c.proxies,

		SecurityContacts:      c.contact,
		AccessibilityContacts: c.accessibility,

		TilesURL:         c.TilesURL,
		TilesAttribution: c.TilesCredit,

		Dashboards:        c.dashboards(),
		PlatformDashboard: c.board,
	})
	if err != nil {
		return nil, err
	}
	measured.MeasureDatabase(database, database)
	measured.MeasureStreams(node.Live)
	return node, nil
}

// on returns what a command makes single services with.
func on(database *store.Store) app.Config { return app.Config{Store: database, Clock: clock.System{}} }

func newAccounts(given settings, database *store.Store) (*account.Service, error) {
	secret, err := given.secret()
	if err != nil {
		return nil, err
	}
	c := on(database)
	c.Secret, c.PublicURL = secret, given.PublicURL
	return c.NewAccounts(nil)
}

// newLedger returns the service of the ledger, whose keys are derived from the secret unless others are given.
func newLedger(given settings, database *store.Store) (*ledger.Service, error) {
	keys, err := given.ledgerKeys()
	if err != nil {
		return nil, err
	}
	c := on(database)
	c.LedgerKeys = keys
	return c.NewLedger(c.NewDocuments()), nil // numbers, and prints nothing
}
