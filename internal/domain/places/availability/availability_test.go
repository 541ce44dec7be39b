package availability

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// at returns an instant in Paris, « 2026-10-05 08:00 ».
func at(text string) time.Time {
	instant, err := time.ParseInLocation("2006-01-02 15:04", text, clock.Paris)
	if err != nil {
		panic(err)
	}
	return instant
}

func span(kind Kind, cause station.OutageCause, from, to string) Span {
	s := Span{Kind: kind, StationID: 1, From: at(from), To: new(at(to))}
	if kind == OutOfService || kind == StuckDoor {
		s.LockerID = 1
	}
	s.Cause, s.Attribution = Begun(kind, cause)
	return s
}

// since adds a ruling that holds from an instant on.
func (s Span) since(from string, cause station.OutageCause) Span {
	s.Later = append(slices.Clone(s.Later), Ruling{
		Since: at(from), At: at("2026-11-03 10:00"), Cause: cause, Attribution: Others,
	})
	return s
}

// every returns hours that count on the first days of the week.
func every(days int, from, to string) (list []Hours) {
	for day := range days {
		list = append(list, Hours{day + 1, from, to})
	}
	return list
}

const october = clock.Month(2026*12 + 9)

// of measures one locker of which everything of October 2026 is known.
func of(terms Terms, spans ...Span) Figures {
	m := measured{
		month: october, contract: Contract{Terms: terms}, now: at("2026-11-05 00:00"), spans: spans,
		asOf:   at("2026-11-05 00:00"),
		places: []Place{{ID: 1, StationID: 1, Since: at("2026-01-01 00:00")}},
	}
	return m.lockers()[0].Figures
}

func hours(n float64) Millis { return Millis(n * 3_600_000) }

// The examples of the contract.
func TestExamples(t *testing.T) {
	week, six := Terms{Hours: every(7, "07:00", "21:00"), Holidays: true}, Terms{Hours: every(6, "07:00", "21:00")}
	out, silent := span(OutOfService, "serrure", "2026-10-05 08:00", "2026-10-05 10:30"),
		span(SilentStation, "", "2026-10-05 09:00", "2026-10-05 11:00")
	without := week
	without.LeftOut = []station.OutageCause{vandalism}
	for _, c := range []struct {
		name         string
		terms        Terms
		spans        []Span
		out, leftOut float64
	}{
		{"out and silent at once", week, []Span{out, silent}, 3, 0},
		{
			"the same, left out from 09:00 on", without,
			[]Span{out.since("2026-10-05 09:00", vandalism), silent.since("2026-10-05 09:00", vandalism)},
			1, 2,
		},
		{
			"over a Sunday that does not count", six,
			[]Span{span(OutOfService, "", "2026-10-10 20:00", "2026-10-12 08:00")},
			2, 0,
		},
		{
			"the night with an hour more", None(), []Span{span(OutOfService, "", "2026-10-25 01:00", "2026-10-25 05:00")}, 5, 0,
		},
	} {
		got := of(c.terms, c.spans...)
		if got.Out != hours(c.out) || got.LeftOut != hours(c.leftOut) {
			t.Errorf("%s: %d ms, %d ms left out", c.name, got.Out, got.LeftOut)
		}
	}
	whole := stretch{0, at("2026-11-01 00:00").UnixMilli()}
	ruled := out.since("2026-10-05 09:00", vandalism).parts(whole, at("2026-11-05 00:00"))
	if len(ruled) != 2 || ruled[0].cause != "serrure" || ruled[1].cause != vandalism {
		t.Errorf("the two causes are %+v", ruled)
	}
}

func TestDue(t *testing.T) {
	for _, c := range []struct {
		name  string
		terms Terms
		month string
		hours float64
	}{
		{"all of October 2026, which has an hour more", None(), "2026-10", 31*24 + 1},
		{"all of March 2026, which has an hour less", None(), "2026-03", 31*24 - 1},
		{"Monday to Saturday in May 2026", Terms{Hours: every(6, "08:00", "18:00"), Holidays: true}, "2026-05", 260},
		{"without its four holidays", Terms{Hours: every(6, "08:00", "18:00")}, "2026-05", 220}, // 1, 8, 14 and 25 May
		{
			"nights of a Sunday",
			Terms{Hours: []Hours{{7, "00:00", "06:00"}, {7, "22:00", "24:00"}}, Holidays: true},
			"2026-10",
			33,
		},
	} {
		month, err := clock.ParseMonth(c.month)
		if err != nil {
			t.Fatal(err)
		}
		if got := length(c.terms.due(month)); Millis(got) != hours(c.hours) {
			t.Errorf("%s: %v hours", c.name, float64(got)/3.6e6)
		}
	}
}

