package prices_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestTariffReadsAsWritten(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		made := storetest.NewTariff(t, s)
		got, err := s.TariffByID(ctx, made.ID)
		storetest.Check(t, err)
		end := storetest.Now.Add(3 * 24 * time.Hour)
		priced, err := pricing.Price(made.Terms, storetest.Now, end)
		storetest.Check(t, err)
		read, err := pricing.Price(got.Terms, storetest.Now, end)
		storetest.Check(t, err)
		if read.Amount() != priced.Amount() || got.AdminLabel != made.AdminLabel || *got.PromoAmount != 0 ||
			!got.FreeDeducted {
			t.Errorf("read %+v, wrote %+v", got, made)
		}
		if p := got.Periods[0]; p.Label != "Nuit" || p.Weekdays != tariff.Day(7) || p.From != "2026-01-01" || p.To != "" ||
			*p.Opens != 1200 || p.Closes != nil {
			t.Errorf("period %+v", p)
		}
		if got.Beneficiaries[0].Email != "*@Ville.fr" || got.Sites[0].Name != "Gare" || got.Sites[0].Lockers[0].Name != "A1" {
			t.Errorf("lists %+v", got)
		}
		storetest.Check(t, s.ArchiveLocker(ctx, got.Sites[0].Lockers[0].ID, storetest.Now))
		if got, err = s.TariffByID(ctx, made.ID); err != nil || len(got.Sites) != 0 {
			t.Errorf("an archived locker is listed: %+v, %v", got.Sites, err)
		}
		storetest.Check(t, s.ArchiveOperator(ctx, 1, storetest.Now))
		if _, err := s.TariffByID(ctx, made.ID); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("a tariff of an archived operator: %v", err)
		}
	})
}

func TestVersionsOfATariff(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		made := storetest.NewTariff(t, s)
		storetest.Check(t, s.ImportUnbilledStays(ctx,
			[]stay.Stay{{OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: storetest.Now, Tariff: &made}}))
		made.Amount = 60
		if winners := storetest.Race(10, func() bool {
			var last bool
			err := s.Atomically(ctx, func(ctx context.Context) (err error) {
				last, err = s.AddTariffVersion(ctx, made, storetest.Now)
				return err
			})
			return err == nil && last
		}); winners != 1 {
			t.Errorf("%d versions were made of one", winners)
		}
		got, err := s.TariffByID(ctx, made.ID)
		storetest.Check(t, err)
		stay, err := s.StayByID(ctx, 1)
		storetest.Check(t, err)
		if got.Version != 2 || got.Amount != 60 || stay.Tariff.Version != 1 || stay.Tariff.Amount != 50 {
			t.Errorf("the tariff says %d, the stay %d", got.Amount, stay.Tariff.Amount)
		}
		if err := s.Exec(ctx, "test", `UPDATE tariff_versions SET amount = 1`); err == nil {
			t.Error("a version was changed")
		}
	})
}

// A stay must not begin under an archived tariff, and a tariff with an open stay must not be
// archived, whichever transaction comes first.
func TestArchiveTariffAndStayExcludeEachOther(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		made := storetest.NewTariff(t, s)
		storetest.Check(t, s.ClearBeneficiaries(ctx, made.ID, storetest.Now))
		storetest.Check(t, s.DeletePeriod(ctx, 1, storetest.Now))
		storetest.Check(t, s.KnowAccount(ctx, 1, 1))
		clock := storetest.Fixed(storetest.Now)
		stays, tariffs := stay.NewService(s, clock, payment.NewService(s, clock, nil), nil), tariff.NewService(s, clock)
		steps := make(chan func() error, 2)
		steps <- func() error { return tariffs.Archive(ctx, access.Actor{}, made.ID) }
		steps <- func() error { _, err := stays.Start(ctx, 1, 1, 1, nil); return err }
		if winners := storetest.Race(2, func() bool { return (<-steps)() == nil }); winners != 1 {
			t.Errorf("%d of the two went through", winners)
		}
	})
}
