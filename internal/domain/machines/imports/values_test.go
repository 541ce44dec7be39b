package imports

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// typed returns a line of a file whose only column « v » has the value.
func typed(t interface{ Fatal(args ...any) }, value string) *values {
	of, err := openTable(strings.NewReader("v;w\n"+value+";x\n"), []column{{"v", true, ""}, {"w", true, ""}})
	if err != nil {
		t.Fatal(err)
	}
	line, err := of.next()
	if err != nil {
		t.Fatal(err)
	}
	return &values{row: line}
}

// refusal returns the sentence by which the value was refused; empty: it was not.
func (v *values) refusal() string {
	if v.broken == nil {
		return ""
	}
	return v.broken[0].Message
}

func TestInstants(t *testing.T) {
	for value, want := range map[string]string{
		"2026-11-24T08:30:00+01:00":     "2026-11-24T07:30:00Z",
		"2026-11-24T07:30:00Z":          "2026-11-24T07:30:00Z",
		"2026-11-24T08:30:00":           "2026-11-24T07:30:00Z", // at the time of Paris, in winter
		"2026-07-14 08:30":              "2026-07-14T06:30:00Z", // and in summer
		"2026-11-24T08:30:00.123456":    "2026-11-24T07:30:00.123Z",
		"2026-11-24T07:30:00.9999999Z":  "2026-11-24T07:30:00.999Z",
		"\u00a02026-11-24\u202f08:30 ":  "2026-11-24T07:30:00Z", // spaces that a spreadsheet leaves
		"2026-03-29 01:59":              "2026-03-29T00:59:00Z",
		"2026-03-29 02:00":              msgTwice, // the hour that is left out
		"2026-03-29 02:59:59.999":       msgTwice,
		"2026-03-29 03:00":              "2026-03-29T01:00:00Z",
		"2026-10-25 01:59:59":           "2026-10-24T23:59:59Z",
		"2026-10-25 02:00":              msgTwice, // the hour that comes twice
		"2026-10-25 02:59:59":           msgTwice,
		"2026-10-25T02:30:00+02:00":     "2026-10-25T00:30:00Z", // but for its offset
		"2026-10-25T02:30:00+01:00":     "2026-10-25T01:30:00Z",
		"2026-10-25 03:00":              "2026-10-25T02:00:00Z",
		"2026-11-24":                    msgInstant,
		"24/11/2026 08:30":              msgInstant,
		"2026-11-24T08:30+0100":         msgInstant,
		"2026-02-29 08:30":              msgInstant, // no leap year
		"2026-11-24 24:00":              msgInstant,
		"2026-11-24 08:30 après le pic": msgInstant,
		"46350,354":                     msgInstant, // the number behind a date of a spreadsheet
	} {
		v := typed(t, value)
		got := v.instant("v")
		if refusal := v.refusal(); refusal != "" || got == nil {
			if refusal != want {
				t.Errorf("%q: refused with %q, want %q", value, refusal, want)
			}
		} else if text := got.Format(time.RFC3339Nano); text != want {
			t.Errorf("%q: %s, want %s", value, text, want)
		}
	}
	if v := typed(t, " \u00a0"); v.instant("v") != nil || v.refusal() != "" {
		t.Error("an empty value is no instant, and no mistake")
	}
}

// Whatever clocks do: what a clock of Paris shows is read as that instant, or refused when the clock shows it twice;
// with its offset it is always read.
func TestEachInstantIsReadAsItIsShown(t *testing.T) {
	const wall = "2006-01-02T15:04:05.000"
	change := time.Date(2026, 10, 25, 1, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.OneOf(
			rapid.Custom(func(t *rapid.T) time.Time {
				return change.Add(time.Duration(rapid.IntRange(-8_000_000, 8_000_000).Draw(t, "milliseconds")) * time.Millisecond)
			}),
			rapid.Custom(func(t *rapid.T) time.Time {
				return time.UnixMilli(rapid.Int64Range(946_684_800_000, 2_000_000_000_000).Draw(t, "instant"))
			}),
		).Draw(t, "at")
		shown := at.In(clock.Paris).Format(wall)
		twice := at.Add(time.Hour).In(clock.Paris).Format(wall) == shown ||
			at.Add(-time.Hour).In(clock.Paris).Format(wall) == shown
		v := typed(t, shown)
		if got := v.instant("v"); twice != (v.refusal() == msgTwice) || twice != (got == nil) ||
			got != nil && !got.Equal(at) {
			t.Fatalf("%s: %v, %q; shown twice: %t", shown, got, v.refusal(), twice)
		}
		v = typed(t, at.In(clock.Paris).Format(time.RFC3339Nano))
		if got := v.instant("v"); got == nil || !got.Equal(at) {
			t.Fatalf("%s with its offset: %v, %q", shown, got, v.refusal())
		}
	})
}

func TestAmounts(t *testing.T) {
	for value, want := range map[string]money.Cents{
		"250": 250, "0": 0, "007": 7, "1 000": 1000, "1\u202f000": 1000, "２５０": 250, "1000000000": 1_000_000_000,
	} {
		v := typed(t, value)
		if got := v.cents("v"); got == nil || *got != want || v.refusal() != "" {
			t.Errorf("%q: %v, %q", value, got, v.refusal())
		}
	}
	for _, value := range []string{
		"2,50", "2.50", "-1", "+1", "-0", "1000000001", "9223372036854775808", "2 €", "deux",
		"0x10", "1e3", "1_000",
	} {
		v := typed(t, value)
		if v.cents("v"); v.refusal() != msgCents {
			t.Errorf("%q: refused with %q", value, v.refusal())
		}
	}
	if v := typed(t, ""); v.cents("v") != nil || v.refusal() != "" {
		t.Error("an empty value is no amount, and no mistake")
	}
}

func TestYesAndNo(t *testing.T) {
	for value, want := range map[string]bool{"oui": true, " OUI ": true, "non": false, "Non": false} {
		for _, empty := range []bool{false, true} {
			if v := typed(t, value); v.yes("v", empty) != want || v.refusal() != "" {
				t.Errorf("%q is not %t: %q", value, want, v.refusal())
			}
		}
	}
	for _, empty := range []bool{false, true} {
		if v := typed(t, " "); v.yes("v", empty) != empty || v.refusal() != "" {
			t.Errorf("an empty value does not mean %t", empty)
		}
	}
	for _, value := range []string{"1", "vrai", "o", "yes", "oui et non"} {
		if v := typed(t, value); v.yes("v", true) || v.refusal() != msgYesNo {
			t.Errorf("%q: %q", value, v.refusal())
		}
	}
}

func TestListsOfValues(t *testing.T) {
	for value, want := range map[string][]string{
		"": {}, "S1": {"S1"}, " S1 | S2 ||": {"S1", "S2"}, "|": {},
		"S1,S2": {"S1,S2"},
	} {
		if got := typed(t, value).list("v"); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}
