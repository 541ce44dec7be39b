package operator

import (
	"testing"

	"consigne/internal/kernel/fault"
)

func TestSettings(t *testing.T) {
	for name, c := range map[string]struct {
		typed *int
		want  int
		field string // of the refusal
	}{
		"not told":  {nil, 7, ""},
		"none":      {new(0), 0, ""},
		"some":      {new(10), 10, ""},
		"the most":  {new(90), 90, ""},
		"too long":  {new(91), 0, "delaiGraceJours"},
		"below all": {new(-1), 0, "delaiGraceJours"},
	} {
		got, err := SettingsInput{GraceDays: c.typed}.over(Settings{GraceDays: 7})
		if c.field != "" {
			if refused := fault.Of(err); refused == nil || refused.Violations[0].Field != c.field {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || got.GraceDays != c.want {
			t.Errorf("%s: %d, %v", name, got.GraceDays, err)
		}
	}
	for days, good := range map[int]bool{0: false, 1: true, 60: true, 61: false} {
		got, err := SettingsInput{OfferDays: &days}.over(Settings{OfferDays: 7})
		if (err == nil) != good || good && got.OfferDays != days {
			t.Errorf("an offer good for %d days: %+v, %v", days, got, err)
		}
	}
}
