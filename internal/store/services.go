package store

import (
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/hotline"
	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/machines/idempotency"
	"consigne/internal/domain/machines/imports"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/backfill"
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
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/opening"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/ownership"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/repricing"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/readmodel/rollups"
	"consigne/internal/store/stays"
)

// Each method of this file returns what one service needs stored.

// ForAccounts returns the stores of account.Service.
func (s *Store) ForAccounts() account.Stores {
	return account.Stores{
		Runner: s.DB, Recorder: s.Audit, Revisions: s.Audit, EventStore: s.Security,
		AccountStore: s.Accounts, ActivityStore: s.Retention, DetailsStore: s.Accounts, OperatorStore: s.Operators, CustomerStore: s.Accounts, SessionStore: s.Sessions, LinkStore: s.Sessions,
		EmailStore: s.Accounts, TryStore: s.Sessions, LoginStore: s.Security, FactorStore: s.Factors, ProofStore: s.SignOns, ClaimStore: s.Claims, ConsentStore: s.Imports, ErasureStore: s.Erasure, MailStore: s.Outbox,
	}
}

// ForBackfill returns the stores of backfill.Service.
func (s *Store) ForBackfill() backfill.Stores {
	return backfill.Stores{Runner: s.DB, PastStore: s.Payments, MarkStore: s.Ledgers, RateStore: s.Operators}
}

// ForCalls returns the stores of hotline.Service.
func (s *Store) ForCalls() hotline.Stores {
	return hotline.Stores{
		AccountStore: s.Accounts, LockerStore: s.Stations, StayStore: s.Stays, SubscriptionStore: s.Subscriptions, TariffStore: s.Tariffs,
		PaymentStore: s.Payments, ListStore: s.Lists, RefusalStore: s.Refusals, CodeStore: s.Openings, Reader: s.Calls,
	}
}

// ForChanges returns the store of live.Feed.
func (s *Store) ForChanges() live.Store { return s.Changes }

// ForControllers returns the stores of controller.Service.
func (s *Store) ForControllers() controller.Stores {
	return controller.Stores{Runner: s.DB, Recorder: s.Audit, Announcer: s.Webhooks, ControllerStore: s.Controllers, StationStore: s.Stations, StayStore: s.Stays, MailStore: s.Controllers}
}

// ForDocuments returns the stores of document.Service.
func (s *Store) ForDocuments() document.Stores {
	return document.Stores{Runner: s.DB, Recorder: s.Audit, Announcer: s.Webhooks, NumberStore: s.Documents, DocumentStore: s.Documents, PaymentStore: s.Payments, SellerStore: s.Operators, MailStore: s.Outbox, RecipientCounter: s.Sessions}
}

// ForServiceKeys returns the stores of servicekey.Service.
func (s *Store) ForServiceKeys() servicekey.Stores {
	return servicekey.Stores{Runner: s.DB, Recorder: s.Audit, EventStore: s.Security, KeyStore: s.ServiceKeys, WindowStore: s.ServiceKeys}
}

// ForStays returns the stores of stay.Service.
func (s *Store) ForStays() stay.Stores {
	return stay.Stores{Runner: s.DB, Recorder: s.Audit, Announcer: s.Webhooks, StayStore: s.Stays, CustomerStore: s.Accounts, TariffStore: s.Tariffs, SubscriptionStore: s.Subscriptions, Store: s.Refusals}
}

// ForOperators returns the stores of operator.Service.
func (s *Store) ForOperators() operator.Stores {
	return operator.Stores{Runner: s.DB, Recorder: s.Audit, Revisions: s.Audit, OperatorStore: s.Operators, IdentityStore: s.Operators, ContactStore: s.Operators, SubscriptionStore: s.Subscriptions}
}

// ForMails returns the store of the mails to be sent.
func (s *Store) ForMails() outbox.Queue { return s.Outbox }

// ForPayments returns the stores of payment.Service.
func (s *Store) ForPayments() payment.Stores {
	return payment.Stores{
		Runner: s.DB, Recorder: s.Audit, Announcer: s.Webhooks,
		PaymentStore: s.Payments, ListStore: s.Lists, AttemptStore: s.Payments, CardStore: s.Payments, CustomerStore: s.Accounts, StayStore: s.Payments, SubscriptionStore: s.Subscriptions, TicketStore: s.Payments,
		RateStore: s.Operators, OperatorStore: s.Operators, LedgerStore: s.Ledgers,
	}
}

// ForImport returns the store to which finished stays and terms are added.
func (s *Store) ForImport() payment.ImportStore { return s.Payments }

// ForImports returns the stores of imports.Service.
func (s *Store) ForImports() imports.Stores {
	return imports.Stores{
		Runner: s.DB, Recorder: s.Audit, ReferenceStore: s.Imports, LockerStore: s.Stays, PlaceStore: s.Imports, TariffStore: s.Tariffs, SubscriptionStore: s.Subscriptions,
		CustomerStore: s.Accounts, PaidStore: s.Imports, ImportStore: s.Payments,
	}
}

// ForQueue returns the store of queue.Runner.
func (s *Store) ForQueue() queue.Store { return s.Queue }

// ForParkedWork returns the stores of queue.ParkedService.
func (s *Store) ForParkedWork() queue.DeskStores {
	return queue.DeskStores{Runner: s.DB, Recorder: s.Audit, ParkedStore: s.Queue}
}

// ForOpenings returns the stores of opening.Service.
func (s *Store) ForOpenings() opening.Stores {
	return opening.Stores{Runner: s.DB, Recorder: s.Audit, Announcer: s.Webhooks, CommandStore: s.Openings, CodeStore: s.Openings, StayStore: s.Stays, TryStore: s.Sessions, Store: s.Refusals}
}

