// Package store opens the database and puts together the stores of all concepts, each in a folder of its own, and the
// read models that they keep up to date.
package store

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/readmodel/lists"
	"consigne/internal/readmodel/people"
	"consigne/internal/readmodel/rollups"
	"consigne/internal/store/accounts"
	"consigne/internal/store/audit"
	"consigne/internal/store/calls"
	"consigne/internal/store/changes"
	"consigne/internal/store/claims"
	"consigne/internal/store/controllers"
	"consigne/internal/store/documents"
	"consigne/internal/store/erasure"
	"consigne/internal/store/factors"
	"consigne/internal/store/idempotency"
	"consigne/internal/store/imports"
	"consigne/internal/store/ledgers"
	"consigne/internal/store/openings"
	"consigne/internal/store/operators"
	"consigne/internal/store/outbox"
	"consigne/internal/store/payments"
	"consigne/internal/store/queue"
	"consigne/internal/store/reconciliations"
	"consigne/internal/store/refusals"
	"consigne/internal/store/replays"
	"consigne/internal/store/retention"
	"consigne/internal/store/savedviews"
	"consigne/internal/store/security"
	"consigne/internal/store/servicekeys"
	"consigne/internal/store/sessions"
	"consigne/internal/store/signons"
	"consigne/internal/store/statements"
	"consigne/internal/store/stations"
	"consigne/internal/store/stays"
	"consigne/internal/store/subscriptions"
	"consigne/internal/store/tariffs"
	"consigne/internal/store/webhooks"
	"consigne/internal/store/worklist"
)

// Store is one database with the stores of all concepts.
type Store struct {
	*db.DB

	Accounts        *accounts.Store
	Audit           *audit.Store
	Calls           *calls.Store
	Changes         *changes.Store
	Claims          *claims.Store
	Controllers     *controllers.Store
	Documents       *documents.Store
	Erasure         *erasure.Store
	Factors         *factors.Store
	ServiceKeys     *servicekeys.Store
	Idempotency     *idempotency.Store
	Imports         *imports.Store
	Ledgers         *ledgers.Store
	Openings        *openings.Store
	Operators       *operators.Store
	Outbox          *outbox.Store
	Payments        *payments.Store
	Queue           *queue.Store
	Refusals        *refusals.Store
	Reconciliations *reconciliations.Store
	Replays         *replays.Store
	Retention       *retention.Store
	SavedViews      *savedviews.Store
	Security        *security.Store
	Sessions        *sessions.Store
	SignOns         *signons.Store
	Statements      *statements.Store
	Stations        *stations.Store
	Stays           *stays.Store
	Subscriptions   *subscriptions.Store
	Tariffs         *tariffs.Store
	Webhooks        *webhooks.Store
	Worklist        *worklist.Store

	Lists   *lists.Lists
	People  *people.Index
	Rollups *rollups.Rollups
}

// Open connects to `sqlite:PATH` or `postgres://…` and applies no migration.
func Open(url string, options ...db.Option) (*Store, error) {
	d, err := db.Open(url, options...)
	if err != nil {
		return nil, err
	}
	return on(d), nil
}

// on builds the stores on a database. Those that change what a read model shows are given the read
// model, and tell it in the transaction of the write.
func on(d *db.DB) *Store {
	s := &Store{
		DB:              d,
		Calls:           calls.New(d),
		Changes:         changes.New(d),
		Documents:       documents.New(d),
		Factors:         factors.New(d),
		ServiceKeys:     servicekeys.New(d),
		Idempotency:     idempotency.New(d),
		Ledgers:         ledgers.New(d),
		Outbox:          outbox.New(d),
		Reconciliations: reconciliations.New(d),
		Replays:         replays.New(d),
		SavedViews:      savedviews.New(d),
		Security:        security.New(d),
		SignOns:         signons.New(d),
		Statements:      statements.New(d),
		Stays:           stays.New(d),
		Subscriptions:   subscriptions.New(d),
		Tariffs:         tariffs.New(d),
		People:          people.New(d),
		Rollups:         rollups.New(d),
	}
	s.Accounts = accounts.New(d, s.People)
	s.Claims = claims.New(d, s.Rollups)
	s.Controllers = controllers.New(d, s.Changes)
	s.Imports = imports.New(d, s.Stays)
	s.Openings = openings.New(d, s.Changes)
	s.Payments = payments.New(d, s.Rollups, s.Changes, s.Stays, s.Subscriptions)
	s.Queue = queue.New(d, s.Changes)
	s.Refusals = refusals.New(d, s.Changes)
	s.Retention = retention.New(d, s.Outbox)
	s.Sessions = sessions.New(d, s.Accounts)
	s.Stations = stations.New(d, s.Changes)
	s.Operators = operators.New(d, s.Stations)
	s.Audit = audit.New(d, s.Stations, s.Changes)
	s.Lists = lists.New(d, s.People, s.Rollups, s.Payments, s.Stays)
	s.Webhooks = webhooks.New(d, s.Changes)
	s.Worklist = worklist.New(d)
	s.Erasure = erasure.New(d, erasure.Parts{
		Accounts: s.Accounts, Claims: s.Claims, Factors: s.Factors, Idempotency: s.Idempotency, Imports: s.Imports, Operators: s.Operators, Outbox: s.Outbox, Refusals: s.Refusals, SavedViews: s.SavedViews, Security: s.Security, Sessions: s.Sessions, Worklist: s.Worklist,
	})
	return s
}

// RebuildRollups empties the rollups and counts every payment again.
func (s *Store) RebuildRollups(ctx context.Context) error { return s.Rollups.Rebuild(ctx, s.Payments) }

// Empty reports whether the database has neither an account nor an operator yet.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	count, err := s.Count(ctx, "look for data", `SELECT (SELECT COUNT(*) FROM accounts) + (SELECT COUNT(*) FROM operators)`)
	return count == 0, err
}
