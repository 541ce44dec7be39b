package station

import (
	"strings"
	"testing"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

func TestOutage(t *testing.T) {
	now := time.Date(2026, 11, 29, 23, 30, 0, 0, clock.Paris)
	on := func(text string) *clock.Day {
		day, err := clock.ParseDay(text)
		if err != nil {
			t.Fatal(err)
		}
		return &day
	}
	for name, c := range map[string]struct {
		typed   Outage
		words   string
		refused string // the field
	}{
		"nothing told":       {Outage{}, "", ""},
		"a cause":            {Outage{Cause: "objet_laisse"}, "objet laissé", ""},
		"until a day":        {Outage{Cause: "serrure", BackOn: on("2026-12-04")}, "serrure, retour prévu le 04/12/2026", ""},
		"another, until":     {Outage{BackOn: on("2026-11-29")}, "retour prévu le 29/11/2026", ""},
		"a cause of nowhere": {Outage{Cause: "pluie"}, "", "cause"},
		"until yesterday":    {Outage{BackOn: on("2026-11-28")}, "", "retourPrevu"},
		"for too long":       {Outage{BackOn: on("2029-01-01")}, "", "retourPrevu"},
		"a long reason":      {Outage{Reason: strings.Repeat("a", 256)}, "", "motif"},
	} {
		got, err := c.typed.validate(now)
		if c.refused != "" {
			if refusal := fault.Of(err); refusal == nil || refusal.Violations[0].Field != c.refused {
				t.Errorf("%s: %v, want a refusal of %s", name, err, c.refused)
			}
			continue
		}
		if err != nil || got.InWords() != c.words || got.Since == nil || !got.Since.Equal(now) || got.Cause.French() == "" {
			t.Errorf("%s: %+v %v, want %q", name, got, err, c.words)
		}
	}
}
