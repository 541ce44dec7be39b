package people_test

import (
	"bytes"
	"context"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestActorIsReadAfresh(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		operatorID := storetest.Must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, storetest.Now))
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{
			Email: "a@exemple.test", Active: true, Roles: map[int64][]access.Role{operatorID: {access.Hotline}},
		}, storetest.Now))
		session := account.Session{
			ID: "s1", AccountID: id, Generation: 1, CreatedAt: storetest.Now, RotatedAt: storetest.Now,
			ExpiresAt: storetest.Now.Add(time.Hour),
		}
		storetest.Check(t, s.CreateSession(ctx, session))

		actor, err := s.ActorOf(ctx, "s1", storetest.Now)
		if err != nil || actor.AccountID != id || !actor.Can(access.EventsWrite, operatorID) {
			t.Fatalf("in force: %+v, %v", actor, err)
		}
		refused := func(why string, at time.Time) {
			t.Helper()
			if _, err := s.ActorOf(ctx, "s1", at); !fault.Is(err, fault.KindNotFound) {
				t.Errorf("%s: got %v, want not found", why, err)
			}
		}
		refused("at its end", storetest.Now.Add(time.Hour))
		storetest.Check(t, s.SetActive(ctx, id, false))
		refused("banned", storetest.Now)
		storetest.Check(t, s.SetActive(ctx, id, true))
		storetest.Check(t, s.EndSessionsOf(ctx, id, storetest.Now))
		refused("ended", storetest.Now)
	})
}

func TestRotationHasOneWinner(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, storetest.Now))
		session := account.Session{
			ID: "s1", AccountID: id, Generation: 1, CreatedAt: storetest.Now, RotatedAt: storetest.Now,
			ExpiresAt: storetest.Now.Add(time.Hour),
		}
		storetest.Check(t, s.CreateSession(ctx, session))
		if winners := storetest.Race(20, func() bool {
			var moved bool
			err := s.Atomically(ctx, func(ctx context.Context) (err error) {
				moved, err = s.RotateSession(ctx, session)
				return err
			})
			if err != nil {
				t.Error(err)
			}
			return moved
		}); winners != 1 {
			t.Errorf("%d callers rotated the same generation", winners)
		}
		got, err := s.SessionByID(ctx, "s1")
		if err != nil || got.Generation != 2 || !got.CreatedAt.Equal(storetest.Now) {
			t.Errorf("after rotation: %+v, %v", got, err)
		}
	})
}

// Whoever asks for forgotten passwords without end keeps no invitation from going out.
func TestLinksAreCountedByKind(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, storetest.Now))
		accounts, err := account.NewService(s, storetest.Fixed(storetest.Now),
			account.Options{Secret: bytes.Repeat([]byte("secret"), 6)})
		storetest.Check(t, err)
		for kind, open := range map[string]func(context.Context, int64) (account.Account, string, error){
			"forgotten password": accounts.OpenPasswordLink, "invitation": accounts.OpenInvitation,
		} {
			for i := range 6 {
				if _, _, err := open(ctx, id); fault.Is(err, fault.KindNotFound) != (i == 5) {
					t.Errorf("%s %d: %v", kind, i+1, err)
				}
			}
		}
	})
}

func TestPasswordLinkOpensOnce(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, storetest.Now))
		for _, hash := range []string{"h1", "h2"} {
			storetest.Check(t, s.CreatePasswordLink(ctx,
				account.PasswordLink{
					TokenHash: hash, AccountID: id, CreatedAt: storetest.Now,
					ExpiresAt: storetest.Now.Add(time.Hour),
				}))
		}
		if owner, err := s.PasswordLinkOwner(ctx, "h1", storetest.Now); err != nil || owner != id {
			t.Fatalf("owner: %d, %v", owner, err)
		}
		if _, err := s.PasswordLinkOwner(ctx, "h1", storetest.Now.Add(time.Hour)); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("expired link: %v", err)
		}
		if count, err := s.CountPasswordLinks(ctx, id, storetest.Now.Add(-time.Hour), time.Hour); err != nil || count != 2 {
			t.Errorf("count: %d, %v", count, err)
		}
		winners := storetest.Race(20, func() bool {
			var first bool
			err := s.Atomically(ctx, func(ctx context.Context) (err error) {
				first, err = s.UsePasswordLink(ctx, "h1", storetest.Now)
				return err
			})
			if err != nil {
				t.Error(err)
			}
			return first
		})
		if winners != 1 {
			t.Errorf("%d callers used one link", winners)
		}
		if first, err := s.UsePasswordLink(ctx, "h2", storetest.Now); err != nil || first {
			t.Errorf("the account's other link must be used up as well: %v, %v", first, err)
		}
	})
}

