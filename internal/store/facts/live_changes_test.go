package facts_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestChangesAreThoseCommitted(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		locker := storetest.NewLocker(t, s)
		woken := 0
		s.OnChange(func() { woken++ })
		undone := errors.New("undone")
		line := audit.Entry{
			At: storetest.Now, OperatorID: 1, StationID: 1, Action: audit.LockerSwitchedOff,
			Object: audit.Object{Kind: audit.KindLocker, ID: locker},
		}
		if err := s.Atomically(ctx, func(ctx context.Context) error {
			return errors.Join(s.Record(ctx, line), undone)
		}); !errors.Is(err, undone) || woken != 0 {
			t.Errorf("rolled back: %v, woken %d times", err, woken)
		}
		storetest.Check(t, s.Record(ctx, line))
		storetest.Check(t, s.AtLocker(ctx, live.Doors, locker, storetest.Now))
		storetest.Check(t, s.Record(ctx,
			audit.Entry{At: storetest.Now, Action: audit.LoggedIn, Object: audit.Object{Kind: audit.KindAccount, ID: 1}}))
		latest, err := s.LatestChanges(ctx, 2)
		storetest.Check(t, err)
		if len(latest) != 2 || woken != 2 || latest[0].Topic != live.Service || latest[1].Topic != live.Doors ||
			latest[1].OperatorID != 1 || latest[1].StationID == 0 || latest[1].ObjectID != locker ||
			!latest[1].At.Equal(storetest.Now) {
			t.Fatalf("woken %d times, %+v", woken, latest)
		}
		for _, c := range []struct {
			after   int64
			missing []int64
			want    int
		}{{latest[1].ID, nil, 0}, {latest[0].ID, nil, 1}, {latest[1].ID, []int64{latest[0].ID, 999}, 1}, {0, nil, 2}} {
			if found, err := s.ChangesAfter(ctx, c.after, c.missing, 10); err != nil || len(found) != c.want {
				t.Errorf("after %d and %v: %+v, %v", c.after, c.missing, found, err)
			}
		}
		storetest.Check(t, s.TrimChanges(ctx, storetest.Now.Add(time.Second)))
		if left, err := s.LatestChanges(ctx, 10); err != nil || len(left) != 0 {
			t.Errorf("trimmed: %+v, %v", left, err)
		}
	})
}

// An account that was changed for the whole platform is told of at each operator that shows it.
func TestAnAccountIsToldOfAtItsOperators(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		storetest.NewLocker(t, s) // at operator 1
		id, err := s.CreateAccount(ctx,
			account.Account{
				Email: "b@exemple.test", Active: true,
				Roles: map[int64][]access.Role{1: {access.Hotline, access.Customer}},
			}, storetest.Now)
		storetest.Check(t, err)
		storetest.Check(t, s.Record(ctx,
			audit.Entry{At: storetest.Now, Action: audit.AccountBanned, Object: audit.Object{Kind: audit.KindAccount, ID: id}}))
		told, err := s.LatestChanges(ctx, 10)
		if err != nil || len(told) != 2 || told[0].OperatorID != 0 || told[1].OperatorID != 1 || told[1].ObjectID != id {
			t.Errorf("%+v, %v", told, err)
		}
	})
}
