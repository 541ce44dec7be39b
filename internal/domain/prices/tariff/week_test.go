package tariff_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// days writes a week as « 0-1200:1 1200-1440:2 » for each day; 0 is no tariff.
func days(week [7][]tariff.Slot) []string {
	written := make([]string, len(week))
	for day, slots := range week {
		parts := []string{}
		for _, slot := range slots {
			id := int64(0)
			if slot.Tariff != nil {
				id = slot.Tariff.ID
			}
			parts = append(parts, fmt.Sprintf("%d-%d:%d", slot.From, slot.To, id))
		}
		written[day] = strings.Join(parts, " ")
	}
	return written
}

func anyTime(id int64, amount money.Cents) tariff.Tariff {
	return tariff.Tariff{ID: id, Terms: pricing.Terms{Unit: pricing.Hour, Amount: amount}}
}

func during(t tariff.Tariff, periods ...tariff.Period) tariff.Tariff {
	t.Periods = periods
	return t
}

func TestWeek(t *testing.T) {
	monday := paris("2026-11-16 00:00:00")
	night := during(anyTime(2, 20), tariff.Period{Weekdays: tariff.EveryDay, Opens: minute(20, 0), Closes: minute(8, 0)})
	friday := during(anyTime(2, 20), tariff.Period{Weekdays: tariff.Day(5), Opens: minute(20, 30), Closes: minute(7, 15)})
	fromWednesday := during(anyTime(2, 20), tariff.Period{Weekdays: tariff.EveryDay, From: "2026-11-18"})
	reserved := anyTime(3, 80)
	reserved.Beneficiaries = []tariff.Beneficiary{{Email: "*@ville.fr"}}
	monthly := tariff.Tariff{ID: 4, Terms: pricing.Terms{Subscription: true, Unit: pricing.Month, Amount: 1000}}
	whole := func(id int) string { return fmt.Sprintf("0-1440:%d", id) }
	same := func(day string) []string { return []string{day, day, day, day, day, day, day} }

	for _, c := range []struct {
		name       string
		candidates []tariff.Tariff
		customer   tariff.Customer
		want       []string
	}{
		{"none", nil, tariff.Customer{}, same(whole(0))},
		{"one, always", []tariff.Tariff{anyTime(1, 50)}, tariff.Customer{}, same(whole(1))},
		{
			"the night is cheaper",
			[]tariff.Tariff{anyTime(1, 50), night},
			tariff.Customer{},
			same("0-480:2 480-1200:1 1200-1440:2"),
		},
		{"a night that is dearer never wins", []tariff.Tariff{anyTime(1, 10), night}, tariff.Customer{}, same(whole(1))},
		{
			"the hours after midnight belong to Friday",
			[]tariff.Tariff{friday},
			tariff.Customer{},
			[]string{whole(0), whole(0), whole(0), whole(0), "0-1230:0 1230-1440:2", "0-435:2 435-1440:0", whole(0)},
		},
		{
			"from a date on",
			[]tariff.Tariff{anyTime(1, 50), fromWednesday},
			tariff.Customer{},
			[]string{whole(1), whole(1), whole(2), whole(2), whole(2), whole(2), whole(2)},
		},
		{"reserved to others", []tariff.Tariff{anyTime(1, 50), reserved}, tariff.Customer{}, same(whole(1))},
		{
			"reserved to the customer",
			[]tariff.Tariff{anyTime(1, 50), reserved},
			tariff.Customer{Email: "a@ville.fr"},
			same(whole(3)),
		},
		{
			"subscribed",
			[]tariff.Tariff{anyTime(1, 50), night, monthly},
			tariff.Customer{Subscribed: []int64{4}},
			same(whole(4)),
		},
	} {
		if got := days(tariff.Week(c.candidates, c.customer, monday)); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The week says at each minute what a stay that starts then gets, also across a change of clocks.
func TestWeekIsTheChoiceOfEachMinute(t *testing.T) {
	mondays := []time.Time{paris("2026-03-23 00:00:00"), paris("2026-10-19 00:00:00"), paris("2026-11-16 00:00:00")}
	rapid.Check(t, func(t *rapid.T) {
		monday := rapid.SampledFrom(mondays).Draw(t, "monday")
		candidates := []tariff.Tariff{}
		for id := range rapid.Int64Range(0, 4).Draw(t, "tariffs") {
			made := anyTime(id+1, money.Cents(rapid.Int64Range(0, 3).Draw(t, "amount")))
			for range rapid.IntRange(0, 2).Draw(t, "periods") {
				made.Periods = append(made.Periods, tariff.Period{
					Weekdays: tariff.Weekdays(rapid.IntRange(1, 127).Draw(t, "weekdays")),
					Opens:    rapid.Ptr(rapid.IntRange(0, 1439), true).Draw(t, "opens"),
					Closes:   rapid.Ptr(rapid.IntRange(0, 1439), true).Draw(t, "closes"),
				})
			}
			candidates = append(candidates, made)
		}
		week := tariff.Week(candidates, tariff.Customer{}, monday)
		at := monday.Add(time.Duration(rapid.IntRange(0, 7*24*60-61).Draw(t, "minutes")) * time.Minute)
		day, of := (int(at.Weekday())+6)%7, at.Hour()*60+at.Minute()
		chosen, found := tariff.Choose(candidates, tariff.Customer{}, at)
		for _, slot := range week[day] {
			if of < slot.From || of >= slot.To {
				continue
			}
			if (slot.Tariff != nil) != found || (found && slot.Tariff.ID != chosen.ID) {
				t.Fatalf("%s: %v, want %d", at, slot, chosen.ID)
			}
			return
		}
		t.Fatalf("no slot at %s", at)
	})
}
