package stays_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/stays"
	"consigne/internal/store/storetest"
)

func TestNotices(t *testing.T) {
	stays.RenewingInBatches(t, 1)
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := context.Background(), storetest.Now
		storetest.NewTariff(t, s)
		made := storetest.Must(t)(s.CreateTariff(ctx, tariff.Tariff{
			OperatorID: 1, Version: 1, AdminLabel: "An", PublicLabel: "An",
			Terms: pricing.Terms{Subscription: true, Unit: pricing.Year, Amount: 12_000},
		}, now))
		in := func(days int) *time.Time { return new(now.AddDate(0, 0, days)) }
		buy := func(next *time.Time, renewed bool) int64 {
			return storetest.Must(t)(s.CreateSubscription(ctx, subscription.Subscription{
				OperatorID: 1, AccountID: 1, TariffID: made, TariffVersion: 1, StartsAt: *in(-300), NextTerm: 1, NextAt: next,
				Renewed: renewed,
			}))
		}
		first, second, ended := buy(in(65), true), buy(in(80), true), buy(nil, true)
		buy(in(65), false)
		told := func(what string, id int64, price tariff.TermPrice, want int) {
			t.Helper()
			if n, err := s.TellPrice(ctx, made, id, price, now); err != nil || n != want {
				t.Errorf("%s: %d told, %v, want %d", what, n, err, want)
			}
		}
		told("by another unit", 0, tariff.TermPrice{Version: 2, Unit: pricing.Month, Amount: 1000}, 0)
		told("the same price", 0, tariff.TermPrice{Version: 2, Unit: pricing.Year, Amount: 12_000}, 0)
		raised := tariff.TermPrice{Version: 3, Unit: pricing.Year, Amount: 15_000}
		told("raised", 0, raised, 2)
		told("raised, again", 0, raised, 0)
		told("what goes on", ended, raised, 1)
		told("back", 0, tariff.TermPrice{Version: 4, Unit: pricing.Year, Amount: 12_000}, 2)
		mails, err := s.Count(ctx, "test", `SELECT COUNT(*) FROM mails m JOIN subscription_notices n
			ON n.id = m.notice_id WHERE m.kind = 'abonnement_prix' AND m.account_id = 1`)
		if err != nil || mails != 5 {
			t.Errorf("%d letters, %v", mails, err)
		}

		bought, err := s.SubscriptionByID(ctx, first)
		storetest.Check(t, err)
		if len(bought.Notices) != 2 || bought.Notices[0].Number != 3 || bought.Notices[0].Amount != 15_000 ||
			bought.NoticeDays != 30 || bought.Offer != (tariff.TermPrice{Version: 1, Unit: pricing.Year, Amount: 12_000}) {
			t.Errorf("%+v", bought)
		}
		id := bought.Notices[0].ID
		storetest.Check(t, s.NoticeSent(ctx, id, *in(1)))
		storetest.Check(t, s.NoticeSent(ctx, id, *in(2)))
		if n, err := s.NoticeByID(ctx, id); err != nil || n.SentAt == nil || !n.SentAt.Equal(*in(1)) {
			t.Errorf("%+v, %v", n, err)
		}

		// A term at version 3: what was told before it says nothing about the next ones.
		after := bought.Subscription
		after.NextTerm, after.NextAt, after.TariffVersion, after.UnwarnedTerm = 2, in(430), 1, new(1)
		if done, err := s.AdvanceSubscription(ctx, bought.Subscription, after); err != nil || !done {
			t.Fatal(done, err)
		}
		if got, err := s.SubscriptionByID(ctx, first); err != nil || got.UnwarnedTerm == nil || *got.UnwarnedTerm != 1 {
			t.Errorf("%+v, %v", got, err)
		}

		list, err := s.YearlyRenewing(ctx, now, *in(100), 0, 10)
		if err != nil || len(list) != 1 || list[0].ID != second {
			t.Errorf("%+v, %v", list, err)
		}
		n := subscription.Notice{SubscriptionID: second, Kind: subscription.RenewalNotice, Number: 1, Amount: 12_000}
		for range 2 { // two nodes
			storetest.Check(t, s.QueueNotice(ctx, n, outbox.RenewalAhead, 1, now))
		}
		if n, err := s.Count(ctx, "test", `SELECT COUNT(*) FROM mails WHERE kind = 'abonnement_reconduction'`); err != nil || n != 1 {
			t.Errorf("%d letters of one renewal, %v", n, err)
		}
		if list, err := s.YearlyRenewing(ctx, now, *in(100), 0, 10); err != nil || len(list) > 0 {
			t.Errorf("%+v, %v", list, err)
		}

		for account, want := range map[int64]int{0: 3, 1: 3, 2: 0} {
			found := 0
			storetest.Check(t, s.RenewingAt(ctx, made, account, func(list []subscription.Listed) error {
				for _, l := range list {
					if found++; l.Account.ID != 1 || l.Account.Email == "" {
						t.Errorf("%+v", l.Account)
					}
				}
				return nil
			}))
			if found != want {
				t.Errorf("account %d: %d renewing, want %d", account, found, want)
			}
		}
		storetest.Check(t, s.Exec(ctx, "test", `DELETE FROM subscriptions`)) // as erasure does with those that never began
	})
}
