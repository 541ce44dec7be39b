package hotline

import (
	"context"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/diagnosis"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/opening"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// now is 11:02 in Paris on a day of winter.
var now = time.Date(2026, 11, 24, 10, 2, 0, 0, time.UTC)

func ago(d time.Duration) time.Time { return now.Add(-d) }

type fixed struct{}

func (fixed) Now() time.Time { return now }

const (
	operator = 1
	zoe      = 7 // a customer
)

// memory is an operator whose lockers are numbered from 1 and named A1, A2… at « Gare ».
type memory struct {
	Store
	person   account.Details
	stays    []stay.Details // in progress, of Zoé
	refusals []refusal.Refusal
	codes    []opening.Given // of whichever locker is asked about
	lines    []audit.Line
	mails    []Mail
	payments []payment.Details
	door     Door // what is known of whichever locker is asked about
	searched []account.Filter
	notes    []Note
}

func (m *memory) NotesOn(_ context.Context, _, accountID, lockerID int64, _ int) ([]Note, error) {
	return slices.DeleteFunc(slices.Clone(m.notes), func(n Note) bool {
		return accountID != 0 && n.AccountID != accountID || lockerID != 0 && (n.LockerID != lockerID || n.AccountID != 0)
	}), nil
}

func newMemory() *memory {
	m := &memory{}
	m.person.ID, m.person.Active, m.door.Active, m.door.StationActive = zoe, true, true, true
	return m
}

func placed(lockerID int64) diagnosis.Place {
	return diagnosis.Place{StationID: 1, Station: "Gare", LockerID: lockerID, Locker: "A" + string(rune('0'+lockerID))}
}

// inLocker returns a stay of Zoé in progress.
func inLocker(id, lockerID int64, kind station.LockerType) stay.Details {
	o := stay.Details{
		Station: station.Station{ID: 1, Name: "Gare"},
		Locker:  station.Locker{ID: lockerID, Name: placed(lockerID).Locker, Type: kind}, PaymentID: 100 + id,
	}
	o.ID, o.LockerID, o.AccountID, o.StartedAt = id, lockerID, zoe, ago(3*time.Hour)
	return o
}

func (m *memory) AccountDetails(_ context.Context, id, operatorID int64) (account.Details, error) {
	if id != m.person.ID || operatorID != operator {
		return account.Details{}, fault.NotFound()
	}
	return m.person, nil
}

func (m *memory) Accounts(_ context.Context, filter account.Filter, _, _ int) ([]account.Details, int, error) {
	m.searched = append(m.searched, filter)
	return []account.Details{m.person}, 1, nil
}

func (m *memory) Payments(context.Context, payment.Filter, int, int) ([]payment.Details, int, error) {
	return []payment.Details{{}}, 1, nil
}

func (m *memory) DocumentNumbered(
	_ context.Context, _ int64, kind document.Kind, year int, rank int64,
) (document.Document, error) {
	counter := document.Counter{Year: 2026, Last: 123}
	if year != counter.Year || rank != counter.Last {
		return document.Document{}, fault.NotFound()
	}
	return document.Document{Kind: kind, Record: document.Record{Number: counter.Number("VELO", kind)}}, nil
}

func (m *memory) InterventionNumbered(_ context.Context, _, number int64) (intervention.Listed, error) {
	if number != 12 {
		return intervention.Listed{}, fault.NotFound()
	}
	return intervention.Listed{Intervention: intervention.Intervention{Number: number}}, nil
}

func (m *memory) FindPlaces(_ context.Context, _ int64, words []string, _ int) (lockers, stations []Spot, err error) {
	for _, word := range words {
		lockers = append(lockers, Spot{LockerName: word})
	}
	return lockers, nil, nil
}

func (m *memory) OpenStaysOf(context.Context, int64, int64) ([]stay.Details, error) {
	return m.stays, nil
}

func (m *memory) OpenStaysIn(_ context.Context, lockerID int64) ([]stay.Details, error) {
	return slices.DeleteFunc(slices.Clone(m.stays), func(o stay.Details) bool { return o.LockerID != lockerID }), nil
}

func (m *memory) SubscriptionsOf(context.Context, int64, int64, int, int) ([]subscription.Bought, int, error) {
	return nil, 0, nil
}

func (m *memory) SpansOf(context.Context, int64, time.Time, bool) ([]stay.Span, error) {
	return nil, nil
}

func (m *memory) SubscribedTariffs(context.Context, int64, time.Time) ([]int64, error) {
	return nil, nil
}

func (m *memory) TariffsOfLocker(context.Context, int64) ([]tariff.Tariff, error) { return nil, nil }

func (m *memory) CardOf(context.Context, int64, int64) (payment.Card, error) {
	return payment.Card{PAN: "•••• 4242", Expires: "11/26"}, nil
}

func (m *memory) refused(after time.Time, of func(refusal.Refusal) bool) []refusal.Refusal {
	found := slices.DeleteFunc(slices.Clone(m.refusals),
		func(r refusal.Refusal) bool { return !of(r) || !r.At.After(after) })
	slices.SortFunc(found, func(a, b refusal.Refusal) int { return b.At.Compare(a.At) })
	return found
}

func (m *memory) RefusalsAt(_ context.Context, lockerID int64, after time.Time, _ int) ([]refusal.Refusal, error) {
	return m.refused(after, func(r refusal.Refusal) bool { return r.LockerID == lockerID }), nil
}

func (m *memory) RefusalsTo(_ context.Context, accountID, _ int64, after time.Time, _ int) ([]refusal.Refusal, error) {
	return m.refused(after, func(r refusal.Refusal) bool { return r.AccountID == accountID }), nil
}

func (m *memory) GivenAfter(context.Context, int64, time.Time, int) ([]opening.Given, error) {
	return m.codes, nil
}

func (m *memory) DoorAt(_ context.Context, operatorID, _ int64) (Door, error) {
	if operatorID != operator {
		return Door{}, fault.NotFound()
	}
	return m.door, nil
}

func (m *memory) LockerByID(_ context.Context, id int64) (station.Locker, error) {
	return station.Locker{
		ID: id, StationID: 1, StationName: "Gare", Name: placed(id).Locker, Capacity: 1,
		Active: m.door.Active,
	}, nil
}

func (m *memory) Places(_ context.Context, ids []int64) (map[int64]diagnosis.Place, error) {
	places := map[int64]diagnosis.Place{}
	for _, id := range ids {
		places[id] = placed(id)
	}
	return places, nil
}

func (m *memory) ids(settled bool) []int64 {
	ids := []int64{}
	for _, p := range m.payments {
		if p.Status.Collected() == settled {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

func (m *memory) UnsettledPayments(context.Context, int64, int64, int) ([]int64, error) {
	return m.ids(false), nil
}

func (m *memory) LastPayments(context.Context, int64, int64, int) ([]int64, error) {
	return append(m.ids(true), m.ids(false)...), nil
}

func (m *memory) DetailsByID(_ context.Context, ids []int64) ([]payment.Details, error) {
	found := []payment.Details{}
	for _, id := range ids {
		if i := slices.IndexFunc(m.payments, func(p payment.Details) bool { return p.ID == id }); i >= 0 {
			found = append(found, m.payments[i])
		}
	}
	return found, nil
}

func (m *memory) Acts(
	_ context.Context, _ int64, kind string, ids []int64, after time.Time, _ int,
) ([]audit.Line, error) {
	return slices.DeleteFunc(slices.Clone(m.lines), func(l audit.Line) bool {
		return l.Object.Kind != kind || !slices.Contains(ids, l.Object.ID) || !l.At.After(after)
	}), nil
}

func (m *memory) LastAct(context.Context, audit.Object, audit.Action) (*time.Time, error) {
	return nil, nil //nolint:nilnil // it is forgotten
}

func (m *memory) MailsTo(context.Context, int64, time.Time, int) ([]Mail, error) { return m.mails, nil }

// as returns somebody with the role at the operator.
func as(role access.Role) access.Actor {
	return access.Actor{AccountID: 90, Roles: map[int64][]access.Role{operator: {role}}}
}

var administrator = access.Actor{AccountID: 91, Admin: true}

func (m *memory) call(ctx context.Context, actor access.Actor) (Call, error) {
	return NewService(m, fixed{}).OfCustomer(ctx, actor, operator, zoe, 0, true)
}
