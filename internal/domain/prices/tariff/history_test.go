package tariff

import (
	"fmt"
	"testing"
	"time"
)

func TestWhichTariffsWereInForce(t *testing.T) {
	at := func(hour int) time.Time { return time.Date(2026, 11, 27, hour, 0, 0, 0, time.UTC) }
	until := func(hour int) *time.Time { return new(at(hour)) }
	for _, c := range []struct {
		name           string
		spans          []Span
		inForce, later string // hours at which the lists of tariff 1 are read
	}{
		{"there since long", []Span{{Created: at(1), Since: at(1)}}, "10", ""},
		{"since nobody knows when", []Span{{Created: at(1)}}, "10", ""},
		{"from the instant on", []Span{{Created: at(10), Since: at(10)}}, "10", ""},
		{"until the instant", []Span{{Created: at(1), Since: at(1), Until: until(10)}}, "", ""},
		{"until later", []Span{{Created: at(1), Since: at(1), Until: until(11)}}, "10", ""},
		{"deleted later", []Span{{Created: at(1), Since: at(1), ArchivedAt: until(11)}}, "10", ""},
		{"deleted before", []Span{{Created: at(1), Since: at(1), ArchivedAt: until(9)}}, "", ""},
		{"made later, before the history began", []Span{{Created: at(12)}}, "", "12"},
		{
			"came later, went and came again",
			[]Span{{Created: at(1), Since: at(15)}, {Created: at(1), Since: at(12), Until: until(13)}},
			"", "12",
		},
		{"came later and is deleted", []Span{{Created: at(11), Since: at(11), ArchivedAt: until(12)}}, "", ""},
		{
			"there, and came again",
			[]Span{{Created: at(1), Since: at(15)}, {Created: at(1), Since: at(1), Until: until(13)}},
			"10", "",
		},
	} {
		for i := range c.spans {
			c.spans[i].TariffID = 1
		}
		hours := func(found map[int64]time.Time) string {
			if first, ok := found[1]; ok {
				return fmt.Sprint(first.Hour())
			}
			return ""
		}
		if inForce, later := At(c.spans, at(10)); hours(inForce) != c.inForce || hours(later) != c.later {
			t.Errorf("%s: %v, %v", c.name, inForce, later)
		}
	}
}
