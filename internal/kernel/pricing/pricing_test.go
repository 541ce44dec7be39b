package pricing_test

import (
	"errors"
	"testing"
	"time"

	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

const (
	hour = time.Hour
	day  = 24 * time.Hour
)

func cents(amount money.Cents) *money.Cents { return &amount }
func last(minutes int64) *int64             { return &minutes }

var start = time.Date(2026, 11, 21, 7, 30, 0, 0, time.UTC)

func priced(t testing.TB, terms pricing.Terms, lasted time.Duration) pricing.Quote {
	t.Helper()
	quote, err := pricing.Price(terms, start, start.Add(lasted))
	if err != nil {
		t.Fatal(err)
	}
	return quote
}

// The tariff of the worked example of docs/rules.md#price.
var example = pricing.Terms{
	Unit: pricing.Hour, Amount: 50, Ceiling: cents(300),
	OverrunAfter: last(1440), OverrunAmount: cents(100), OverrunUnit: pricing.Hour,
	RemovalAfter: last(2880), RemovalAmount: cents(2000),
}

func with(terms pricing.Terms, change func(*pricing.Terms)) pricing.Terms {
	change(&terms)
	return terms
}

func TestPrice(t *testing.T) {
	type price struct {
		lasted time.Duration
		want   money.Cents
	}
	for _, c := range []struct {
		name   string
		terms  pricing.Terms
		prices []price
	}{
		{"the example of docs/rules.md", example, []price{
			{0, 0},
			{time.Second, 50},
			{time.Minute, 50},
			{60 * time.Minute, 50},
			{hour + time.Millisecond, 100},
			{61 * time.Minute, 100},
			{6 * hour, 300},
			{20 * hour, 300},
			{24 * hour, 300},
			{24*hour + time.Minute, 400},
			{26 * hour, 500},
			{48*hour - 1, 2700},
			{48 * hour, 4700},
			{100 * hour, 4700},
		}},
		{
			"MétrovéloBOX: 0.10 an hour",
			pricing.Terms{Unit: pricing.Hour, Amount: 10},
			[]price{{10 * hour, 100}, {24 * hour, 240}},
		},
		{
			"Locky Brussels: 0.89 an hour, 4.45 per 24 h, 15 min free",
			pricing.Terms{Unit: pricing.Hour, Amount: 89, Ceiling: cents(445), CeilingWindow: last(1440), FreeMinutes: last(15)},
			[]price{
				{10 * time.Minute, 0},
				{15 * time.Minute, 0},
				{15*time.Minute + time.Second, 89},
				{hour, 89},
				{5 * hour, 445},
				{24 * hour, 445},
				{25 * hour, 534},
				{48 * hour, 890},
				{48*hour + time.Minute, 979},
			},
		},
		{
			"Amsterdam CS: 24 h free, then 1.35 a day",
			pricing.Terms{Unit: pricing.Day, Amount: 135, FreeMinutes: last(1440), FreeDeducted: true},
			[]price{{20 * hour, 0}, {24 * hour, 0}, {25 * hour, 135}, {48 * hour, 135}, {49 * hour, 270}},
		},
		{
			"by the day",
			pricing.Terms{Unit: pricing.Day, Amount: 300},
			[]price{{time.Minute, 300}, {day, 300}, {day + time.Minute, 600}},
		},
		{"promotion", pricing.Terms{Unit: pricing.Hour, Amount: 50, PromoAmount: cents(20)}, []price{{2 * hour, 40}}},
		{
			"promotion at nothing",
			pricing.Terms{Unit: pricing.Hour, Amount: 50, PromoAmount: cents(0)},
			[]price{{2 * hour, 0}},
		},
		{"ceiling at nothing", pricing.Terms{Unit: pricing.Hour, Amount: 50, Ceiling: cents(0)}, []price{{2 * hour, 0}}},
		{"a ceiling is for hours", pricing.Terms{Unit: pricing.Day, Amount: 50, Ceiling: cents(60)}, []price{{3 * day, 150}}},
		{
			"a window counts from the first billed minute",
			pricing.Terms{
				Unit: pricing.Hour, Amount: 100, Ceiling: cents(300), CeilingWindow: last(600), FreeMinutes: last(60),
				FreeDeducted: true,
			},
			[]price{{hour, 0}, {2 * hour, 100}, {11 * hour, 300}, {12 * hour, 400}, {21 * hour, 600}},
		},
		{
			"a subscription pays until the overrun",
			with(example, func(t *pricing.Terms) { t.Subscription, t.Unit, t.Amount = true, pricing.Month, 1500 }),
			[]price{{hour, 0}, {24 * hour, 0}, {26 * hour, 200}, {48 * hour, 4400}},
		},
		{
			"overrun without a removal goes on",
			pricing.Terms{
				Unit: pricing.Hour, Amount: 10, OverrunAfter: last(60), OverrunAmount: cents(100),
				OverrunUnit: pricing.Day,
			},
			[]price{{hour, 10}, {2 * hour, 110}, {hour + day, 110}, {hour + 10*day, 1010}},
		},
		{
			"overrun that costs nothing",
			pricing.Terms{Unit: pricing.Hour, Amount: 10, OverrunAfter: last(60)},
			[]price{{hour, 10}, {5 * hour, 10}},
		},
		{
			"removal without an overrun",
			pricing.Terms{Unit: pricing.Hour, Amount: 10, RemovalAfter: last(120), RemovalAmount: cents(500)},
			[]price{{2*hour - time.Second, 20}, {2 * hour, 520}, {9 * hour, 520}},
		},
		{
			"both limits at once",
			pricing.Terms{
				Unit: pricing.Hour, Amount: 10, OverrunAfter: last(120), OverrunAmount: cents(7),
				OverrunUnit: pricing.Hour, RemovalAfter: last(120), RemovalAmount: cents(500),
			},
			[]price{{2*hour - time.Second, 20}, {2 * hour, 520}, {9 * hour, 520}},
		},
		{"no terms at all", pricing.Terms{}, []price{{day, 0}}},
	} {
		for _, p := range c.prices {
			quote := priced(t, c.terms, p.lasted)
			if quote.Amount() != p.want {
				t.Errorf("%s: %s costs %d, want %d", c.name, p.lasted, quote.Amount(), p.want)
			}
			if sum := total(quote.Lines()); sum != p.want {
				t.Errorf("%s: the lines of %s add up to %d, want %d: %+v", c.name, p.lasted, sum, p.want, quote.Lines())
			}
		}
	}
}

func total(lines []pricing.Line) money.Cents {
	var sum money.Cents
	for _, line := range lines {
		sum += line.Amount
	}
	return sum
}

func TestQuote(t *testing.T) {
	quote := priced(t, example, 26*hour+30*time.Second)
	if quote.Normal != day || quote.Overrun != 2*hour+30*time.Second || quote.BeforeOverrun != 300 ||
		quote.OverrunPrice != 300 || quote.RemovalPrice != 0 {
		t.Errorf("components: %+v", quote)
	}
	if !quote.OverrunStart.Equal(start.Add(day)) || !quote.RemovalStart.Equal(start.Add(2*day)) || !quote.OverLimit ||
		quote.Removed {
		t.Errorf("limits: %+v", quote)
	}
	if at := priced(t, example, day); at.OverLimit || at.Overrun != 0 {
		t.Errorf("exactly at the overrun limit there is none yet: %+v", at)
	}
	if at := priced(t, example, 2*day); !at.Removed || at.RemovalPrice != 2000 {
		t.Errorf("exactly at the removal limit it is due: %+v", at)
	}
	if late := priced(t, example, 5*day); late.Overrun != day || late.Normal != day {
		t.Errorf("after the removal nothing grows: %+v", late)
	}
	if none := priced(t, pricing.Terms{Unit: pricing.Hour}, hour); !none.OverrunStart.IsZero() ||
		!none.RemovalStart.IsZero() {
		t.Errorf("no limits: %+v", none)
	}
	if _, err := pricing.Price(example, start, start.Add(-time.Millisecond)); !errors.Is(err, pricing.ErrEndsBeforeStart) {
		t.Errorf("before its start: %v", err)
	}
	waived := priced(t, example, 3*day).Waived()
	if waived.Amount() != 0 || total(waived.Lines()) != 0 || waived.Overrun != day {
		t.Errorf("waived: %+v", waived)
	}
}

// A change of clocks does not change a price, because durations are elapsed time.
func TestChangesOfClock(t *testing.T) {
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to time.Time
		want     money.Cents
	}{
		{time.Date(2026, 3, 29, 1, 30, 0, 0, paris), time.Date(2026, 3, 29, 3, 30, 0, 0, paris), 50},    // one hour
		{time.Date(2026, 10, 25, 1, 30, 0, 0, paris), time.Date(2026, 10, 25, 3, 30, 0, 0, paris), 150}, // three
	} {
		quote, err := pricing.Price(example, c.from, c.to)
		if err != nil || quote.Amount() != c.want {
			t.Errorf("%s to %s: %d, want %d (%v)", c.from, c.to, quote.Amount(), c.want, err)
		}
	}
}

