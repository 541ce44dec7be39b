package prices_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// What the lists of a tariff held is known for each instant, until it is deleted for its age.
func TestWhatATariffWas(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		made := storetest.NewTariff(t, s) // at night, for *@Ville.fr, at locker 1
		locker := made.Sites[0].Lockers[0].ID
		hour := func(n int) time.Time { return storetest.Now.Add(time.Duration(n) * time.Hour) }
		was := func(n int) string {
			t.Helper()
			inForce, later, err := s.TariffsOfLockerAt(ctx, locker, hour(n).Add(time.Minute))
			storetest.Check(t, err)
			text := ""
			for _, t := range inForce {
				opens := []int{}
				for _, p := range t.Periods {
					opens = append(opens, *p.Opens)
				}
				emails := []string{}
				for _, b := range t.Beneficiaries {
					emails = append(emails, b.Email)
				}
				text += fmt.Sprintf("%d%v%v", t.Amount, opens, emails)
			}
			if len(later) > 0 {
				text += fmt.Sprintf("later %d, %d, %d", later[0].Amount, len(later[0].Periods), len(later[0].Beneficiaries))
			}
			return text
		}
		storetest.Check(t, s.UpdatePeriod(ctx, tariff.Period{ID: 1, Label: "Jour", Weekdays: 1, Opens: new(600)}, hour(1)))
		storetest.Check(t, s.ClearBeneficiaries(ctx, made.ID, hour(2)))
		storetest.Check(t, s.AddBeneficiaries(ctx, made.ID, []string{"a@exemple.test"}, hour(2)))
		storetest.Check(t, s.SetTariffLockers(ctx, made.ID, 1, []int64{locker}, hour(3))) // as it was
		changed := made
		changed.Amount = 900
		_, err := s.AddTariffVersion(ctx, changed, hour(4))
		storetest.Check(t, err)
		storetest.Check(t, s.SetTariffLockers(ctx, made.ID, 1, nil, hour(5)))
		storetest.Check(t, s.SetTariffLockers(ctx, made.ID, 1, []int64{locker}, hour(6)))
		storetest.Check(t, s.DeletePeriod(ctx, 1, hour(7)))
		want := []string{
			"50[1200][*@Ville.fr]", "50[600][*@Ville.fr]", "50[600][a@exemple.test]", "50[600][a@exemple.test]",
			"900[600][a@exemple.test]",
			"later 900, 1, 1", "900[600][a@exemple.test]", "900[][a@exemple.test]",
		}
		for n, text := range want {
			if got := was(n); got != text {
				t.Errorf("hour %d: %s, want %s", n, got, text)
			}
		}
		if got := was(-1); got != "later 50, 1, 1" {
			t.Errorf("before its first version: %s", got)
		}

		_, err = s.ArchiveTariff(ctx, made.ID, hour(8))
		storetest.Check(t, err)
		storetest.Check(t, s.TrimBeneficiaries(ctx, hour(9)))
		storetest.Check(t, s.TrimTariffHistory(ctx, hour(2)))
		for n, text := range map[int]string{
			-1: "", 2: "50[600][usager-efface@consigne.invalid]", 7: "900[][usager-efface@consigne.invalid]", 8: "",
		} {
			if got := was(n); got != text {
				t.Errorf("deleted, hour %d: %s, want %s", n, got, text)
			}
		}
		storetest.Check(t, s.TrimTariffHistory(ctx, hour(100)))
		for _, table := range []string{"past_tariff_periods", "past_tariff_beneficiaries", "past_tariff_lockers"} {
			if left, err := s.Count(ctx, "count history", `SELECT COUNT(*) FROM `+table); err != nil || left != 0 {
				t.Errorf("%s: %d left, %v", table, left, err)
			}
		}
	})
}
