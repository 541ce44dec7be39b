package desk_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// What staff do with a line is shown with it and nowhere else, and goes with it.
func TestHandlings(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := t.Context(), storetest.Now
		here, elsewhere := newWaiting(t, s, "Ici"), newWaiting(t, s, "Ailleurs")
		for i, status := range []payment.Status{payment.PermanentError, payment.Invalid, payment.PermanentError} {
			here.pay(0, status, time.Duration(3-i)*time.Hour, false)
		}
		storetest.Check(t, s.Exec(ctx, "test", `INSERT INTO account_roles (account_id, operator_id, role)
			VALUES ($1, $2, 'Hotline')`, here.people[0], here.operator))
		query := worklist.Query{OperatorID: here.operator, Now: now}
		list := func(q worklist.Query) worklist.Section[worklist.Payment] {
			t.Helper()
			section, err := s.FailedPayments(ctx, q)
			storetest.Check(t, err)
			return section
		}
		all := list(query)
		first, second := all.First[0], all.First[1]
		save := func(id int64, h worklist.Handling, at time.Time) {
			t.Helper()
			storetest.Check(t, s.SaveHandling(ctx, here.operator, worklist.KindPayment, id, h, at))
		}
		zoe := &worklist.Account{ID: here.people[0], Name: "Zoé Zola"}
		save(first.ID, worklist.Handling{Assignee: zoe, AssignedAt: now}, now)
		save(second.ID, worklist.Handling{PostponedUntil: new(now.Add(time.Hour)), PostponedBy: zoe}, now)

		got := list(query)
		if got.Total != 2 || got.Postponed != 1 || len(got.First) != 2 || got.First[0].Handling.Assignee == nil ||
			*got.First[0].Handling.Assignee != *zoe || !got.First[0].Handling.AssignedAt.Equal(now) ||
			got.First[1].Handling != (worklist.Handling{}) {
			t.Errorf("taken and postponed: %+v", got)
		}
		later := query
		later.Postponed = true
		if got := list(later); got.Total != 2 || len(got.First) != 1 || got.First[0].ID != second.ID ||
			*got.First[0].Handling.PostponedBy != *zoe {
			t.Errorf("the postponed: %+v", got)
		}
		query.Now = now.Add(time.Hour)
		if got := list(query); got.Total != 3 || got.Postponed != 0 || got.First[1].Handling != (worklist.Handling{}) {
			t.Errorf("it comes back by itself: %+v", got)
		}

		if _, _, err := s.LineOf(ctx, elsewhere.operator, worklist.KindPayment, first.ID,
			now); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("a line of another operator: %v", err)
		}
		if _, stationID, err := s.LineOf(ctx, here.operator, worklist.KindPayment, first.ID, now); err != nil ||
			stationID == 0 {
			t.Errorf("the station of a line: %d, %v", stationID, err)
		}

		// The payment fails once more: that is another line.
		storetest.Check(t, s.Exec(ctx, "test", `UPDATE payments SET presented_at = presented_at + 1 WHERE id = $1`, first.ID))
		for _, line := range list(query).First {
			if line.Handling.Assignee != nil {
				t.Errorf("a new line is somebody's: %+v", line)
			}
		}
		storetest.Check(t, s.TrimHandlings(ctx, now))
		if left, err := s.Count(ctx, "test", `SELECT COUNT(*) FROM worklist_handlings`); err != nil || left != 1 {
			t.Errorf("after a trim before the postponement ends: %d, %v", left, err)
		}
		storetest.Check(t, s.TrimHandlings(ctx, query.Now))
		if left, err := s.Count(ctx, "test", `SELECT COUNT(*) FROM worklist_handlings`); err != nil || left != 0 {
			t.Errorf("after it: %d, %v", left, err)
		}

		// Whoever has left the operator deals with nothing there.
		save(first.ID, worklist.Handling{Assignee: zoe, AssignedAt: now}, now)
		storetest.Check(t, s.Exec(ctx, "test", `DELETE FROM account_roles WHERE account_id = $1`, zoe.ID))
		if line, _, err := s.LineOf(ctx, here.operator, worklist.KindPayment, first.ID, now); err != nil ||
			line.Handling.Assignee != nil {
			t.Errorf("of somebody who left: %+v, %v", line, err)
		}
	})
}

