package stay

import (
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

var start = time.Date(2026, 3, 10, 8, 0, 0, 0, time.UTC)

// hourly is the tariff of the worked examples: 50 c an hour, at most 300; overrun after 24 hours, 100 c an hour;
// removal after 48 hours, 2000 c.
var hourly = &tariff.Tariff{Terms: pricing.Terms{
	Unit: pricing.Hour, Amount: 50, Ceiling: new(money.Cents(300)),
	OverrunAfter: new(int64(1440)), OverrunAmount: new(money.Cents(100)), OverrunUnit: pricing.Hour,
	RemovalAfter: new(int64(2880)), RemovalAmount: new(money.Cents(2000)),
}}

func TestWhatAStayCostsAtAnInstant(t *testing.T) {
	open := Stay{StartedAt: start, Tariff: hourly}
	ended := func(after time.Duration) Stay {
		o := open
		o.EndedAt = new(start.Add(after))
		return o
	}
	free, endedFree, early := open, ended(50*time.Hour), ended(0)
	free.MadeFree, endedFree.MadeFree = true, true
	const minute = time.Minute
	for _, c := range []struct {
		name    string
		stay    Stay
		after   time.Duration // since the start
		cents   money.Cents
		overrun bool
		removed bool
	}{
		{name: "it has just begun", stay: open, after: 0, cents: 0},
		{name: "one hour", stay: open, after: 60 * minute, cents: 50},
		{name: "one minute more", stay: open, after: 61 * minute, cents: 100},
		{name: "exactly at the overrun limit", stay: open, after: 24 * time.Hour, cents: 300},
		{name: "past the overrun limit", stay: open, after: 24*time.Hour + minute, cents: 400, overrun: true},
		{name: "just before the removal limit", stay: open, after: 48*time.Hour - 1, cents: 2700, overrun: true},
		{name: "exactly at the removal limit", stay: open, after: 48 * time.Hour, cents: 4700, overrun: true, removed: true},
		{
			name: "nothing grows after the removal", stay: open, after: 100 * time.Hour, cents: 4700, overrun: true,
			removed: true,
		},
		{name: "a clock that is behind", stay: open, after: -time.Hour, cents: 0},
		{name: "ended: it stays what it was", stay: ended(time.Hour), after: 100 * time.Hour, cents: 50},
		{name: "ended, asked by a clock that is behind", stay: ended(time.Hour), after: -time.Hour, cents: 50},
		{name: "ended at its start", stay: early, after: time.Hour, cents: 0},
		{
			name: "ended past the removal limit", stay: ended(53 * time.Hour), after: 60 * time.Hour, cents: 4700, overrun: true,
			removed: true,
		},
		{
			name: "made free, the limits still count", stay: free, after: 50 * time.Hour, cents: 0, overrun: true,
			removed: true,
		},
		{name: "made free and ended", stay: endedFree, after: 60 * time.Hour, cents: 0, overrun: true, removed: true},
		{name: "without a tariff", stay: Stay{StartedAt: start}, after: 100 * time.Hour, cents: 0},
	} {
		quote := c.stay.PriceAt(start.Add(c.after))
		if quote.Amount() != c.cents || quote.OverLimit != c.overrun || quote.Removed != c.removed {
			t.Errorf("%s: %d c, overrun %v, removed %v", c.name, quote.Amount(), quote.OverLimit, quote.Removed)
		}
	}
}

func TestWhenAStayMayStart(t *testing.T) {
	for _, c := range []struct {
		name string
		told time.Duration // how long before now
		says string
	}{
		{"an hour ago, by a controller that was offline", time.Hour, ""},
		{"just now", 0, ""},
		{"within the millisecond, which is cut off", -time.Microsecond, ""},
		{"in the future", -time.Millisecond, msgFuture},
		{"a year ago", 365 * 24 * time.Hour, ""},
		{"more than a year ago", 365*24*time.Hour + time.Millisecond, msgTooOld},
	} {
		told := start.Add(-c.told)
		got, err := startsAt(start, &told)
		if detail(err) != c.says || !got.Equal(told.Truncate(time.Millisecond)) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
	if got, err := startsAt(start, nil); err != nil || !got.Equal(start) {
		t.Errorf("without an instant: %v, %v", got, err)
	}
}

func TestWhenAStayWas(t *testing.T) {
	ago := func(d time.Duration) *time.Time { return new(start.Add(-d)) }
	for _, c := range []struct {
		name     string
		from, to *time.Time
		says     string
	}{
		{"an hour", ago(2 * time.Hour), ago(time.Hour), ""},
		{"until now", ago(time.Hour), &start, ""},
		{"for no time", ago(time.Hour), ago(time.Hour), ""},
		{"under way", ago(time.Hour), nil, ""},
		{"its start is not told", nil, ago(time.Hour), msgNoStart},
		{"its end is before its start", ago(time.Hour), ago(2 * time.Hour), msgBeforeIt},
		{"its end is in the future", ago(time.Hour), ago(-time.Minute), msgFuture},
		{"its start is too long ago", ago(366 * 24 * time.Hour), ago(time.Hour), msgTooOld},
	} {
		from, to, err := lasts(start, c.from, c.to)
		if detail(err) != c.says ||
			err == nil && (!from.Equal(*c.from) || (to == nil) != (c.to == nil) || to != nil && !to.Equal(*c.to)) {
			t.Errorf("%s: %v, %v, %v", c.name, from, to, err)
		}
	}
}

func TestWhenAStayMayEnd(t *testing.T) {
	now := start.Add(2 * time.Hour)
	for _, c := range []struct {
		name  string
		start time.Time
		told  *time.Time
		want  time.Time
		says  string
	}{
		{"now", start, nil, now, ""},
		{"told late", start, new(start.Add(time.Hour)), start.Add(time.Hour), ""},
		{"at its start", start, &start, start, ""},
		{"before its start", start, new(start.Add(-time.Millisecond)), start, msgBeforeIt},
		{"in the future", start, new(now.Add(time.Millisecond)), now, msgFuture},
		{"begun by a clock ahead", now.Add(time.Hour), nil, now.Add(time.Hour), ""},
		{"begun by a clock ahead, told before that", now.Add(time.Hour), new(now.Add(-time.Hour)), now.Add(time.Hour), ""},
		{"begun by a clock ahead, told after that", now.Add(time.Hour), new(now.Add(2 * time.Hour)), now, msgFuture},
	} {
		got, err := Stay{StartedAt: c.start}.endsAt(now, c.told)
		if detail(err) != c.says || err == nil && !got.Equal(c.want) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

// The example is a stay of 1 €, two hours after its start; its true end makes it cheaper, and takes limits back that
// have passed since.
func TestWhatStaffTellOfAnEnd(t *testing.T) {
	const noComment, wrongComment = "Le commentaire est obligatoire.", "Ce commentaire ne convient pas."
	check := func(comment *string) error {
		*comment = strings.TrimSpace(*comment)
		switch *comment {
		case "":
			return fault.Invalid("commentaire", noComment)
		case "faux":
			return fault.Invalid("commentaire", wrongComment)
		}
		return nil
	}
	now := start.Add(2 * time.Hour)
	at := func(after time.Duration) *time.Time { return new(start.Add(after)) }
	for _, c := range []struct {
		name    string
		now     time.Time
		told    Ending
		want    time.Time
		cents   money.Cents
		overrun bool
		says    []string
	}{
		{"now", now, Ending{}, now, 100, false, nil},
		{"now, with a comment", now, Ending{Comment: " Perdu "}, now, 100, false, nil},
		{"now, with a wrong one", now, Ending{Comment: "faux"}, now, 100, false, []string{wrongComment}},
		{"an hour ago", now, Ending{at(time.Hour), "Capteur en panne"}, start.Add(time.Hour), 50, false, nil},
		{"this very moment", now, Ending{&now, "Capteur en panne"}, now, 100, false, nil},
		{
			"past the removal, before the overrun", start.Add(50 * time.Hour),
			Ending{at(24 * time.Hour), "Oubli"},
			start.Add(24 * time.Hour), 300, false, nil,
		},
		{
			"past the removal, after the overrun", start.Add(50 * time.Hour),
			Ending{at(25 * time.Hour), "Oubli"},
			start.Add(25 * time.Hour), 400, true, nil,
		},
		{"at its start", now, Ending{&start, "Oubli"}, start, 0, false, []string{msgNotAfter}},
		{"before its start", now, Ending{at(-time.Hour), "Oubli"}, start, 0, false, []string{msgNotAfter}},
		{"in the future", now, Ending{at(2*time.Hour + 1e6), "Oubli"}, now, 0, false, []string{msgFuture}},
		{"without a comment", now, Ending{at(time.Hour), " "}, start, 0, false, []string{noComment}},
		{"all wrong", now, Ending{&start, "faux"}, start, 0, false, []string{msgNotAfter, wrongComment}},
		{"begun by a clock ahead", start.Add(-time.Hour), Ending{}, start, 0, false, nil},
		{
			"begun by a clock ahead, told before that", start.Add(-time.Hour),
			Ending{at(-2 * time.Hour), "Oubli"},
			start, 0,
			false,
			[]string{msgNotAfter},
		},
		{
			"begun by a clock ahead, told after that", start.Add(-time.Hour),
			Ending{at(time.Hour), "Oubli"},
			start, 0, false,
			[]string{msgFuture},
		},
	} {
		got, err := c.told.end(Stay{StartedAt: start, Tariff: hourly, Overrun: true}, c.now, check)
		if refused := fault.Of(err); refused != nil {
			said := []string{}
			for _, violation := range refused.Violations {
				said = append(said, violation.Message)
			}
			if !slices.Equal(said, c.says) {
				t.Errorf("%s: says %q", c.name, said)
			}
			continue
		}
		if len(c.says) > 0 || got.EndedAt == nil || !got.EndedAt.Equal(c.want) || got.Price != c.cents ||
			got.Overrun != c.overrun || got.Removed || got.EndComment != strings.TrimSpace(c.told.Comment) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestWhoMayStart(t *testing.T) {
	inService, customer := Locker{Active: true, StationActive: true}, Customer{Known: true, Active: true}
	customer.ID = 6
	held := func(by int64, until *time.Time) Locker {
		locker := inService
		locker.HolderID, locker.HeldUntil = by, until
		return locker
	}
	for _, c := range []struct {
		name     string
		locker   Locker
		customer Customer
		says     string
	}{
		{"a customer", inService, customer, ""},
		{"staff, as a test", inService, Customer{Known: true, Active: true, Staff: true}, ""},
		{"a banned customer", inService, Customer{Known: true}, msgBanned},
		{"the locker is inactive", Locker{StationActive: true}, customer, msgInactive},
		{"the station is inactive", Locker{Active: true}, customer, msgInactive},
		{"both are out", Locker{}, Customer{Known: true}, msgInactive},
		{"one's own place", held(6, nil), customer, ""},
		{"somebody else's", held(7, nil), customer, msgAssigned},
		{"somebody else's, until later", held(7, new(start.Add(time.Millisecond))), customer, msgAssigned},
		{"it is free the moment it ends", held(7, &start), customer, ""},
	} {
		if err := mayStart(c.locker, c.customer, start); detail(err) != c.says {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A subscription pays for as many stays at once as its tariff says, whenever they are reported.
func TestStaysAtOnce(t *testing.T) {
	at := func(hour int) time.Time { return start.Add(time.Duration(hour) * time.Hour) }
	span := func(tariffID int64, from, to int) Span {
		s := Span{TariffID: tariffID, From: at(from)}
		if to > 0 {
			s.To = new(at(to))
		}
		return s
	}
	for _, c := range []struct {
		name     string
		spans    []Span
		from, to int // to 0: it goes on
		want     int
	}{
		{"none", nil, 1, 0, 0},
		{"one in progress", []Span{span(1, 0, 0)}, 1, 0, 1},
		{"under another tariff", []Span{span(2, 0, 0)}, 1, 0, 0},
		{"one that ends as it begins", []Span{span(1, 0, 1)}, 1, 0, 0},
		{"one that begins as it ends", []Span{span(1, 2, 0)}, 1, 2, 0},
		{"one that begins later", []Span{span(1, 2, 0)}, 1, 3, 1},
		{"one that began later, beside one in progress", []Span{span(1, 2, 0)}, 1, 0, 1},
		{"two, one after the other", []Span{span(1, 1, 2), span(1, 3, 4)}, 0, 5, 1},
		{"two that meet", []Span{span(1, 1, 3), span(1, 2, 4)}, 0, 5, 2},
		{"of no time", []Span{span(1, 2, 2)}, 1, 3, 0},
	} {
		var to *time.Time
		if c.to > 0 {
			to = new(at(c.to))
		}
		if got := atOnce(c.spans, 1, at(c.from), to); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	there := []tariff.Tariff{{ID: 1, MaxStays: 1}, {ID: 2, MaxStays: 2}}
	spans := []Span{span(1, 0, 0), span(2, 0, 0)}
	if got := NotUsedUp([]int64{1, 2, 3}, there, spans, at(1), nil); !slices.Equal(got, []int64{2, 3}) {
		t.Errorf("left %v", got)
	}
}

func TestAFreePlace(t *testing.T) {
	for _, c := range []struct {
		name     string
		capacity int
		taken    []int // by stays that are open, or end after the start
		open     int   // stays that are open now
		want     int
		says     string
	}{
		{"a free locker", 1, nil, 0, 1, ""},
		{"a locker with a stay", 1, []int{1}, 1, 0, msgOccupied},
		{"the lowest free place of a space", 4, []int{1, 3}, 2, 2, ""},
		{"the last place", 3, []int{2, 1}, 2, 3, ""},
		{"a full space", 2, []int{2, 1}, 2, 0, msgFull},
		{"a start in the past, during a stay that has ended", 1, []int{1}, 0, 0, msgOverlap},
		{"the same in a space", 2, []int{1, 2}, 1, 0, msgOverlap},
		{"a stay in a place that the locker no longer has", 1, []int{2}, 1, 1, ""},
	} {
		locker := Locker{Capacity: c.capacity}
		place, found := locker.freePlace(c.taken)
		if place != c.want || found != (c.want > 0) {
			t.Errorf("%s: place %d, %v", c.name, place, found)
		}
		if !found && detail(locker.full(c.open)) != c.says {
			t.Errorf("%s: %v", c.name, locker.full(c.open))
		}
	}
}

func TestWhichStayIsMeant(t *testing.T) {
	one, two := Details{Stay: Stay{ID: 1}}, Details{Stay: Stay{ID: 2}}
	for _, c := range []struct {
		name string
		open []Details
		id   int64
		want int64
		says string
	}{
		{"the only one", []Details{one}, 0, 1, ""},
		{"the only one, named", []Details{one}, 1, 1, ""},
		{"one of two, named", []Details{one, two}, 2, 2, ""},
		{"one of two, not named", []Details{one, two}, 0, 0, msgNameIt},
		{"another", []Details{one}, 2, 0, msgNotStarted},
		{"none", nil, 1, 0, msgNoOpen},
	} {
		if stay, err := pick(c.open, c.id); stay.ID != c.want || detail(err) != c.says {
			t.Errorf("%s: %d, %v", c.name, stay.ID, err)
		}
	}
}

// detail returns the sentence of a refusal; empty: there is none.
func detail(err error) string {
	refusal := fault.Of(err)
	switch {
	case err == nil:
		return ""
	case len(refusal.Violations) > 0:
		return refusal.Violations[0].Message
	}
	return refusal.Detail
}
