package demo_test

import (
	"context"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/hotline"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/availability"
	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/domain/stays/waiting"
	"consigne/internal/kernel/access"
)

// memory is a store that keeps everything in the order of creation.
type memory struct {
	Operators []operator.Operator
	Contacts  []operator.Contact
	Stations  []station.Station
	Lockers   []station.Locker
	Accounts  []account.Account
	Tariffs   []tariff.Tariff
	Subs      []subscription.Subscription
	Waits     []waiting.Wait
	Bikes     []leftbike.File
	Spans     []availability.Span
	Contracts []availability.Contract
	Repairs   []intervention.Intervention
	Lines     map[int64][]intervention.Line // of interventions
	Notes     []hotline.Note
	Quota     int64
	Holders   map[int64]int64 // of lockers
	Stays     []stay.Stay
	Billed    []payment.Billed
	Audit     []audit.Entry
	Instants  []time.Time // when each item was created

	lostRaces int // number of first attempts to discard, as after a conflict
	discard   bool
	transact  bool
	outside   int // number of writes outside a transaction
}

func (m *memory) Atomically(ctx context.Context, act func(ctx context.Context) error) error {
	m.transact = true
	defer func() { m.transact = false }()
	for range m.lostRaces {
		if err := act(ctx); err != nil {
			return err
		}
		*m = memory{transact: true, outside: m.outside}
	}
	return act(ctx)
}

func (m *memory) wrote() {
	if !m.transact {
		m.outside++
	}
}

func keep[T any](m *memory, list *[]T, item T, setID func(*T, int64), at time.Time) (int64, error) {
	m.wrote()
	id := int64(len(*list) + 1)
	setID(&item, id)
	*list = append(*list, item)
	m.Instants = append(m.Instants, at)
	return id, nil
}

func (m *memory) CreateOperator(_ context.Context, o operator.Operator, at time.Time) (int64, error) {
	return keep(m, &m.Operators, o, func(o *operator.Operator, id int64) { o.ID = id }, at)
}

func (m *memory) SetFiscalIdentity(_ context.Context, id int64, i operator.Identity) error {
	m.Operators[id-1].Identity = i
	return nil
}

func (m *memory) SetOpenData(_ context.Context, id int64, open bool) error {
	m.wrote()
	m.Operators[id-1].OpenData = open
	return nil
}

func (m *memory) CreateContact(_ context.Context, c operator.Contact) (int64, error) {
	m.wrote()
	m.Contacts = append(m.Contacts, c)
	return int64(len(m.Contacts)), nil
}

func (m *memory) CreateStation(_ context.Context, s station.Station, at time.Time) (int64, error) {
	return keep(m, &m.Stations, s, func(s *station.Station, id int64) { s.ID = id }, at)
}

func (m *memory) CreateLocker(_ context.Context, l station.Locker, at time.Time) (int64, error) {
	return keep(m, &m.Lockers, l, func(l *station.Locker, id int64) { l.ID = id }, at)
}

func (m *memory) CreateAccount(_ context.Context, a account.Account, at time.Time) (int64, error) {
	return keep(m, &m.Accounts, a, func(a *account.Account, id int64) { a.ID = id }, at)
}

func (m *memory) CreateTariff(_ context.Context, t tariff.Tariff, at time.Time) (int64, error) {
	return keep(m, &m.Tariffs, t, func(t *tariff.Tariff, id int64) { t.ID = id }, at)
}

func (m *memory) SetQuota(_ context.Context, _, _ int64, places *int64) error {
	m.wrote()
	m.Quota = *places
	return nil
}

func (m *memory) SetSubscriptionStation(_ context.Context, subscriptionID, stationID int64) error {
	m.wrote()
	m.Subs[subscriptionID-1].StationID = stationID
	return nil
}

func (m *memory) GiveLocker(_ context.Context, lockerID, subscriptionID int64, _ time.Time) (bool, error) {
	m.wrote()
	m.Holders = map[int64]int64{lockerID: m.Subs[subscriptionID-1].AccountID}
	return true, nil
}

func (m *memory) AddLeftBike(_ context.Context, file leftbike.File) (int64, error) {
	return keep(m, &m.Bikes, file, func(file *leftbike.File, id int64) { file.ID = id }, file.OpenedAt)
}

func (m *memory) ImportSpan(_ context.Context, span availability.Span) error {
	_, err := keep(m, &m.Spans, span, func(span *availability.Span, id int64) { span.ID = id }, span.From)
	return err
}

func (m *memory) AddContract(_ context.Context, c availability.Contract) (int64, error) {
	return keep(m, &m.Contracts, c, func(c *availability.Contract, id int64) { c.ID = id }, c.At)
}

func (m *memory) AddIntervention(
	_ context.Context, i intervention.Intervention,
) (intervention.Intervention, error) {
	var err error
	number := func(i *intervention.Intervention, id int64) { i.ID, i.Number = id, id }
	i.ID, err = keep(m, &m.Repairs, i, number, i.OpenedAt)
	return i, err
}

func (m *memory) AddInterventionLine(_ context.Context, id int64, line intervention.Line) error {
	m.wrote()
	if m.Lines == nil {
		m.Lines = map[int64][]intervention.Line{}
	}
	m.Lines[id] = append(m.Lines[id], line)
	return nil
}

func (m *memory) CreateNote(_ context.Context, note hotline.Note) (int64, error) {
	return keep(m, &m.Notes, note, func(note *hotline.Note, id int64) { note.ID = id }, note.At)
}

func (m *memory) AddWait(_ context.Context, wait waiting.Wait) (int64, error) {
	return keep(m, &m.Waits, wait, func(wait *waiting.Wait, id int64) { wait.ID = id }, wait.AskedAt)
}

func (m *memory) SaveWait(_ context.Context, wait waiting.Wait) error {
	m.wrote()
	m.Waits[wait.ID-1] = wait
	return nil
}

func (m *memory) CreateSubscription(_ context.Context, sub subscription.Subscription) (int64, error) {
	return keep(m, &m.Subs, sub, func(sub *subscription.Subscription, id int64) { sub.ID = id }, sub.StartsAt)
}

func (m *memory) SaveCard(context.Context, int64, int64, payment.Card, time.Time) error {
	m.wrote()
	return nil
}

func (m *memory) ImportStays(_ context.Context, billed []payment.Billed) error {
	m.wrote()
	for _, b := range billed {
		if !m.discard {
			m.Stays = append(m.Stays, b.Stay)
			m.Billed = append(m.Billed, b)
		}
	}
	return nil
}

func (m *memory) ImportTerms(_ context.Context, billed []payment.Billed) error {
	m.wrote()
	m.Billed = append(m.Billed, billed...)
	return nil
}

func (m *memory) Record(_ context.Context, entry audit.Entry) error {
	m.wrote()
	m.Audit = append(m.Audit, entry)
	return nil
}

func (m *memory) account(email string) account.Account {
	i := slices.IndexFunc(m.Accounts, func(a account.Account) bool { return a.Email == email })
	if i < 0 {
		return account.Account{}
	}
	return m.Accounts[i]
}

func (m *memory) locker(id int64) station.Locker             { return m.Lockers[id-1] }
func (m *memory) stationOf(l station.Locker) station.Station { return m.Stations[l.StationID-1] }

func (m *memory) staff(accountID, operatorID int64) bool {
	a := m.Accounts[accountID-1]
	return a.Admin || slices.ContainsFunc(a.Roles[operatorID], access.Role.Staff)
}
