package demo_test

import (
	"testing"

	"consigne/internal/kernel/pricing"
)

func TestTariffs(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 4000)
	units := map[pricing.Unit]bool{}
	var promo, ceiling, window, free, deducted, periods, beneficiaries bool
	for _, c := range m.Tariffs {
		if valid, err := c.Validate(); err != nil || valid.AdminLabel != c.AdminLabel {
			t.Errorf("%s: %v", c.AdminLabel, err)
		}
		for _, p := range c.Periods {
			if _, err := p.Validate(); err != nil {
				t.Errorf("%s: %v", c.AdminLabel, err)
			}
		}
		if len(c.Sites) == 0 {
			t.Errorf("%s applies nowhere", c.AdminLabel)
		}
		units[c.Unit] = true
		promo = promo || c.PromoAmount != nil
		ceiling = ceiling || (c.Ceiling != nil && c.CeilingWindow == nil)
		window = window || c.CeilingWindow != nil
		free = free || (c.FreeMinutes != nil && !c.FreeDeducted)
		deducted = deducted || c.FreeDeducted
		periods = periods || len(c.Periods) > 0
		beneficiaries = beneficiaries || len(c.Beneficiaries) > 0
	}
	if len(units) != 4 || !promo || !ceiling || !window || !free || !deducted || !periods || !beneficiaries {
		t.Errorf("a shape is missing: %v %v %v %v %v %v %v %v", units, promo, ceiling, window, free, deducted, periods,
			beneficiaries)
	}

	used, openOver, openRemoved := map[int64]int{}, 0, 0
	for _, stay := range m.Stays {
		used[stay.Tariff.ID]++
		if stay.EndedAt == nil && stay.Removed {
			openRemoved++
		} else if stay.EndedAt == nil && stay.Overrun {
			openOver++
		}
	}
	for _, c := range m.Tariffs {
		if used[c.ID] == 0 {
			t.Errorf("no stay under %s", c.AdminLabel)
		}
	}
	if openOver == 0 || openRemoved == 0 {
		t.Errorf("in progress: %d in overrun, %d to remove", openOver, openRemoved)
	}
	for _, sub := range m.Subs {
		if !m.Tariffs[sub.TariffID-1].Subscription {
			t.Errorf("no subscription tariff: %+v", sub)
		}
	}
}

// Of the tariff that is waited for, no place is left: those that run, and the one that is offered. Nobody else is in
// the locker that a subscriber has.
func TestSoldOut(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 3000)
	offers, running, sold := int64(0), int64(0), m.Waits[0].TariffID
	for _, wait := range m.Waits {
		if wait.OpenOffer(now) != nil {
			offers++
		}
	}
	for _, sub := range m.Subs {
		if sub.TariffID == sold && (sub.EndsAt == nil || sub.EndsAt.After(now)) {
			running++
		}
	}
	if offers != 1 || len(m.Waits) != 4 || running == 0 || m.Quota != running+offers {
		t.Errorf("%d wait, %d offers, %d run, quota %d", len(m.Waits), offers, running, m.Quota)
	}
	for _, stay := range m.Stays {
		if holder, held := m.Holders[stay.LockerID]; held && stay.EndedAt == nil && stay.AccountID != holder {
			t.Errorf("somebody else is in a subscriber's locker: %+v", stay)
		}
	}
	if len(m.Holders) != 1 {
		t.Errorf("holders: %v", m.Holders)
	}
}
