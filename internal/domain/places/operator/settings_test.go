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
		got, err := SettingsInput{GraceDays: c.typed}.over(Settings{GraceDays: 7}, 50)
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
}

func TestFromWhichSumOnIsCollected(t *testing.T) {
	for name, c := range map[string]struct {
		typed *int
		want  int64 // as it is told
		field string
	}{
		"not told":            {nil, 80, ""},
		"the least":           {new(50), 50, ""},
		"more":                {new(200), 200, ""},
		"the most":            {new(2000), 2000, ""},
		"less than the least": {new(49), 0, "montantMinimumEncaissement"},
		"too much":            {new(2001), 0, "montantMinimumEncaissement"},
	} {
		got, err := SettingsInput{CollectFrom: c.typed}.over(Settings{CollectFrom: 80, CollectWithin: 30}, 50)
		if c.field != "" {
			if refused := fault.Of(err); refused == nil || refused.Violations[0].Field != c.field {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if told := got.facts(50)["montantMinimumEncaissement"]; err != nil || told != c.want || got.CollectWithin != 30 {
			t.Errorf("%s: %v, %v", name, told, err)
		}
	}
	if got, _ := (SettingsInput{CollectFrom: new(50)}).over(Settings{}, 50); got.CollectFrom != 0 {
		t.Errorf("the least is not kept as that of the provider: %s", got.CollectFrom)
	}
	for _, days := range []int{0, 91} {
		if _, err := (SettingsInput{CollectWithin: &days}).over(Settings{}, 50); err == nil {
			t.Errorf("%d days", days)
		}
	}
}
