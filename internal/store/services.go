package store

import (
	"consigne/internal/domain/account"
	"consigne/internal/domain/attention"
	"consigne/internal/domain/controller"
	"consigne/internal/domain/fieldkey"
	"consigne/internal/domain/idempotency"
	"consigne/internal/domain/journal"
	"consigne/internal/domain/occupation"
	"consigne/internal/domain/operator"
	"consigne/internal/domain/outbox"
	"consigne/internal/domain/ownership"
	"consigne/internal/domain/payment"
	"consigne/internal/domain/queue"
	"consigne/internal/domain/remote"
	"consigne/internal/domain/retention"
	"consigne/internal/domain/security"
	"consigne/internal/domain/station"
	"consigne/internal/domain/statistics"
	"consigne/internal/domain/subscription"
	"consigne/internal/domain/tariff"
)

// Each method of this file returns what one service needs stored.

// ForAccounts returns the stores of account.Service.
func (s *Store) ForAccounts() account.Stores {
	return account.Stores{
		Runner: s, Recorder: s, EventStore: s,
		AccountStore: s, ActivityStore: s, UserStore: s, OperatorStore: s, CustomerStore: s, SessionStore: s, LinkStore: s,
		EmailStore: s, AttemptStore: s, LoginStore: s, ClaimStore: s, ErasureStore: s, MailStore: s,
	}
}

// ForControllers returns the stores of controller.Service.
func (s *Store) ForControllers() controller.Stores {
	return controller.Stores{Runner: s, Recorder: s, ControllerStore: s, StationStore: s, StayStore: s, MailStore: s}
}

// ForFieldKeys returns the stores of fieldkey.Service.
func (s *Store) ForFieldKeys() fieldkey.Stores {
	return fieldkey.Stores{Runner: s, Recorder: s, EventStore: s, KeyStore: s}
}

// ForStays returns the stores of occupation.Service.
func (s *Store) ForStays() occupation.Stores {
	return occupation.Stores{Runner: s, Recorder: s, StayStore: s, TariffStore: s, SubscriptionStore: s}
}

// ForOperators returns the stores of operator.Service.
func (s *Store) ForOperators() operator.Stores {
	return operator.Stores{Runner: s, Recorder: s, OperatorStore: s, ContactStore: s}
}

// ForMails returns the store of the mails to be sent.
func (s *Store) ForMails() outbox.Queue { return s }

// ForPayments returns the stores of payment.Service.
func (s *Store) ForPayments() payment.Stores {
	return payment.Stores{
		Runner: s, Recorder: s,
		PaymentStore: s, ListStore: s, AttemptStore: s, CardStore: s, CustomerStore: s, StayStore: s, SubscriptionStore: s, TicketStore: s,
	}
}

// ForImport returns the store to which finished stays and terms are added.
func (s *Store) ForImport() payment.ImportStore { return s }

// ForQueue returns the store of queue.Runner.
func (s *Store) ForQueue() queue.Store { return s }

// ForDesk returns the stores of queue.Desk.
func (s *Store) ForDesk() queue.DeskStores {
	return queue.DeskStores{Runner: s, Recorder: s, ParkedStore: s}
}

// ForRemote returns the stores of remote.Service.
func (s *Store) ForRemote() remote.Stores {
	return remote.Stores{Runner: s, Recorder: s, CommandStore: s, CodeStore: s, StayStore: s, AttemptStore: s}
}

// ForRetention returns the stores of retention.Service.
func (s *Store) ForRetention() retention.Stores {
	return retention.Stores{Runner: s, Recorder: s, AccountStore: s, JournalStore: s, EventStore: s, MailStore: s, DayStore: s}
}

// ForSecurity returns the store of security.Watch.
func (s *Store) ForSecurity() security.EventStore { return s }

// ForStations returns the stores of station.Service.
func (s *Store) ForStations() station.Stores {
	return station.Stores{Runner: s, Recorder: s, StationStore: s, LockerStore: s, Publisher: s}
}

// ForStatistics returns the store of statistics.Service.
func (s *Store) ForStatistics() statistics.Store { return s }

// ForSubscriptions returns the stores of subscription.Service.
func (s *Store) ForSubscriptions() subscription.Stores {
	return subscription.Stores{Runner: s, Recorder: s, SubscriptionStore: s, CustomerStore: s, TariffStore: s}
}

// ForTariffs returns the stores of tariff.Service.
func (s *Store) ForTariffs() tariff.Stores {
	return tariff.Stores{Runner: s, Recorder: s, TariffStore: s, PeriodStore: s, BeneficiaryStore: s, StationStore: s, LockerStore: s}
}

// ForOwnership returns the stores of ownership.Service.
func (s *Store) ForOwnership() ownership.Stores {
	return ownership.Stores{OperatorStore: s, StationStore: s, LockerStore: s, StayStore: s, TariffStore: s, ContactStore: s, PaymentStore: s}
}

// ForJournal returns the store of journal.Service.
func (s *Store) ForJournal() journal.Reader { return s }

// ForAttention returns the store of attention.Service.
func (s *Store) ForAttention() attention.Reader { return s }

// ForIdempotency returns the stores of idempotency.Service.
func (s *Store) ForIdempotency() idempotency.Stores {
	return idempotency.Stores{Runner: s, AnswerStore: s}
}

// ForSweeping returns the stores of retention.Sweeper.
func (s *Store) ForSweeping() retention.SweepStores {
	return retention.SweepStores{EndedStore: s, ExpiredStore: s, OldMailStore: s, OldBeneficiaryStore: s}
}
