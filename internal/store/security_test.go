package store_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/account"
	"consigne/internal/domain/outbox"
	"consigne/internal/domain/security"
	"consigne/internal/domain/security/securitytest"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestTallies(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for _, want := range []account.Tally{
			{}, {Failures: 3, Since: now}, {Failures: 5, Since: now, Locks: 2, Until: now.Add(time.Minute)}, {},
		} {
			check(t, s.SaveTally(ctx, "b", want))
			if got, err := s.Tally(ctx, "b"); err != nil || got != want {
				t.Errorf("%+v, %v; want %+v", got, err, want)
			}
		}
	})
}

func TestStoreOfSecurityEvents(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) { securitytest.Run(t, s.ForSecurity()) })
}

func TestAddressesAreKnownForAMonth(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		id := must(t)(s.CreateAccount(ctx, account.Account{Email: "Zoé@exemple.test", Active: true}, now))
		check(t, s.RememberAddress(ctx, id, "maison", now.Add(-time.Hour)))
		check(t, s.RememberAddress(ctx, id, "maison", now))
		knows := func(email, address string, since time.Time) bool {
			t.Helper()
			known, err := s.KnowsAddress(ctx, email, address, since)
			check(t, err)
			return known
		}
		if !knows("zoé@exemple.test", "maison", now.Add(-time.Second)) || knows("zoé@exemple.test", "maison", now) ||
			knows("zoé@exemple.test", "ailleurs", now.Add(-time.Hour)) || knows("personne@exemple.test", "maison", now.Add(-time.Hour)) {
			t.Error("known where it should not be, or not where it should")
		}
		check(t, s.Sweep(ctx, now.Add(account.FamiliarFor)))
		if !knows("zoé@exemple.test", "maison", now.Add(-time.Second)) {
			t.Error("forgotten too early")
		}
		check(t, s.Sweep(ctx, now.Add(account.FamiliarFor+time.Second)))
		if knows("zoé@exemple.test", "maison", now.Add(-time.Second)) {
			t.Error("never forgotten")
		}
	})
}

// Nothing is kept of an erased person that shows where they were, what they typed, or which e-mail
// they had or were to get.
func TestSafetyOfAnErasedPerson(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		id := must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, now))
		for _, accountID := range []int64{id, 0} {
			check(t, s.KeepSecurityEvent(ctx, security.Event{At: now, Kind: security.LoginFailed, AccountID: accountID, TypedKey: "x", Address: "192.0.2.7", Reason: "mot de passe"}))
		}
		colleague := must(t)(s.CreateAccount(ctx, account.Account{Email: "c@exemple.test", Active: true}, now))
		check(t, s.KeepSecurityEvent(ctx, security.Event{At: now, Kind: security.RoleGranted, AccountID: colleague, ActorID: id, Address: "192.0.2.8", Reason: "Hotline"}))
		check(t, s.RememberAddress(ctx, id, "maison", now))
		check(t, s.AskEmail(ctx, account.EmailChange{AccountID: id, Email: "b@exemple.test", CreatedAt: now, ExpiresAt: now.Add(time.Hour)}))
		check(t, s.SetEmailToken(ctx, id, "h"))
		check(t, s.QueueMailAt(ctx, outbox.EmailAsked, id, "a@exemple.test", now))
		check(t, s.Atomically(ctx, func(ctx context.Context) error {
			_, err := s.Erase(ctx, id, account.Deletion, now)
			return err
		}))
		if _, err := s.TakeEmailChange(ctx, "h", now); err == nil {
			t.Error("the e-mail that they were to have stays")
		}
		if mail, err := claimMail(ctx, s, now, time.Minute); err != nil || mail.Recipient != "" || mail.AccountID != 0 {
			t.Errorf("the mail: %+v, %v", mail, err)
		}
		events, total, err := s.SecurityEvents(ctx, security.Filter{}, 0, 10)
		if err != nil || total != 3 || events[0].Address != "" || events[0].ActorID != id || events[1].Address != "192.0.2.7" || events[2].Address+events[2].TypedKey != "" || events[2].AccountID != id {
			t.Errorf("events: %+v, %v", events, err)
		}
		for _, want := range []int{1, 1, 1, 0} {
			if trimmed, err := s.TrimSecurityEvents(ctx, now.Add(time.Second), 1); err != nil || trimmed != want {
				t.Errorf("trimmed %d, %v; want %d", trimmed, err, want)
			}
		}
	})
}