func TestHolidays(t *testing.T) {
	got := []string{}
	for day := clock.DayOn(2027, 1, 1); day < clock.DayOn(2028, 1, 1); day++ {
		if isHoliday(day) {
			got = append(got, day.String()[5:])
		}
	}
	if want := "01-01 03-29 05-01 05-06 05-08 05-17 07-14 08-15 11-01 11-11 12-25"; strings.Join(got, " ") != want {
		t.Errorf("2027: %v", got)
	}
	for year, day := range map[int]string{
		2024: "2024-03-31", 2025: "2025-04-20", 2026: "2026-04-05", 2038: "2038-04-25", 2285: "2285-03-22",
	} {
		if got := easter(year).String(); got != day {
			t.Errorf("Easter of %d: %s", year, got)
		}
	}
}

func TestRateAndPenalty(t *testing.T) {
	for _, c := range []struct {
		name    string
		due     float64
		out     float64
		target  int64
		penalty Penalty
		rate    int64 // what is shown, in hundredths of a percent
		cents   int64
	}{
		{"above", 1000, 9, 99_00, ByHour, 99_10, 0},
		{"exactly at the target", 1000, 10, 99_00, ByHour, 99_00, 0},
		{"by hour, of those beyond what is allowed", 1000, 12.5, 99_00, ByHour, 98_75, 1250},
		{"by point", 1000, 12.5, 99_00, ByPoint, 98_75, 125},
		{"none", 1000, 500, 99_00, NoPenalty, 50_00, 0},
		{"a second short, and not shown as reached", 1000, 10.0 + 1.0/3600, 99_00, ByHour, 98_99, 0},
	} {
		terms := Terms{Target: c.target, Penalty: c.penalty, Rate: 500}
		f := Figures{Due: hours(c.due), Out: hours(c.out)}
		if *f.Rate() != c.rate || int64(terms.penalty(f)) != c.cents {
			t.Errorf("%s: %d, %d c", c.name, *f.Rate(), terms.penalty(f))
		}
	}
	if (Figures{}).Rate() != nil {
		t.Error("what was never due has a rate")
	}
	country := Figures{Due: 40_000 * 31 * 24 * 3_600_000, Out: 4_000 * 31 * 24 * 3_600_000}
	if *country.Rate() != 90_00 {
		t.Errorf("of a country: %d", *country.Rate())
	}
}

// What was silent while the server did not listen is known of nobody; an outage is known all the same.
func TestUnheard(t *testing.T) {
	m := measured{
		month: october, contract: Contract{Terms: None()}, now: at("2026-11-05 00:00"), asOf: at("2026-11-05 00:00"),
		places:  []Place{{ID: 1, StationID: 1, Since: at("2026-01-01 00:00")}},
		unheard: []Unheard{{at("2026-10-05 10:00"), at("2026-10-05 14:00")}},
		spans: []Span{
			span(SilentStation, "", "2026-10-05 09:00", "2026-10-05 15:00"),
			span(OutOfService, "", "2026-10-05 13:00", "2026-10-05 13:30"),
		},
	}
	if got := m.lockers()[0].Figures; got.Out != hours(2.5) || got.Unknown != hours(3.5) {
		t.Errorf("%+v", got)
	}
}

// A locker is due from its creation to its deletion, and the month of today up to now.
func TestPlacesThatCameAndWent(t *testing.T) {
	m := measured{
		month: october, contract: Contract{Terms: None()}, now: at("2026-10-11 00:00"),
		places: []Place{
			{ID: 1, StationID: 1, Since: at("2026-10-05 12:00")},
			{ID: 2, StationID: 1, Since: at("2026-01-01 00:00"), Until: new(at("2026-10-03 00:00"))},
			{ID: 3, StationID: 1, Since: at("2026-01-01 00:00"), Until: new(at("2026-09-03 00:00"))},
		},
		spans: []Span{{Kind: InactiveStation, StationID: 1, From: at("2026-10-02 12:00")}},
	}
	for i, want := range []Figures{{Due: hours(132), Out: hours(132)}, {Due: hours(48), Out: hours(12)}, {}} {
		if got := m.lockers()[i].Figures; got != want {
			t.Errorf("locker %d: %+v", i+1, got)
		}
	}
}

