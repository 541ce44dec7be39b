package desk_test

import (
	"testing"
	"time"

	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// What waits since a day is on the list from its first hour in Paris on, and is handled as any other line.
func TestLinesThatWaitSinceADay(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		w, elsewhere := newWaiting(t, s, "Ici"), newWaiting(t, s, "Ailleurs")
		today := clock.DayOf(storetest.Now)
		at := func(w *waiting) int64 {
			locker, err := s.LockerByID(ctx, w.lockers[0])
			storetest.Check(t, err)
			return locker.StationID
		}
		bike := func(w *waiting, notice int, noticed *time.Time) int64 {
			return storetest.Must(t)(s.AddLeftBike(ctx, leftbike.File{
				OperatorID: w.operator, StationID: at(w), OpenedAt: storetest.Now.AddDate(0, 0, -10), NoticedAt: noticed,
				Bike:  leftbike.Bike{Description: "VTT noir", Tag: storetest.Now.Add(time.Duration(notice)).String()},
				Bylaw: operator.Bylaw{NoticeDays: notice},
			}))
		}
		noticed := new(storetest.Now.AddDate(0, 0, -8))
		due := bike(w, 8, noticed) // its removal, since today
		opened := bike(w, 30, nil) // its notice, since ten days ago
		bike(w, 9, noticed)
		bike(elsewhere, 1, noticed)

		query := worklist.Query{OperatorID: w.operator, Now: storetest.Now}
		bikes, err := s.DueLeftBikes(ctx, query)
		storetest.Check(t, err)
		if bikes.Total != 2 || bikes.First[0].ID != opened || bikes.First[1].ID != due ||
			bikes.First[1].Step != leftbike.Noticed || bikes.First[1].Place.StationID != at(w) ||
			bikes.First[1].Place.LockerID != 0 || !bikes.First[1].Since.Equal(today.Begins()) {
			t.Errorf("left bicycles: %+v", bikes)
		}

		repair := func(w *waiting, locker int, dueOn clock.Day) int64 {
			added, err := s.AddIntervention(ctx, intervention.Intervention{
				OperatorID: w.operator, StationID: at(w), LockerID: w.lockers[locker], Cause: "serrure",
				State: intervention.Open, OpenedAt: storetest.Now.AddDate(0, 0, -9), DueOn: &dueOn,
			})
			storetest.Check(t, err)
			return added.ID
		}
		late := repair(w, 1, today-3)
		repair(w, 2, today)
		repair(elsewhere, 1, today-3)
		repairs, err := s.OverdueInterventions(ctx, query)
		storetest.Check(t, err)
		if repairs.Total != 1 || repairs.First[0].ID != late || repairs.First[0].DueOn != today-3 ||
			repairs.First[0].Place.LockerID != w.lockers[1] || !repairs.First[0].Since.Equal((today - 2).Begins()) {
			t.Errorf("interventions: %+v", repairs)
		}

		for kind, id := range map[worklist.Kind]int64{worklist.KindLeftBike: due, worklist.KindIntervention: late} {
			line, stationID, err := s.LineOf(ctx, w.operator, kind, id, storetest.Now)
			if err != nil || stationID != at(w) || line.Handling.Assignee != nil {
				t.Errorf("%s: %+v at %d, %v", kind, line, stationID, err)
			}
			line.Handling.PostponedUntil = new(storetest.Now.Add(time.Hour))
			storetest.Check(t, s.SaveHandling(ctx, w.operator, kind, id, line.Handling, storetest.Now))
		}
		storetest.Check(t, s.TrimHandlings(ctx, storetest.Now))
		bikes, err = s.DueLeftBikes(ctx, query)
		if err != nil || bikes.Total != 1 || bikes.Postponed != 1 {
			t.Errorf("a postponed bicycle: %+v, %v", bikes, err)
		}
		repairs, err = s.OverdueInterventions(ctx, query)
		if err != nil || repairs.Total != 0 || repairs.Postponed != 1 {
			t.Errorf("a postponed intervention: %+v, %v", repairs, err)
		}
	})
}

// Filters leave lines out, and counts tell how many they leave.
func TestNarrowedLines(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := t.Context(), storetest.Now
		w := newWaiting(t, s, "Ici")
		for _, hours := range []time.Duration{1, 24, 30, 200} {
			w.pay(0, payment.PermanentError, hours*time.Hour, false)
		}
		storetest.Check(t, s.Exec(ctx, "test", `INSERT INTO account_roles (account_id, operator_id, role)
			VALUES ($1, $2, 'Hotline')`, w.people[0], w.operator))
		read := func(q worklist.Query) worklist.Section[worklist.Payment] {
			t.Helper()
			q.OperatorID, q.Now = w.operator, now
			section, err := s.FailedPayments(ctx, q)
			storetest.Check(t, err)
			return section
		}
		all := read(worklist.Query{})
		handle := func(at int, h worklist.Handling) {
			t.Helper()
			storetest.Check(t, s.SaveHandling(ctx, w.operator, worklist.KindPayment, all.First[at].ID, h, now))
		}
		mine := worklist.Handling{Assignee: &worklist.Account{ID: w.people[0]}, AssignedAt: now}
		handle(1, mine)
		mine.PostponedUntil = new(now.Add(time.Hour))
		handle(2, mine)
		const day = 24 * time.Hour
		me, nobody := &w.people[0], new(int64(0))
		for _, c := range []struct {
			query  worklist.Query
			picked int
		}{
			{worklist.Query{}, 3},
			{worklist.Query{Age: day}, 2},
			{worklist.Query{Age: 7 * day}, 1},
			{worklist.Query{Holder: me}, 1},
			{worklist.Query{Holder: nobody}, 0},
			{worklist.Query{Holder: me, Age: 7 * day}, 0},
			{worklist.Query{Postponed: true}, 1},
			{worklist.Query{Postponed: true, Holder: me, Age: day}, 1},
			{worklist.Query{Postponed: true, Age: 7 * day}, 0},
			{worklist.Query{Age: day, Limit: 1}, 2},
		} {
			got := read(c.query)
			listed := c.picked
			if c.query.Limit != 0 {
				listed = c.query.Limit
			}
			if got.Picked != c.picked || len(got.First) != listed || got.Total != 3 || got.Postponed != 1 {
				t.Errorf("%+v: %d picked of %d and %d, %d listed, want %d", c.query, got.Picked, got.Total, got.Postponed,
					len(got.First), c.picked)
			}
		}
		for _, p := range all.First {
			if next := p.NextOrder(); !next.Equal(p.Since.Add(day)) {
				t.Errorf("an order of what failed at %s: from %s on", p.Since, next)
			}
		}
	})
}