// Every kind has its lines by their ids, in every order, and can be trimmed.
func TestLinesOfEveryKind(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := t.Context(), storetest.Now
		w := newWaiting(t, s, "Ici")
		w.pay(0, payment.PermanentError, 9*time.Hour, false)
		w.pay(0, payment.PermanentError, 8*time.Hour, false)
		storetest.Check(t, s.Exec(ctx, "test", `UPDATE payments SET amount = 900
			WHERE presented_at = $1`, now.Add(-8*time.Hour).UnixMilli()))
		w.park(1, 0, 61*time.Minute)
		w.park(2, 1, 3*time.Hour)
		for _, order := range []worklist.Order{worklist.MostUrgent, worklist.Oldest, worklist.Largest} {
			q := worklist.Query{OperatorID: w.operator, Now: now, Order: order, Limit: 1}
			payments, err := s.FailedPayments(ctx, q)
			storetest.Check(t, err)
			if largest := payments.First[0].Amount == 900; largest != (order == worklist.Largest) || payments.Total != 2 ||
				len(payments.First) != 1 {
				t.Errorf("%q: %+v", order, payments)
			}
			for kind, read := range map[worklist.Kind]func(context.Context, worklist.Query) (worklist.Section[worklist.Stay],
				error){
				worklist.KindOverrun: s.OverrunStays, worklist.KindRemoved: s.RemovedStays,
			} {
				stays, err := read(ctx, q)
				storetest.Check(t, err)
				line, _, err := s.LineOf(ctx, w.operator, kind, stays.First[0].ID, now)
				if err != nil || !line.Since.Equal(stays.First[0].Since) {
					t.Errorf("%s: %+v, %v", kind, line, err)
				}
			}
			_, err = s.FullSpaces(ctx, q)
			storetest.Check(t, err)
			_, err = s.UnpaidSubscriptions(ctx, q)
			storetest.Check(t, err)
			_, err = s.ExpiringCards(ctx, q)
			storetest.Check(t, err)
			_, err = s.SilentStations(ctx, q)
			storetest.Check(t, err)
			_, err = s.OpenDifferences(ctx, q)
			storetest.Check(t, err)
			_, err = s.RefusedClosings(ctx, q)
			storetest.Check(t, err)
			_, err = s.RefundRequests(ctx, q)
			storetest.Check(t, err)
		}
		for _, kind := range []worklist.Kind{
			worklist.KindPayment, worklist.KindOverrun, worklist.KindRemoved,
			worklist.KindSpace, worklist.KindSilent, worklist.KindCard, worklist.KindDifference,
			worklist.KindUnpaid, worklist.KindClosing, worklist.KindRefund,
		} {
			storetest.Check(t, s.SaveHandling(ctx, w.operator, kind, 999,
				worklist.Handling{PostponedUntil: new(now.Add(time.Hour))}, now))
			if _, _, err := s.LineOf(ctx, w.operator, kind, 999, now); !fault.Is(err, fault.KindNotFound) {
				t.Errorf("%s: %v", kind, err)
			}
			storetest.Check(t, s.Exec(ctx, "test", `INSERT INTO worklist_handlings (operator_id, kind, object_id, since)
				VALUES ($1, $2, 998, 0)`, w.operator, string(kind)))
		}
		storetest.Check(t, s.TrimHandlings(ctx, now))
		if left, err := s.Count(ctx, "test", `SELECT COUNT(*) FROM worklist_handlings`); err != nil || left != 0 {
			t.Errorf("of objects that are not there: %d, %v", left, err)
		}
	})
}

// A counted space is full since the first count that left no place, a space of stays since its last place was taken.
func TestSinceWhenASpaceIsFull(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := t.Context(), storetest.Now
		w := newWaiting(t, s, "Ici")
		site := storetest.Must(t)(s.CreateStation(ctx,
			station.Station{OperatorID: w.operator, Name: "Abri", Kind: station.CountedCollective, Active: true}, now))
		space := storetest.Must(t)(s.CreateLocker(ctx,
			station.Locker{StationID: site, Name: "Abri", Type: station.Space, Active: true, Capacity: 8}, now))
		for minute, occupied := range []int{8, 7, 8, 9, 8} {
			storetest.Check(t, s.SetCount(ctx, space,
				station.Count{Occupied: occupied, At: now.Add(time.Duration(minute) * time.Minute)}))
		}
		got, err := s.FullSpaces(ctx, worklist.Query{OperatorID: w.operator, Now: now.Add(time.Hour)})
		if err != nil || got.Total != 1 || !got.First[0].Since.Equal(now.Add(2*time.Minute)) {
			t.Errorf("%+v, %v", got, err)
		}
	})
}
