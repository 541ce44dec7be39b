package machines_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"consigne/internal/domain/machines/imports"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// The comparison tells of what the tariff would cost otherwise, and of what changed in the former system since stays
// were taken over; it stores nothing.
func TestComparison(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		site, of := newSite(t, s), withDebts(t)
		site.apply(of)
		compare := func(text string) []string {
			t.Helper()
			said := []string{}
			result, err := site.Compare(t.Context(), 1, strings.NewReader(text), func(d imports.Difference) error {
				said = append(said, fmt.Sprintf("%s:%d %s %s: %s, %s", d.Kind, d.Number, d.Reference, d.Column, d.Former, d.Here))
				return nil
			})
			storetest.Check(t, err)
			sum := 0
			for _, n := range result.Differences {
				sum += n
			}
			if sum != len(said) {
				t.Errorf("%d differences are counted, and %d told", sum, len(said))
			}
			return said
		}
		before := site.counts()
		// The tariff: 50 c an hour, 15 minutes free, at most 300 c in 24 hours. Nothing is due beyond what was taken over.
		expected := []string{
			"prix:3 O2 montant_centimes: 0, 300", // 9 h 30: a stay that staff made free there
			"prix:5 O4 montant_centimes: 450, 600",
			"prix:7 O6 montant_centimes: 70, 50",
		}
		if said := compare(of[imports.Stays]); !slices.Equal(said, expected) {
			t.Errorf("%q", said)
		}
		if after := site.counts(); !maps.Equal(before, after) {
			t.Errorf("a comparison stored something: %v, before %v", after, before)
		}
		changed := strings.NewReplacer("450;du", "600;du", "70;paye", "50;paye", "50;du", "50;paye", "0;gratuit",
			"300;paye").Replace(of[imports.Stays])
		changed += "O9;C1;U1;2026-11-01T08:00:00Z;2026-11-01T09:00:00Z;50;paye;;\n" +
			"O10;C9;U9;2026-11-01T08:00:00Z;2026-11-01T09:00:00Z;50;paye;;\n"
		expected = []string{
			"montant:3 O2 montant_centimes: 300, 0", "etat:3 O2 etat: paye, GRATUIT",
			"prix:4 O3 montant_centimes: 300, 0", "montant:4 O3 montant_centimes: 300, 0", "etat:4 O3 etat: paye, GRATUIT",
			"montant:5 O4 montant_centimes: 600, 450",
			"etat:6 O5 etat: paye, ERREUR PERSISTANTE",
			"montant:7 O6 montant_centimes: 50, 70",
			"absent:8 O9 reference: O9, ",
			"ligne:9 O10 casier: C9, Aucun casier repris n'a cette référence",
			"ligne:9 O10 usager: U9, Aucun usager repris n'a cette référence, ou ses données ont été effacées",
			"solde:0 U1 usager: 600, 500",
		}
		if said := compare(changed); !slices.Equal(said, expected) {
			t.Errorf("%q", said)
		}
		storetest.Check(t, s.Exec(t.Context(), "test", `DELETE FROM tariff_lockers`))
		if said := compare(of[imports.Stays]); len(said) != 6 || said[0] != "tarif:2 O1 casier: C1, " {
			t.Errorf("%q", said)
		}
		if _, err := site.Compare(t.Context(), 1, strings.NewReader("a;b\n"), nil); !fault.Is(err, fault.KindInvalid) {
			t.Error(err)
		}
	})
}
