package tariff_test

import (
	"testing"

	"pgregory.net/rapid"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

func TestChoose(t *testing.T) {
	hourly := func(id int64, amount money.Cents, emails ...string) tariff.Tariff {
		made := tariff.Tariff{ID: id, Terms: pricing.Terms{Unit: pricing.Hour, Amount: amount}}
		for _, email := range emails {
			made.Beneficiaries = append(made.Beneficiaries, tariff.Beneficiary{Email: email})
		}
		return made
	}
	monthly := tariff.Tariff{ID: 9, Terms: pricing.Terms{Subscription: true, Unit: pricing.Month, Amount: 9000}}
	reservedMonthly := monthly
	reservedMonthly.ID, reservedMonthly.Beneficiaries = 10, []tariff.Beneficiary{{Email: "*@ville.fr"}}
	night := hourly(4, 0)
	night.Periods = []tariff.Period{
		{Weekdays: tariff.EveryDay, Opens: minute(20, 0), Closes: minute(7, 0)},
		{Weekdays: tariff.Day(7)},
	}
	promoted := hourly(6, 500)
	promoted.PromoAmount = cents(10)
	saturday, evening, sunday := paris("2026-11-21 12:00:00"), paris("2026-11-21 21:00:00"), paris("2026-11-22 12:00:00")

	for _, c := range []struct {
		name       string
		candidates []tariff.Tariff
		customer   tariff.Customer
		want       int64 // expected by day; by evening and on Sunday are the next two
		evening    int64
		sunday     int64
	}{
		{"none", nil, tariff.Customer{}, 0, 0, 0},
		{"the only one", []tariff.Tariff{hourly(1, 50)}, tariff.Customer{}, 1, 1, 1},
		{"the cheapest unit", []tariff.Tariff{hourly(1, 50), hourly(2, 40)}, tariff.Customer{}, 2, 2, 2},
		{"a promotion counts", []tariff.Tariff{hourly(1, 50), promoted}, tariff.Customer{}, 6, 6, 6},
		{"then the smallest id", []tariff.Tariff{hourly(3, 50), hourly(2, 50)}, tariff.Customer{}, 2, 2, 2},
		{"within a period", []tariff.Tariff{hourly(1, 50), night}, tariff.Customer{}, 1, 4, 4},
		{"only a period", []tariff.Tariff{night}, tariff.Customer{}, 0, 4, 4},
		{
			"reserved to another",
			[]tariff.Tariff{hourly(1, 50), hourly(2, 10, "a@ville.fr")},
			tariff.Customer{Email: "b@ville.fr"},
			1, 1, 1,
		},
		{"reserved, to an unknown user", []tariff.Tariff{hourly(2, 10, "*@ville.fr")}, tariff.Customer{}, 0, 0, 0},
		{
			"reserved goes first, even dearer",
			[]tariff.Tariff{hourly(1, 50), hourly(2, 80, "A@Ville.FR")},
			tariff.Customer{Email: "a@ville.fr"},
			2, 2, 2,
		},
		{
			"a whole company",
			[]tariff.Tariff{hourly(1, 50), hourly(2, 10, "*@Ville.fr")},
			tariff.Customer{Email: "zoé@VILLE.fr"},
			2, 2, 2,
		},
		{
			"not its subdomains",
			[]tariff.Tariff{hourly(1, 50), hourly(2, 10, "*@ville.fr")},
			tariff.Customer{Email: "a@sous.ville.fr"},
			1, 1, 1,
		},
		{
			"nor what ends like it",
			[]tariff.Tariff{hourly(1, 50), hourly(2, 10, "*@ville.fr")},
			tariff.Customer{Email: "a@grandeville.fr"},
			1, 1, 1,
		},
		{
			"a subscription goes before all",
			[]tariff.Tariff{hourly(1, 50), hourly(2, 1, "a@ville.fr"), monthly},
			tariff.Customer{Email: "a@ville.fr", Subscribed: []int64{9}},
			9, 9, 9,
		},
		{"never without it", []tariff.Tariff{monthly}, tariff.Customer{Email: "a@ville.fr", Subscribed: []int64{8}}, 0, 0, 0},
		{
			"a subscription that is no longer theirs",
			[]tariff.Tariff{reservedMonthly, hourly(1, 50)},
			tariff.Customer{Email: "a@autre.fr", Subscribed: []int64{10}},
			1, 1, 1,
		},
	} {
		rapid.Check(t, func(t *rapid.T) { // the result must not depend on the order of the candidates
			candidates := rapid.Permutation(c.candidates).Draw(t, "candidates")
			byDay, _ := tariff.Choose(candidates, c.customer, saturday)
			byEvening, _ := tariff.Choose(candidates, c.customer, evening)
			onSunday, found := tariff.Choose(candidates, c.customer, sunday)
			if byDay.ID != c.want || byEvening.ID != c.evening || onSunday.ID != c.sunday || found != (c.sunday != 0) {
				t.Errorf("%s: %d, %d and %d, want %d, %d and %d", c.name, byDay.ID, byEvening.ID, onSunday.ID, c.want, c.evening,
					c.sunday)
			}
		})
	}
}
