package pricing_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

const decade = 10 * 366 * 24 * 60 // minutes

// drawTerms draws random terms among all that the rules of tariffs allow.
func drawTerms(t *rapid.T) pricing.Terms {
	amount := rapid.OneOf(rapid.Int64Range(0, 1000), rapid.Int64Range(0, int64(money.Max)))
	some := func(label string) *money.Cents {
		if rapid.Bool().Draw(t, "has "+label) {
			return cents(money.Cents(amount.Draw(t, label)))
		}
		return nil
	}
	limit := func(label string, least, most int64) *int64 {
		if least <= most && rapid.Bool().Draw(t, "has "+label) {
			return last(rapid.Int64Range(least, most).Draw(t, label))
		}
		return nil
	}
	unit := rapid.SampledFrom([]pricing.Unit{pricing.Hour, pricing.Day})
	terms := pricing.Terms{
		Unit: unit.Draw(t, "unit"), Amount: money.Cents(amount.Draw(t, "amount")),
		PromoAmount: some("promotion"),
	}
	if rapid.IntRange(0, 9).Draw(t, "kind") == 0 {
		terms.Subscription, terms.Unit = true, rapid.SampledFrom([]pricing.Unit{pricing.Month, pricing.Year}).Draw(t, "term")
	}
	if terms.Unit == pricing.Hour {
		if terms.Ceiling = some("ceiling"); terms.Ceiling != nil {
			if hours := limit("window", 1, 200); hours != nil {
				terms.CeilingWindow = last(*hours * 60)
			}
		}
	}
	largest := rapid.SampledFrom([]int64{600, 20_000, decade}).Draw(t, "scale")
	terms.RemovalAfter, terms.RemovalAmount = limit("removal", 1, largest), some("removal cost")
	most := largest
	if terms.RemovalAfter != nil {
		most = *terms.RemovalAfter
	}
	if terms.OverrunAfter = limit("overrun", 1, most); terms.OverrunAfter != nil {
		most = *terms.OverrunAfter
	}
	if terms.OverrunAmount = some("overrun cost"); terms.OverrunAmount != nil {
		terms.OverrunUnit = unit.Draw(t, "overrun unit")
	}
	if terms.RemovalAfter != nil && most == *terms.RemovalAfter {
		most--
	}
	if terms.FreeMinutes = limit("free", 1, most); terms.FreeMinutes != nil {
		terms.FreeDeducted = rapid.Bool().Draw(t, "franchise")
	}
	return terms
}

func drawDuration(t *rapid.T, label string) time.Duration {
	ranges := []*rapid.Generator[int64]{
		rapid.Int64Range(0, 3*3600), rapid.Int64Range(0, 30*86400), rapid.Int64Range(0, decade*60),
	}
	return time.Duration(rapid.OneOf(ranges...).Draw(t, label)) * time.Second
}

func TestProperties(t *testing.T) {
	for range 50 { // each check draws a hundred times
		rapid.Check(t, checkProperties)
	}
}

func checkProperties(t *rapid.T) {
	terms := drawTerms(t)
	lasted := drawDuration(t, "lasted")
	more := lasted + drawDuration(t, "more")
	quote, err := pricing.Price(terms, start, start.Add(lasted))
	if err != nil {
		t.Fatal(err)
	}
	later, err := pricing.Price(terms, start, start.Add(more))
	if err != nil {
		t.Fatal(err)
	}
	if quote.BeforeOverrun < 0 || quote.OverrunPrice < 0 || quote.RemovalPrice < 0 {
		t.Fatalf("an amount overflowed: %+v", quote)
	}
	if later.Amount() < quote.Amount() {
		t.Fatalf("%s costs %d, %s costs %d", lasted, quote.Amount(), more, later.Amount())
	}
	if sum := total(quote.Lines()); sum != quote.Amount() {
		t.Fatalf("the lines add up to %d, the price is %d: %+v", sum, quote.Amount(), quote.Lines())
	}
	if quote.Removed && later.Amount() != quote.Amount() {
		t.Fatalf("the price moves after the removal: %d, then %d", quote.Amount(), later.Amount())
	}
	if quote.Normal+quote.Overrun > quote.Total {
		t.Fatalf("more time than there was: %+v", quote)
	}
	checkCeiling(t, terms, quote)

	zone := rapid.SampledFrom([]string{"Europe/Paris", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"}).Draw(t,
		"zone")
	elsewhere, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	there, err := pricing.Price(terms, start.In(elsewhere), start.Add(lasted).In(time.Local))
	if err != nil || there.Amount() != quote.Amount() || !there.OverrunStart.Equal(quote.OverrunStart) {
		t.Fatalf("another price in %s: %d, %d", zone, there.Amount(), quote.Amount())
	}
}

// checkCeiling checks that the windows together cost at most the ceiling times their number.
func checkCeiling(t *rapid.T, terms pricing.Terms, quote pricing.Quote) {
	if terms.Ceiling == nil || terms.Unit != pricing.Hour {
		return
	}
	windows := int64(1)
	if terms.CeilingWindow != nil {
		window := time.Duration(*terms.CeilingWindow) * time.Minute
		billed := quote.Normal
		if terms.FreeDeducted && terms.FreeMinutes != nil {
			billed = max(0, billed-time.Duration(*terms.FreeMinutes)*time.Minute)
		}
		windows = int64((billed + window - 1) / window)
	}
	if most := money.Cents(windows) * *terms.Ceiling; quote.BeforeOverrun > most {
		t.Fatalf("%d before overrun, %d windows allow %d", quote.BeforeOverrun, windows, most)
	}
}

func FuzzPrice(f *testing.F) {
	f.Add([]byte("a stay of some hours"))
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		terms, lasted := drawTerms(t), drawDuration(t, "lasted")
		quote, err := pricing.Price(terms, start, start.Add(lasted))
		if err != nil || quote.Amount() < 0 || total(quote.Lines()) != quote.Amount() {
			t.Fatalf("%+v after %s: %+v, %v", terms, lasted, quote, err)
		}
	}))
}
