package operator

import (
	"testing"

	"consigne/internal/kernel/fault"
)

func TestSettings(t *testing.T) {
	was := Settings{GraceDays: 7, NoticeDays: 30}
	for name, c := range map[string]struct {
		typed SettingsInput
		want  Settings
		field string // of the refusal
	}{
		"not told":              {SettingsInput{}, was, ""},
		"none":                  {SettingsInput{GraceDays: new(0), NoticeDays: new(0)}, Settings{}, ""},
		"one of them":           {SettingsInput{GraceDays: new(10)}, Settings{10, 30}, ""},
		"the other":             {SettingsInput{NoticeDays: new(60)}, Settings{7, 60}, ""},
		"the most":              {SettingsInput{GraceDays: new(90), NoticeDays: new(365)}, Settings{90, 365}, ""},
		"too long":              {SettingsInput{GraceDays: new(91)}, was, "delaiGraceJours"},
		"below all":             {SettingsInput{GraceDays: new(-1)}, was, "delaiGraceJours"},
		"too long a notice":     {SettingsInput{NoticeDays: new(366)}, was, "delaiPreavisJours"},
		"a notice below nought": {SettingsInput{NoticeDays: new(-1)}, was, "delaiPreavisJours"},
	} {
		got, err := c.typed.over(was)
		if c.field != "" {
			if refused := fault.Of(err); refused == nil || refused.Violations[0].Field != c.field {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