func TestLines(t *testing.T) {
	brussels := pricing.Terms{
		Unit: pricing.Hour, Amount: 89, Ceiling: cents(445), CeilingWindow: last(1440),
		FreeMinutes: last(15),
	}
	for _, c := range []struct {
		name   string
		terms  pricing.Terms
		lasted time.Duration
		want   []pricing.Line
	}{
		{"nothing yet", example, 0, []pricing.Line{}},
		{"free", brussels, 10 * time.Minute, []pricing.Line{{"Stationnement gratuit jusqu'à 15\u00a0minutes", 1, 0, 0}}},
		{"a ceiling by window", brussels, 25 * hour, []pricing.Line{
			{"Stationnement, par heure commencée", 25, 89, 2225},
			{"Plafond de 4,45\u00a0€ par période de 24\u00a0heures", 1, -1691, -1691},
		}},
		{"everything", example, 50 * hour, []pricing.Line{
			{"Stationnement, par heure commencée", 24, 50, 1200},
			{"Plafond de 3,00\u00a0€", 1, -900, -900},
			{"Dépassement, par heure commencée", 24, 100, 2400},
			{"Enlèvement", 1, 2000, 2000},
		}},
		{"franchise", pricing.Terms{
			Unit: pricing.Day, Amount: 135, PromoAmount: cents(100), FreeMinutes: last(2880), FreeDeducted: true,
		}, 3 * day, []pricing.Line{
			{"Franchise de 2\u00a0jours", 1, 0, 0},
			{"Stationnement, par jour commencé, tarif promotionnel", 1, 100, 100},
		}},
		{
			"a subscription",
			pricing.Terms{Subscription: true, Unit: pricing.Month},
			hour,
			[]pricing.Line{{"Stationnement compris dans l'abonnement", 1, 0, 0}},
		},
	} {
		lines := priced(t, c.terms, c.lasted).Lines()
		if len(lines) != len(c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, lines, c.want)
			continue
		}
		for i, want := range c.want {
			if lines[i] != want {
				t.Errorf("%s: line %d is %+v, want %+v", c.name, i, lines[i], want)
			}
		}
	}
}

