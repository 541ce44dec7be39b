package store_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/occupation"
	"consigne/internal/domain/payment"
	"consigne/internal/domain/queue"
	"consigne/internal/domain/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// aTariff creates tariff 1, which applies to the locker of aLocker.
func aTariff(t *testing.T, s *store.Store) tariff.Tariff {
	t.Helper()
	made := tariff.Tariff{
		OperatorID: 1, Version: 1, AdminLabel: "Été", PublicLabel: "Casier",
		Terms: pricing.Terms{
			Unit: pricing.Hour, Amount: 50, PromoAmount: new(money.Cents(0)), Ceiling: new(money.Cents(300)), CeilingWindow: new(int64(1440)),
			FreeMinutes: new(int64(15)), FreeDeducted: true, OverrunAfter: new(int64(1440)), OverrunAmount: new(money.Cents(100)),
			OverrunUnit: pricing.Day, RemovalAfter: new(int64(2880)), RemovalAmount: new(money.Cents(2000)),
		},
		Periods:       []tariff.Period{{Label: "Nuit", Weekdays: tariff.Day(7), From: "2026-01-01", Opens: new(1200)}},
		Beneficiaries: []tariff.Beneficiary{{Email: "*@Ville.fr"}},
		Sites:         []tariff.Site{{Lockers: []tariff.LockerRef{{ID: aLocker(t, s)}}}},
	}
	made.ID = must(t)(s.CreateTariff(context.Background(), made, now))
	return made
}

func TestTariffReadsAsWritten(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		made := aTariff(t, s)
		got, err := s.TariffByID(ctx, made.ID)
		check(t, err)
		end := now.Add(3 * 24 * time.Hour)
		priced, err := pricing.Price(made.Terms, now, end)
		check(t, err)
		read, err := pricing.Price(got.Terms, now, end)
		check(t, err)
		if read.Amount() != priced.Amount() || got.AdminLabel != made.AdminLabel || *got.PromoAmount != 0 || !got.FreeDeducted {
			t.Errorf("read %+v, wrote %+v", got, made)
		}
		if p := got.Periods[0]; p.Label != "Nuit" || p.Weekdays != tariff.Day(7) || p.From != "2026-01-01" || p.To != "" || *p.Opens != 1200 || p.Closes != nil {
			t.Errorf("period %+v", p)
		}
		if got.Beneficiaries[0].Email != "*@Ville.fr" || got.Sites[0].Name != "Gare" || got.Sites[0].Lockers[0].Name != "A1" {
			t.Errorf("lists %+v", got)
		}
		check(t, s.ArchiveLocker(ctx, got.Sites[0].Lockers[0].ID, now))
		if got, err = s.TariffByID(ctx, made.ID); err != nil || len(got.Sites) != 0 {
			t.Errorf("an archived locker is listed: %+v, %v", got.Sites, err)
		}
		check(t, s.ArchiveOperator(ctx, 1, now))
		if _, err := s.TariffByID(ctx, made.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("a tariff of an archived operator: %v", err)
		}
	})
}

func TestVersionsOfATariff(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		made := aTariff(t, s)
		check(t, s.ImportOccupations(ctx, []occupation.Occupation{{OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: now, Tariff: &made}}))
		made.Amount = 60
		if winners := race(10, func() bool {
			var last bool
			err := s.Atomically(ctx, func(ctx context.Context) (err error) {
				last, err = s.AddTariffVersion(ctx, made, now)
				return err
			})
			return err == nil && last
		}); winners != 1 {
			t.Errorf("%d versions were made of one", winners)
		}
		got, err := s.TariffByID(ctx, made.ID)
		check(t, err)
		use, err := s.UseByID(ctx, 1)
		check(t, err)
		if got.Version != 2 || got.Amount != 60 || use.Tariff.Version != 1 || use.Tariff.Amount != 50 {
			t.Errorf("the tariff says %d, the stay %d", got.Amount, use.Tariff.Amount)
		}
		if err := s.Exec(ctx, `UPDATE tariff_versions SET amount = 1`); err == nil {
			t.Error("a version was changed")
		}
	})
}

func TestStayWithoutTariff(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		check(t, s.ImportOccupations(ctx, []occupation.Occupation{{OperatorID: 1, LockerID: aLocker(t, s), AccountID: 1, Place: 1, StartedAt: now}}))
		use, err := s.UseByID(ctx, 1)
		check(t, err)
		if price := use.PriceAt(now.Add(48 * time.Hour)); use.Tariff != nil || price.Amount() != 0 || price.Normal != 48*time.Hour {
			t.Errorf("begun before there were tariffs: %+v", price)
		}
	})
}

// A stay must not begin under an archived tariff, and a tariff with an open stay must not be
// archived, whichever transaction comes first.
func TestArchiveTariffAndStayExcludeEachOther(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		made := aTariff(t, s)
		check(t, s.ClearBeneficiaries(ctx, made.ID))
		check(t, s.DeletePeriod(ctx, 1))
		check(t, s.KnowAccount(ctx, 1, 1))
		clock := fixed(now)
		stays, tariffs := occupation.NewService(s.ForStays(), clock, payment.NewService(s.ForPayments(), clock, nil)), tariff.NewService(s.ForTariffs(), clock)
		steps := make(chan func() error, 2)
		steps <- func() error { return tariffs.Archive(ctx, access.Actor{}, made.ID) }
		steps <- func() error { _, err := stays.Start(ctx, 1, 1, 1, nil); return err }
		if winners := race(2, func() bool { return (<-steps)() == nil }); winners != 1 {
			t.Errorf("%d of the two went through", winners)
		}
	})
}

func TestPassedLimits(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		made := aTariff(t, s)
		check(t, s.ImportOccupations(ctx, []occupation.Occupation{{OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: now, Tariff: &made}}))
		at := func(after time.Duration) int {
			t.Helper()
			passed, err := s.ClaimWork(ctx, queue.Claim{Kind: queue.Limits, Holder: "essai", DueBy: now.Add(after), Until: now.Add(after), Most: 10})
			check(t, err)
			check(t, s.FinishWork(ctx, queue.Limits, "essai", []int64{1}))
			return len(passed)
		}
		flag := func(o occupation.Occupation) {
			t.Helper()
			o.ID = 1
			if open, err := s.FlagOccupation(ctx, o); err != nil || !open {
				t.Errorf("flag: %v, %v", open, err)
			}
		}
		if at(24*time.Hour) != 0 || at(24*time.Hour+time.Millisecond) != 1 || at(48*time.Hour) != 1 {
			t.Error("the overrun begins just after its limit")
		}
		flag(occupation.Occupation{Overrun: true})
		if at(48*time.Hour-time.Millisecond) != 0 || at(48*time.Hour) != 1 {
			t.Error("the removal is due at its limit")
		}
		flag(occupation.Occupation{Overrun: true, Removed: true})
		if at(100*time.Hour) != 0 {
			t.Error("a flagged stay comes again")
		}
	})
}

type fixed time.Time

func (f fixed) Now() time.Time { return time.Time(f) }