func TestTerms(t *testing.T) {
	for _, c := range []struct {
		name  string
		terms Terms
		field string // of the refusal; empty: it is valid
	}{
		{"nothing", Terms{}, ""},
		{"a day and its night", Terms{Hours: []Hours{{1, "22:00", "24:00"}, {1, "00:00", "06:30"}}}, ""},
		{"hours that overlap", Terms{Hours: []Hours{{1, "07:00", "12:00"}, {1, "11:00", "18:00"}}}, "heures"},
		{"hours that end before they begin", Terms{Hours: []Hours{{1, "12:00", "07:00"}}}, "heures"},
		{"an eighth day", Terms{Hours: []Hours{{8, "07:00", "12:00"}}}, "heures"},
		{"no hour", Terms{Hours: []Hours{{1, "7:00", "12:00"}}}, "heures"},
		{"after midnight", Terms{Hours: []Hours{{1, "07:00", "24:01"}}}, "heures"},
		{"more than all", Terms{Target: 100_01}, "objectif"},
		{"a cause that is none", Terms{LeftOut: []station.OutageCause{"pluie"}}, "causesExclues"},
		{"nobody's", Terms{NotOurs: []Attribution{"moi"}}, "attributionsExclues"},
		{"a penalty without an amount", Terms{Target: 99_00, Penalty: ByHour}, "montant"},
		{"an amount without a penalty", Terms{Rate: 5}, "montant"},
		{"a penalty without a target", Terms{Penalty: ByPoint, Rate: 5}, "objectif"},
		{"another penalty", Terms{Penalty: "jour"}, "penalite"},
	} {
		_, err := c.terms.valid()
		switch refusal := fault.Of(err); {
		case (err == nil) != (c.field == ""):
			t.Errorf("%s: %v", c.name, err)
		case err != nil && refusal.Violations[0].Field != c.field:
			t.Errorf("%s: at %s", c.name, refusal.Violations[0].Field)
		}
	}
}

// drawSpans draws spans of locker 1 and its station within October and around it.
func drawSpans(t *rapid.T) []Span {
	minute := rapid.Int64Range(-3000, 47000)
	instant := func(name string) time.Time {
		return october.Begins().Add(time.Duration(minute.Draw(t, name)) * time.Minute)
	}
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Span {
		kinds := []Kind{OutOfService, StuckDoor, SilentStation, InactiveStation}
		s := Span{Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), StationID: 1}
		if s.Kind == OutOfService || s.Kind == StuckDoor {
			s.LockerID = 1
		}
		s.Cause, s.Attribution = Begun(s.Kind, "")
		s.From = instant("from")
		if rapid.Bool().Draw(t, "over") {
			s.To = new(instant("to"))
		}
		for range rapid.IntRange(0, 2).Draw(t, "rulings") {
			s.Later = append(s.Later, Ruling{Since: instant("since"), Cause: vandalism, Attribution: Others})
		}
		return s
	}), 0, 6).Draw(t, "spans")
}

// Never more is unavailable than was due; what is left out and what counts are the whole; and neither splitting a span
// nor their order changes anything.
func TestMeasureHoldsForAnySpans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := Terms{
			Hours: every(rapid.IntRange(0, 7).Draw(t, "days"), "07:30", "21:00"), Holidays: rapid.Bool().Draw(t, "holidays"),
			LeftOut: []station.OutageCause{vandalism},
		}
		spans := drawSpans(t)
		got := of(terms, spans...)
		if got.Out < 0 || got.LeftOut < 0 || got.Out+got.LeftOut > got.Due {
			t.Fatalf("%+v", got)
		}
		all := terms
		all.LeftOut = nil
		if whole := of(all, spans...); whole.Out != got.Out+got.LeftOut {
			t.Fatalf("%+v of %+v", got, whole)
		}
		split := []Span{}
		for _, s := range spans {
			cut := october.Begins().Add(time.Duration(rapid.Int64Range(0, 44000).Draw(t, "cut")) * time.Minute)
			if cut.After(s.From) && (s.To == nil || cut.Before(*s.To)) {
				first, second := s, s
				first.To, second.From = new(cut), cut
				split = append(split, second, first)
				continue
			}
			split = append(split, s)
		}
		slices.Reverse(split)
		if again := of(terms, split...); again != got {
			t.Fatalf("%+v once split, %+v before", again, got)
		}
	})
}
