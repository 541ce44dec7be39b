package worklist

import (
	"context"
	"time"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
)

// List is the worklist of an operator. What the actor may not see is nil.
type List struct {
	Payments      Section[Payment]
	Overrun       Section[Stay]
	Removed       Section[Stay]
	Spaces        Section[Space]
	Silent        Section[SilentStation]
	Unpaid        Section[Unpaid]
	Offers        Section[Offer]
	Interventions Section[Intervention]
	Cards         *Section[Card]
	Differences   *Section[Difference]
	Closings      *Section[Closing]
	LeftBikes     *Section[LeftBike]
	Refunds       *Section[Refund]
}

// counts returns how many lines there are of all kinds.
func (l *List) counts() (total, postponed int) {
	for _, section := range []interface{ counts() (int, int) }{
		&l.Payments, &l.Overrun, &l.Removed, &l.Spaces, &l.Silent, &l.Unpaid, &l.Offers, &l.Interventions,
		l.Cards, l.Differences, l.Closings, l.LeftBikes, l.Refunds,
	} {
		waiting, later := section.counts()
		total, postponed = total+waiting, postponed+later
	}
	return total, postponed
}

// Total returns the number of lines of all kinds that are not postponed.
func (l *List) Total() int {
	total, _ := l.counts()
	return total
}

// Postponed returns the number of postponed lines of all kinds.
func (l *List) Postponed() int {
	_, postponed := l.counts()
	return postponed
}

// Service reads worklists, and lets staff say who deals with a line.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock) *Service {
	return &Service{store: store, clock: clock}
}

// Of returns the worklist of an operator as the actor may see it now. heard: this site hears controllers;
// if not, what is stored of them is out of date, and no station is listed as silent.
func (s *Service) Of(ctx context.Context, actor access.Actor, q Query, heard bool) (List, error) {
	q.Now = s.clock.Now()
	var list List
	reads := []func() error{
		read(ctx, q, &list.Payments, s.store.FailedPayments),
		read(ctx, q, &list.Unpaid, s.store.UnpaidSubscriptions),
		read(ctx, q, &list.Overrun, s.store.OverrunStays),
		read(ctx, q, &list.Removed, s.store.RemovedStays),
		read(ctx, q, &list.Spaces, s.store.FullSpaces),
		read(ctx, q, &list.Offers, s.store.UnansweredOffers),
		read(ctx, q, &list.Interventions, s.store.OverdueInterventions),
	}
	if heard {
		reads = append(reads, read(ctx, q, &list.Silent, s.store.SilentStations))
	}
	sees := func(kind Kind) bool { return actor.Can(rightOver(kind), q.OperatorID) }
	if sees(KindCard) {
		list.Cards = new(Section[Card])
		reads = append(reads, read(ctx, q, list.Cards, s.store.ExpiringCards))
	}
	if sees(KindDifference) {
		list.Differences = new(Section[Difference])
		reads = append(reads, read(ctx, q, list.Differences, s.store.OpenDifferences))
	}
	if sees(KindClosing) {
		list.Closings = new(Section[Closing])
		reads = append(reads, read(ctx, q, list.Closings, s.store.RefusedClosings))
	}
	if sees(KindLeftBike) {
		list.LeftBikes = new(Section[LeftBike])
		reads = append(reads, read(ctx, q, list.LeftBikes, s.store.DueLeftBikes))
	}
	if sees(KindRefund) {
		list.Refunds = new(Section[Refund])
		reads = append(reads, read(ctx, q, list.Refunds, s.store.RefundRequests))
	}
	for _, one := range reads {
		if err := one(); err != nil {
			return List{}, err
		}
	}
	return list, nil
}

// read returns what reads a section into its place.
func read[T any](
	ctx context.Context, q Query, into *Section[T], from func(context.Context, Query) (Section[T], error),
) func() error {
	return func() (err error) {
		*into, err = from(ctx, q)
		return err
	}
}

// LastExpiry returns the month of expiry, as YYMM, up to which a card is on the worklist.
func LastExpiry(now time.Time) string {
	year, month, _ := now.In(clock.Paris).Date()
	return time.Date(year, month+1, 1, 0, 0, 0, 0, clock.Paris).Format("0601")
}

// CardSince returns since when a card that expires in that month (MM/YY) and was saved then is on the worklist.
func CardSince(expires string, saved time.Time) time.Time {
	month, err := time.ParseInLocation("01/06", expires, clock.Paris)
	if first := month.AddDate(0, -1, 0); err == nil && first.After(saved) {
		return first.UTC()
	}
	return saved
}
