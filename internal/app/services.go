package app

import (
	"consigne/internal/domain/machines/imports"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/backfill"
	"consigne/internal/domain/money/beginning"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/retention"
	"consigne/internal/domain/people/security"
	"consigne/internal/domain/people/signon"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/ownership"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/money"
)

// The services that commands and tests also make alone. A recorder of security events is nil for a command: what is
// typed in a shell is stored and not logged.

func (c Config) NewAccounts(recorder *security.Recorder) (*account.Service, error) {
	return account.NewService(c.Store, c.Clock, account.Options{
		Secret: c.Secret, PublicURL: c.PublicURL, Obligation: c.Obligation, Security: recorder,
	})
}

func (c Config) NewSignOn(accounts *account.Service) (*signon.Service, error) {
	return signon.NewService(c.Store, accounts, c.Identities, c.Clock, signon.Options{
		Secret: c.Secret, PublicURL: c.PublicURL, Reach: c.Reach, Environment: c.SignOn,
	})
}

func (c Config) NewRetention(accounts *account.Service) *retention.Service {
	return retention.NewService(c.Store, accounts, c.Clock, c.Terms)
}

func (c Config) NewKeys(recorder *security.Recorder) *servicekey.Service {
	return servicekey.NewService(c.Store, c.Clock, recorder, c.Log)
}

func (c Config) NewWebhooks(recorder *security.Recorder) (*webhook.Service, error) {
	return webhook.NewService(c.Store, c.Clock, c.Secret, c.Receivers, webhook.Options{
		Private: c.PrivateWebhook, Security: recorder, Metrics: c.Metrics,
	})
}

func (c Config) NewImports(accounts *account.Service) *imports.Service {
	return imports.NewService(c.Store, c.Clock, c.NewStations(), c.NewTariffs(), accounts)
}

func (c Config) NewDocuments() *document.Service {
	return document.NewService(c.Store, c.Clock, c.PrintDocument)
}

// NewLedger returns the ledger, whose documents are numbered by the issuer.
func (c Config) NewLedger(issuer *document.Service) *ledger.Service {
	return ledger.NewService(c.Store, c.Clock, c.LedgerKeys, issuer)
}

// NewBeginnings returns the service that begins ledgers.
func (c Config) NewBeginnings() *beginning.Service { return beginning.NewService(c.Store, c.Clock) }

// NewBackfill returns the service that enters the past in the ledger; books may be nil where nothing is chained yet.
func (c Config) NewBackfill(books *ledger.Service) *backfill.Service {
	return backfill.NewService(c.Store, c.Clock, books)
}

// NewOperators returns the service of operators. A command that knows no payment provider changes no settings.
func (c Config) NewOperators() *operator.Service {
	least := money.Cents(1)
	if c.Provider != nil {
		least = c.Provider.Minimum()
	}
	return operator.NewService(c.Store, c.Clock, least)
}

func (c Config) NewOwners() *ownership.Service { return ownership.NewService(c.Store) }
func (c Config) NewStations() *station.Service { return station.NewService(c.Store, c.Clock) }
func (c Config) NewTariffs() *tariff.Service   { return tariff.NewService(c.Store, c.Clock) }