func TestAttemptsSideBySideAreAllCounted(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		count := func(at time.Time) (int, time.Time) {
			n, since, err := s.CountTry(ctx, "b", at, time.Minute)
			if err != nil {
				t.Error(err)
			}
			return n, since
		}
		if within := storetest.Race(20, func() bool { n, _ := count(storetest.Now); return n <= 5 }); within != 5 {
			t.Errorf("%d of 20 attempts saw room for 5", within)
		}
		storetest.Check(t, s.ForgiveTry(ctx, "b"))
		if n, since := count(storetest.Now.Add(59 * time.Second)); n != 20 || !since.Equal(storetest.Now) {
			t.Errorf("within the window: %d since %s", n, since)
		}
		if n, _ := count(storetest.Now.Add(time.Minute)); n != 1 {
			t.Errorf("a new window starts at %d", n)
		}
		if n, since := count(storetest.Now.Add(-time.Hour)); n != 2 || !since.Equal(storetest.Now.Add(-time.Hour)) {
			t.Errorf("when the clock went back: %d since %s", n, since)
		}
	})
}

func TestSweep(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, storetest.Now))
		for name, expires := range map[string]time.Time{
			"old": storetest.Now.Add(-time.Hour),
			"new": storetest.Now.Add(time.Hour),
		} {
			storetest.Check(t, s.CreateSession(ctx,
				account.Session{
					ID: name, AccountID: id, Generation: 1, CreatedAt: storetest.Now, RotatedAt: storetest.Now,
					ExpiresAt: expires,
				}))
		}
		storetest.Check(t, s.Sweep(ctx, storetest.Now))
		if _, err := s.SessionByID(ctx, "old"); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("an expired session stays: %v", err)
		}
		if _, err := s.SessionByID(ctx, "new"); err != nil {
			t.Errorf("a session in force is gone: %v", err)
		}
	})
}

// A session that is open ends once, by a call about its own account.
func TestASessionEndsOnce(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, storetest.Now))
		origin := account.Origin{
			Way: account.ByProvider, Provider: "Ville", Device: "Firefox sous Windows",
			Network: "192.0.2.0/24",
		}
		for i, name := range []string{"current", "other", "expired"} {
			used := storetest.Now.Add(time.Duration(-i) * time.Minute)
			storetest.Check(t, s.CreateSession(ctx, account.Session{
				ID: name, AccountID: id, Origin: origin, Generation: 1, CreatedAt: used, RotatedAt: used,
				ExpiresAt: storetest.Now.Add(time.Duration(2-i) * time.Hour),
			}))
		}
		open := func(want ...string) {
			t.Helper()
			sessions, err := s.OpenSessions(ctx, id, storetest.Now, 100)
			storetest.Check(t, err)
			got := []string{}
			for _, session := range sessions {
				if got = append(got, session.ID); session.Origin != origin || session.AccountID != id {
					t.Errorf("read: %+v", session)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("open: %q, want %q", got, want)
			}
		}
		open("current", "other")
		if few, err := s.OpenSessions(ctx, id, storetest.Now, 1); err != nil || len(few) != 1 {
			t.Errorf("one at most: %v, %v", few, err)
		}
		end := func(accountID int64, name string) bool {
			ended, err := s.EndOpenSession(ctx, accountID, name, storetest.Now)
			if err != nil {
				t.Error(err)
			}
			return ended
		}
		if end(id+1, "other") || end(id, "expired") {
			t.Error("another account's, or one that has expired, was ended")
		}
		if winners := storetest.Race(8, func() bool { return end(id, "other") }); winners != 1 {
			t.Errorf("%d callers ended one session", winners)
		}
		open("current")
		if ended, err := s.EndOpenSessions(ctx, id, "current", storetest.Now); err != nil || ended != 0 {
			t.Errorf("no other was open: %d, %v", ended, err)
		}
		if ended, err := s.EndOpenSessions(ctx, id, "", storetest.Now); err != nil || ended != 1 {
			t.Errorf("all: %d, %v", ended, err)
		}
		open()
	})
}
