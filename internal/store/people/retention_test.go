package people_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/paging"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// A mail in the outbox folder is deleted with its file after the retention time, and so is a parked
// mail. Mails on their way and younger ones are left alone.
func TestOldMailsAreTakenAway(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, storetest.Now))
		month := 30 * 24 * time.Hour
		for range 4 {
			storetest.Check(t, s.QueueMail(ctx, outbox.Banned, id, storetest.Now))
		}
		for mail, end := range map[int64]func(context.Context, time.Time) error{
			1: func(ctx context.Context, at time.Time) error { _, err := s.KeepMail(ctx, 1, at); return err },
			2: func(ctx context.Context, at time.Time) error { return storetest.ParkMail(ctx, s, 2, at) },
			3: func(ctx context.Context, at time.Time) error {
				_, err := s.KeepMail(ctx, 3, at.Add(time.Hour))
				return err
			},
		} {
			if err := end(ctx, storetest.Now); err != nil {
				t.Fatal(mail, err)
			}
		}
		later := storetest.Now.Add(month)
		storetest.Check(t, s.TrimMails(ctx, later.Add(-month).Add(time.Minute)))
		for _, want := range []int64{1, 2, 4} { // in the order in which they are due
			mail, err := storetest.ClaimMail(ctx, s, later, time.Minute)
			if err != nil || mail.ID != want || (mail.AccountID == 0) != (want != 4) {
				t.Errorf("%+v, want %d: %v", mail, want, err)
			}
		}
		if mail, err := storetest.ClaimMail(ctx, s, later, time.Minute); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("%+v, %v", mail, err)
		}
	})
}

// Old lines of the audit log are deleted, the oldest first and so many at a time. Younger ones are left alone.
func TestTheAuditLogIsTrimmed(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		begin := storetest.Now
		for _, at := range []time.Time{
			begin.AddDate(0, -1, 0), begin.AddDate(0, 0, 5), begin.AddDate(0, 0, 6),
			begin.AddDate(0, 1, 2), begin.AddDate(0, 1, 20), begin.AddDate(0, 2, 2),
		} {
			storetest.Check(t, s.Record(ctx,
				audit.Entry{At: at, Action: audit.LoggedIn, Object: audit.Object{Kind: audit.KindAccount, ID: 1}}))
		}
		trim := func() int {
			n, err := s.TrimAudit(ctx, begin.AddDate(0, 1, 10), 3)
			storetest.Check(t, err)
			return n
		}
		first, rest := trim(), trim()
		left, err := s.AuditLines(ctx, audit.Filter{}, paging.First(10))
		if err != nil || first != 3 || rest != 1 || left.Total != 2 {
			t.Errorf("%d and %d were deleted, %d are left, %v", first, rest, left.Total, err)
		}
	})
}