// ForReconciliation returns the stores of reconciliation.Service.
func (s *Store) ForReconciliation() reconciliation.Stores {
	return reconciliation.Stores{Runner: s.DB, Recorder: s.Audit, ReadingStore: s.Reconciliations, MatchStore: s.Reconciliations, DifferenceStore: s.Reconciliations}
}

// ForReplays returns the stores of repricing.Service.
func (s *Store) ForReplays() repricing.Stores {
	return repricing.Stores{
		Runner: s.DB, Recorder: s.Audit, ReplayStore: s.Replays, BatchStore: s.Replays, LineStore: s.Replays, StayStore: s.Replays,
		TariffStore: s.Tariffs, PaymentStore: s.Payments, MailStore: s.Outbox,
	}
}

// ForRetention returns the stores of retention.Service.
func (s *Store) ForRetention() retention.Stores {
	return retention.Stores{Runner: s.DB, Recorder: s.Audit, AccountStore: s.Retention, AuditStore: s.Retention, EventStore: s.Security, MailStore: s.Outbox, DayStore: s.Retention}
}

// ForSecurity returns the store of security.Watch.
func (s *Store) ForSecurity() security.EventStore { return s.Security }

// ForSignOn returns the stores of signon.Service.
func (s *Store) ForSignOn() signon.Stores {
	return signon.Stores{
		Runner: s.DB, Recorder: s.Audit, Revisions: s.Audit,
		ProviderStore: s.SignOns, DepartureStore: s.SignOns, IdentityStore: s.SignOns, SessionStore: s.SignOns, TryStore: s.Sessions, MailStore: s.Outbox,
	}
}

// ForStatements returns the stores of statement.Service.
func (s *Store) ForStatements() statement.Stores {
	return statement.Stores{
		Runner: s.DB, Recorder: s.Audit, LedgerStore: s.Ledgers, EntryStore: s.Ledgers, TotalStore: s.Statements, ClosingStore: s.Statements, AccountStore: s.Statements,
		SellerStore: s.Operators, PayoutStore: s.Reconciliations,
	}
}

// ForStations returns the stores of station.Service.
func (s *Store) ForStations() station.Stores {
	return station.Stores{Runner: s.DB, Recorder: s.Audit, Announcer: s.Webhooks, Revisions: s.Audit, StationStore: s.Stations, LockerStore: s.Stations, SubscriptionStore: s.Subscriptions, Publisher: s.Stations}
}

// ForStatistics returns the store of statistics.Service.
func (s *Store) ForStatistics() statistics.Store {
	return struct {
		*rollups.Rollups
		*stays.Store
	}{s.Rollups, s.Stays}
}

// ForSubscriptions returns the stores of subscription.Service.
func (s *Store) ForSubscriptions() subscription.Stores {
	return subscription.Stores{Runner: s.DB, Recorder: s.Audit, Announcer: s.Webhooks, SubscriptionStore: s.Subscriptions, CustomerStore: s.Accounts, TariffStore: s.Tariffs}
}

// ForTariffs returns the stores of tariff.Service.
func (s *Store) ForTariffs() tariff.Stores {
	return tariff.Stores{Runner: s.DB, Recorder: s.Audit, Revisions: s.Audit, TariffStore: s.Tariffs, PeriodStore: s.Tariffs, BeneficiaryStore: s.Tariffs, StationStore: s.Stations, LockerStore: s.Stations}
}

// ForLedger returns the stores of ledger.Service.
func (s *Store) ForLedger() ledger.Stores {
	return ledger.Stores{Runner: s.DB, ChainStore: s.Ledgers, ReadStore: s.Ledgers}
}

// ForOwnership returns the stores of ownership.Service.
func (s *Store) ForOwnership() ownership.Stores {
	return ownership.Stores{OperatorStore: s.Operators, StationStore: s.Stations, LockerStore: s.Stations, StayStore: s.Stays, TariffStore: s.Tariffs, ContactStore: s.Operators, PaymentStore: s.Payments, SubscriptionStore: s.Subscriptions, DocumentStore: s.Documents, ReplayStore: s.Replays, WebhookStore: s.Webhooks}
}

// ForAudit returns the store of audit.Service.
func (s *Store) ForAudit() audit.Reader { return s.Audit }

// ForWebhooks returns the stores of webhook.Service.
func (s *Store) ForWebhooks() webhook.Stores {
	return webhook.Stores{Runner: s.DB, Recorder: s.Audit, EndpointStore: s.Webhooks, DeliveryStore: s.Webhooks, EventStore: s.Security, MailStore: s.Webhooks}
}

// ForWorklist returns the stores of worklist.Service.
func (s *Store) ForWorklist() worklist.Stores {
	return worklist.Stores{Runner: s.DB, Recorder: s.Audit, Reader: s.Worklist, HandlingStore: s.Worklist}
}

// ForIdempotency returns the stores of idempotency.Service.
func (s *Store) ForIdempotency() idempotency.Stores {
	return idempotency.Stores{Runner: s.DB, AnswerStore: s.Idempotency}
}

// ForSweeping returns the stores of retention.Sweeper.
func (s *Store) ForSweeping() retention.SweepStores {
	return retention.SweepStores{EndedStore: s.Sessions, ExpiredStore: s.Openings, OldMailStore: s.Retention, OldBeneficiaryStore: s.Retention, OldRefusalStore: s.Refusals, OldOpeningStore: s.Openings, OldChangeStore: s.Changes, HandlingStore: s.Worklist, OldWebhookStore: s.Webhooks}
}
