package people_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/domain/people/security/securitytest"
	"consigne/internal/kernel/paging"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestLimitStates(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for _, want := range []account.LimitState{
			{},
			{Failures: 3, Since: storetest.Now},
			{Failures: 5, Since: storetest.Now, Locks: 2, Until: storetest.Now.Add(time.Minute)},
			{},
		} {
			storetest.Check(t, s.SaveLimitState(ctx, "b", want))
			if got, err := s.LimitState(ctx, "b"); err != nil || got != want {
				t.Errorf("%+v, %v; want %+v", got, err, want)
			}
		}
	})
}

func TestStoreOfSecurityEvents(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) { securitytest.Run(t, s) })
}

func TestAddressesAreKnownForAMonth(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "Zoé@exemple.test", Active: true}, storetest.Now))
		for _, visit := range []struct {
			at    time.Time
			first bool
		}{
			{storetest.Now.Add(-2*time.Hour - account.FamiliarFor), true},
			{storetest.Now.Add(-time.Hour - account.FamiliarFor), false},
			{storetest.Now.Add(-time.Hour), true},
			{storetest.Now, false},
		} {
			first, err := s.RememberAddress(ctx, id, "maison", visit.at, visit.at.Add(-account.FamiliarFor))
			if err != nil || first != visit.first {
				t.Errorf("%v: first %t, %v", visit.at, first, err)
			}
		}
		knows := func(email, address string, since time.Time) bool {
			t.Helper()
			known, err := s.KnowsAddress(ctx, email, address, since)
			storetest.Check(t, err)
			return known
		}
		if !knows("zoé@exemple.test", "maison", storetest.Now.Add(-time.Second)) ||
			knows("zoé@exemple.test", "maison", storetest.Now) ||
			knows("zoé@exemple.test", "ailleurs", storetest.Now.Add(-time.Hour)) || knows(
			"personne@exemple.test", "maison", storetest.Now.Add(-time.Hour),
		) {
			t.Error("known where it should not be, or not where it should")
		}
		storetest.Check(t, s.Sweep(ctx, storetest.Now.Add(account.FamiliarFor)))
		if !knows("zoé@exemple.test", "maison", storetest.Now.Add(-time.Second)) {
			t.Error("forgotten too early")
		}
		storetest.Check(t, s.Sweep(ctx, storetest.Now.Add(account.FamiliarFor+time.Second)))
		if knows("zoé@exemple.test", "maison", storetest.Now.Add(-time.Second)) {
			t.Error("never forgotten")
		}
	})
}

// Nothing is kept of an erased person that shows where they were, what they typed, or which e-mail
// they had or were to get.
func TestSafetyOfAnErasedAccount(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, storetest.Now))
		for _, accountID := range []int64{id, 0} {
			storetest.Check(t, s.KeepSecurityEvent(ctx,
				security.Event{
					At: storetest.Now, Kind: security.LoginFailed, AccountID: accountID, TypedKey: "x",
					Address: "192.0.2.7", Reason: "mot de passe",
				}))
		}
		colleague := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "c@exemple.test", Active: true},
			storetest.Now))
		storetest.Check(t, s.KeepSecurityEvent(ctx,
			security.Event{
				At: storetest.Now, Kind: security.RoleGranted, AccountID: colleague, ActorID: id,
				Address: "192.0.2.8", Reason: "Hotline",
			}))
		_, err := s.RememberAddress(ctx, id, "maison", storetest.Now, storetest.Now)
		storetest.Check(t, err)
		storetest.Check(t, s.RequestEmail(ctx,
			account.EmailChange{
				AccountID: id, Email: "b@exemple.test", CreatedAt: storetest.Now,
				ExpiresAt: storetest.Now.Add(time.Hour),
			}))
		storetest.Check(t, s.SetEmailToken(ctx, id, "h"))
		storetest.Check(t, s.QueueMailAt(ctx, outbox.EmailRequested, id, "a@exemple.test", storetest.Now))
		storetest.Check(t, s.Atomically(ctx, func(ctx context.Context) error {
			_, err := s.Erase(ctx, id, account.Deletion, storetest.Now)
			return err
		}))
		if _, err := s.TakeEmailChange(ctx, "h", storetest.Now); err == nil {
			t.Error("the e-mail that they were to have stays")
		}
		if mail, err := storetest.ClaimMail(ctx, s, storetest.Now, time.Minute); err != nil || mail.Recipient != "" ||
			mail.AccountID != 0 {
			t.Errorf("the mail: %+v, %v", mail, err)
		}
		page, err := s.SecurityEvents(ctx, security.Filter{}, paging.First(10))
		events, total := page.Items, page.Total
		if err != nil || total != 3 || events[0].Address != "" || events[0].ActorID != id ||
			events[1].Address != "192.0.2.7" || events[2].Address+events[2].TypedKey != "" || events[2].AccountID != id {
			t.Errorf("events: %+v, %v", events, err)
		}
		if n, err := s.Count(ctx, "test", `SELECT COUNT(*) FROM security_events WHERE network <> ''`); err != nil || n != 1 {
			t.Errorf("%d events have a network, %v", n, err)
		}
		for _, want := range []int{1, 1, 1, 0} {
			if trimmed, err := s.TrimSecurityEvents(ctx, storetest.Now.Add(time.Second), 1); err != nil || trimmed != want {
				t.Errorf("trimmed %d, %v; want %d", trimmed, err, want)
			}
		}
	})
}