func TestCurve(t *testing.T) {
	points := pricing.Curve(example, example.Horizon())
	want := []pricing.Point{{0, 50}, {60, 100}, {120, 150}, {180, 200}, {240, 250}, {300, 300}, {1440, 400}}
	for i, p := range want {
		if i >= len(points) || points[i] != p {
			t.Fatalf("point %d of %v, want %v", i, points, p)
		}
	}
	if end := points[len(points)-1]; end != (pricing.Point{After: 2880, Price: 4700}) {
		t.Errorf("it ends at %v", end)
	}
	for _, c := range []struct {
		terms pricing.Terms
		want  int64
	}{
		{pricing.Terms{Unit: pricing.Hour}, 1440},
		{pricing.Terms{Unit: pricing.Day}, 7 * 1440},
		{pricing.Terms{Unit: pricing.Hour, OverrunAfter: last(4000)}, 8000},
	} {
		if got := c.terms.Horizon(); got != c.want {
			t.Errorf("horizon of %+v: %d, want %d", c.terms, got, c.want)
		}
	}
	// For every horizon, each point is the price just after it, and none of the first steps is missing.
	for _, days := range []int64{2, 30, 365, 10 * 366} {
		terms := pricing.Terms{
			Unit: pricing.Hour, Amount: 50, FreeMinutes: last(20), FreeDeducted: true,
			RemovalAfter: last(days * 1440), RemovalAmount: cents(1),
		}
		points := pricing.Curve(terms, terms.Horizon())
		if len(points) > 4500 || points[1] != (pricing.Point{After: 20, Price: 50}) ||
			points[3] != (pricing.Point{After: 140, Price: 150}) {
			t.Errorf("%d days: %d points, %v…", days, len(points), points[:4])
		}
		for _, p := range points[1 : len(points)-1] {
			before := priced(t, terms, time.Duration(p.After)*time.Minute)
			after := priced(t, terms, time.Duration(p.After)*time.Minute+time.Second)
			if after.Amount() != p.Price || before.Amount() == p.Price {
				t.Errorf("%d days: after %d min %d, the point says %d", days, p.After, after.Amount(), p.Price)
			}
		}
	}
}

func BenchmarkPrice(b *testing.B) {
	terms := example
	terms.CeilingWindow, terms.FreeMinutes = last(1440), last(15)
	end := start.Add(50 * hour)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pricing.Price(terms, start, end); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCurve(b *testing.B) {
	for b.Loop() {
		pricing.Curve(example, example.Horizon())
	}
}
