package stays_test

import (
	"testing"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// What is stored of a file is read again at each step; a stay and a tag have one that is under way.
func TestFilesOfLeftBikes(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := t.Context(), storetest.Now
		storetest.NewDueStay(t, s) // stay 1 of account 1, which the file outlives here
		inLocker := leftbike.File{
			OperatorID: 1, StationID: 1, LockerID: 1, StayID: 1, AccountID: 1, OpenedAt: now,
			Bike:  leftbike.Bike{Description: "Noir", Mark: "BC1234567A"},
			Bylaw: operator.Bylaw{NoticeDays: 30, RemovalDays: 1, KeepingDays: 90, EndDays: 2, NoticeText: "Avis"},
		}
		inPark := leftbike.File{
			OperatorID: 1, StationID: 1, OpenedAt: now.Add(time.Hour), Bike: leftbike.Bike{Description: "Bleu", Tag: "V-1"},
		}
		for _, f := range []*leftbike.File{&inLocker, &inPark} {
			f.ID = storetest.Must(t)(s.AddLeftBike(ctx, *f))
			if _, err := s.AddLeftBike(ctx, *f); !fault.Is(err, fault.KindConflict) {
				t.Errorf("a second file: %v", err)
			}
		}
		read := func(id int64) leftbike.Listed {
			t.Helper()
			got, err := s.LeftBike(ctx, id)
			storetest.Check(t, err)
			return got
		}
		for years, act := range []leftbike.Act{
			{Step: leftbike.Noticed, Posted: true},
			{Step: leftbike.Removed, Depot: "Nord", Shelf: "B2"},
			{Step: leftbike.Returned, Recipient: "Ada", Proof: leftbike.Invoice},
		} {
			taken, err := inLocker.Take(act, now.AddDate(years, 0, 0))
			storetest.Check(t, err)
			storetest.Check(t, s.SaveLeftBike(ctx, taken))
			got := read(inLocker.ID)
			if got.Step() != act.Step || got.Bike != taken.Bike || got.Bylaw != taken.Bylaw || got.Depot != taken.Depot ||
				got.Posted != taken.Posted || got.Recipient != taken.Recipient || got.Proof != taken.Proof ||
				got.Station.Name != "Gare" || got.Locker.Name != "A1" || got.Account.Email != "a@exemple.test" {
				t.Errorf("%s: %+v", act.Step, got)
			}
			inLocker = got.File
		}
		again := inLocker
		again.NoticedAt, again.RemovedAt, again.EndedAt, again.Ending = nil, nil, nil, ""
		again.ID = storetest.Must(t)(s.AddLeftBike(ctx, again))
		undone := inLocker
		undone.EndedAt, undone.Ending = nil, ""
		if err := s.SaveLeftBike(ctx, undone); !fault.Is(err, fault.KindConflict) {
			t.Errorf("undone beside another: %v", err)
		}
		for name, c := range map[string]struct {
			filter leftbike.Filter
			want   int
		}{
			"all":              {leftbike.Filter{OperatorID: 1}, 3},
			"another operator": {leftbike.Filter{OperatorID: 2}, 0},
			"by step":          {leftbike.Filter{OperatorID: 1, Steps: []leftbike.Step{leftbike.Opened}}, 2},
			"by stay":          {leftbike.Filter{OperatorID: 1, StayID: 1}, 2},
			"by person":        {leftbike.Filter{OperatorID: 1, AccountID: 1}, 2},
			"by tag":           {leftbike.Filter{OperatorID: 1, StationIDs: []int64{1}, Tag: "V-1"}, 1},
		} {
			list, total, err := s.LeftBikes(ctx, c.filter, 0, 10)
			if err != nil || total != c.want || len(list) != c.want {
				t.Errorf("%s: %d of %d, %v", name, len(list), total, err)
			}
		}
		storetest.Check(t, s.TrimLeftBikes(ctx, now.AddDate(2, 0, -1)))
		if got := read(inLocker.ID); got.Recipient != "Ada" {
			t.Errorf("too early: %+v", got)
		}
		_, err := s.Erase(ctx, 1, account.Deletion, now)
		storetest.Check(t, err)
		if of, err := s.LeftBikesOf(ctx, 1); err != nil || len(of) != 0 {
			t.Errorf("of an erased person: %+v, %v", of, err)
		}
		if got := read(inLocker.ID); got.Recipient != "" || got.Mark != "" {
			t.Errorf("a closed file: %+v", got)
		}
		if got := read(again.ID); got.Mark != "BC1234567A" || got.AccountID != 0 {
			t.Errorf("an open file: %+v", got)
		}
		storetest.Check(t, s.SaveLeftBike(ctx, inLocker)) // as if the person were not erased
		storetest.Check(t, s.TrimLeftBikes(ctx, now.AddDate(2, 0, 1)))
		if got := read(inLocker.ID); got.Recipient != "" || got.Mark != "" || got.Description == "Noir" {
			t.Errorf("after two years: %+v", got)
		}
	})
}
