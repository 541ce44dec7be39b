package payment

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/kernel/money"
)

// Small sums wait until together they are worth a charge, or for so long.
func TestGroupingOf(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	ended := func(id int64, amount money.Cents, days int) Payment {
		return Payment{ID: id, StayID: id, Amount: amount, Status: NotPresented, EndedAt: new(now.AddDate(0, 0, -days))}
	}
	sums := func(amounts ...money.Cents) (list []Payment) {
		for i, amount := range amounts {
			list = append(list, ended(int64(i+2), amount, 1))
		}
		return list
	}
	closed := ended(1, 60, 0)
	closed.ClosesAt = &now
	rule, choosy := Grouping{From: 50, Days: 30, Least: 50}, Grouping{From: 200, Days: 30, Least: 50}
	for name, c := range map[string]struct {
		rule  Grouping
		due   Payment
		small []Payment
		want  money.Cents // the charge; 0: none
		free  bool
	}{
		"alone, too small":                   {rule, ended(1, 10, 0), nil, 0, false},
		"not enough yet":                     {rule, ended(1, 20, 0), sums(10), 0, false},
		"0,10, 0,20 and 0,30":                {rule, ended(1, 30, 0), sums(10, 20), 60, false},
		"itself among the small ones":        {rule, ended(2, 20, 1), sums(20, 30), 50, false},
		"enough on its own":                  {rule, ended(1, 50, 0), nil, 50, false},
		"enough, with what waits":            {rule, ended(1, 500, 0), sums(30), 530, false},
		"below what the operator wants":      {choosy, ended(1, 150, 0), nil, 0, false},
		"together what it wants":             {choosy, ended(1, 150, 0), sums(50), 200, false},
		"the day before the last":            {choosy, ended(1, 150, 29), nil, 0, false},
		"the last day, and it is taken":      {choosy, ended(1, 150, 30), nil, 150, false},
		"the last day, taken with others":    {choosy, ended(1, 30, 30), sums(25), 55, false},
		"the last day, and it is not taken":  {rule, ended(1, 30, 30), sums(10), 0, true},
		"a term that opens nothing":          {choosy, closed, nil, 60, false},
		"with the least, nothing ever waits": {Grouping{From: 1, Days: 30, Least: 1}, ended(1, 1, 0), nil, 1, false},
	} {
		charged, free := c.rule.of(c.due, c.small, now)
		if got := sumOf(charged); got != c.want || free != c.free {
			t.Errorf("%s: a charge of %s, free %v; want %s, %v", name, got, free, c.want, c.free)
		}
	}
}

// Nothing is charged that the provider refuses, nothing waits longer than it may, and what is charged is in it once.
func TestGroupingIsWithinBounds(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		least := money.Cents(rapid.IntRange(1, 60).Draw(t, "least"))
		rule := Grouping{
			Least: least, From: least + money.Cents(rapid.IntRange(0, 100).Draw(t, "more")),
			Days: rapid.IntRange(1, 90).Draw(t, "days"),
		}
		list := []Payment{}
		for i := range rapid.IntRange(1, 6).Draw(t, "payments") {
			list = append(list, Payment{
				ID: int64(i + 1), StayID: int64(i + 1), Status: NotPresented,
				Amount:  money.Cents(rapid.IntRange(1, int(rule.From)).Draw(t, "amount")),
				EndedAt: new(now.AddDate(0, 0, -rapid.IntRange(0, 100).Draw(t, "age"))),
			})
		}
		charged, free := rule.of(list[0], list, now)
		over := !now.Before(rule.latest(list[0]))
		switch sum := sumOf(list); {
		case charged != nil && (free || len(charged) != len(list) || sumOf(charged) != sum || sum < least),
			charged == nil && (sum >= rule.From || free != over || over && sum >= least):
			t.Fatalf("%+v by %+v: charged %+v, free %v", list, rule, charged, free)
		}
	})
}
