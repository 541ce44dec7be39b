package store_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/account"
	"consigne/internal/domain/journal"
	"consigne/internal/domain/outbox"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// The migration fills in the last activity from what is stored: the last session, the last line of
// the audit log with the account as its actor, or else the creation of the account.
func TestActivityIsFilledInAfterwards(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		made := now.AddDate(-5, 0, 0)
		for _, email := range []string{"a@exemple.test", "b@exemple.test", "c@exemple.test"} {
			must(t)(s.CreateAccount(ctx, account.Account{Email: email, Active: true}, made))
		}
		check(t, s.Downgrade(ctx, 12))
		seen, did := now.AddDate(0, -1, 0), now.AddDate(-2, 0, 0)
		check(t, s.CreateSession(ctx, account.Session{ID: "s", AccountID: 1, CreatedAt: made, RotatedAt: seen, ExpiresAt: now}))
		for _, at := range []time.Time{made, did} {
			check(t, s.Record(ctx, journal.Entry{At: at, ActorID: 2, Action: journal.LoggedIn, Object: journal.Object{Kind: journal.KindAccount, ID: 2}}))
		}
		check(t, s.Migrate(ctx))
		for id, want := range map[int64]time.Time{1: seen, 2: did, 3: made} {
			if got, err := s.StandingOf(ctx, id, now); err != nil || !got.Noted.Equal(want) {
				t.Errorf("%d: %s, want %s: %v", id, got.Noted, want, err)
			}
		}
	})
}

// A mail in the outbox folder is deleted with its file after the retention time, and so is a parked
// mail. Mails on their way and younger ones are left alone.
func TestOldMailsAreTakenAway(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		id := must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, now))
		month := 30 * 24 * time.Hour
		for range 4 {
			check(t, s.QueueMail(ctx, outbox.Banned, id, now))
		}
		for mail, end := range map[int64]func(context.Context, time.Time) error{
			1: func(ctx context.Context, at time.Time) error { _, err := s.KeepMail(ctx, 1, at); return err },
			2: func(ctx context.Context, at time.Time) error { return parkMail(ctx, s, 2, at) },
			3: func(ctx context.Context, at time.Time) error {
				_, err := s.KeepMail(ctx, 3, at.Add(time.Hour))
				return err
			},
		} {
			if err := end(ctx, now); err != nil {
				t.Fatal(mail, err)
			}
		}
		later := now.Add(month)
		check(t, s.TrimMails(ctx, later.Add(-month).Add(time.Minute)))
		for _, want := range []int64{1, 2, 4} { // in the order in which they are due
			mail, err := claimMail(ctx, s, later, time.Minute)
			if err != nil || mail.ID != want || (mail.AccountID == 0) != (want != 4) {
				t.Errorf("%+v, want %d: %v", mail, want, err)
			}
		}
		if mail, err := claimMail(ctx, s, later, time.Minute); !fault.Is(err, fault.NotFound) {
			t.Errorf("%+v, %v", mail, err)
		}
	})
}
