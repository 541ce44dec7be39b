package repricing_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/prices/repricing"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

var start = time.Date(2026, 10, 5, 8, 0, 0, 0, time.UTC)

// ended returns a stay of some minutes that was paid.
func ended(id int64, minutes int, price money.Cents) repricing.Stay {
	return repricing.Stay{
		ID: id, StartedAt: start, EndedAt: start.Add(time.Duration(minutes) * time.Minute), Price: price,
		PaymentID: id, Status: payment.Paid, Billed: price,
	}
}

func with(s repricing.Stay, change func(*repricing.Stay)) repricing.Stay {
	change(&s)
	return s
}

// The worked example of docs/rules.md#replay: 5 €/hour was typed for 50 c/hour.
func TestReplayOfAWrongPrice(t *testing.T) {
	corrected := pricing.Terms{Unit: pricing.Hour, Amount: 50}
	var p repricing.Progress
	for _, c := range []struct {
		stay            repricing.Stay
		right, refunded money.Cents
		other           bool
	}{
		{ended(1, 60, 500), 50, 450, false},
		{ended(2, 61, 1000), 100, 900, false},
		{with(ended(3, 180, 1500), func(s *repricing.Stay) { s.Refunded = 200 }), 150, 1150, false},
		// more than the difference is back
		{with(ended(4, 60, 500), func(s *repricing.Stay) { s.Refunded = 460 }), 50, 0, false},
		{with(ended(5, 60, 500), func(s *repricing.Stay) { s.Status = payment.Manual }), 50, 0, false},
		{with(ended(6, 60, 500), func(s *repricing.Stay) { s.Status = payment.Unpaid }), 50, 0, false},
		{with(ended(7, 60, 500), func(s *repricing.Stay) { s.Batched = true }), 50, 0, false},
		{ended(8, 60, 50), 50, 0, false},
		{ended(9, 120, 50), 100, 0, false},
		{with(ended(10, 60, 0), func(s *repricing.Stay) { s.Subscription, s.Status = true, payment.Free }), 0, 0, true},
	} {
		line, err := repricing.Price(corrected, c.stay)
		if err != nil || line.New != c.right || line.Refundable != c.refunded || line.Other != c.other {
			t.Errorf("stay %d: %+v, %v", c.stay.ID, line, err)
		}
		p.Note(line)
	}
	want := repricing.Totals{
		Old: repricing.Figure{Count: 9, Sum: 5100}, New: repricing.Figure{Count: 9, Sum: 650},
		More: repricing.Figure{Count: 7, Sum: 4500}, Less: repricing.Figure{Count: 1, Sum: 50},
		Same:  repricing.Figure{Count: 1, Sum: 50},
		Other: repricing.Figure{Count: 1}, Refundable: repricing.Figure{Count: 3, Sum: 2500},
	}
	if p.Totals != want {
		t.Errorf("totals: %+v, want %+v", p.Totals, want)
	}
	if len(p.Largest) != 8 || p.Largest[0].ID != 3 || p.Largest[1].ID != 2 || p.Largest[7].ID != 9 {
		t.Errorf("widest gaps: %+v", p.Largest)
	}
	backwards := with(ended(1, 60, 0), func(s *repricing.Stay) { s.EndedAt = start.Add(-time.Hour) })
	if _, err := repricing.Price(corrected, backwards); err == nil {
		t.Error("a stay that ends before it starts has a price")
	}
}

// Whatever the stays and the corrected terms: the sum of the gaps is the sum of the new prices less that of the old,
// the widest gaps are the widest, the terms that were in force leave no gap, and nobody pays less than the right price
// after a refund.
func TestReplayAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := func(label string) pricing.Terms {
			drawn := pricing.Terms{
				Subscription: rapid.Bool().Draw(t, label+" subscription"),
				Unit:         rapid.SampledFrom([]pricing.Unit{pricing.Hour, pricing.Day}).Draw(t, label+" unit"),
				Amount:       money.Cents(rapid.Int64Range(0, 1000).Draw(t, label+" amount")),
			}
			if rapid.Bool().Draw(t, label+" free") {
				drawn.FreeMinutes = new(rapid.Int64Range(1, 300).Draw(t, label+" minutes"))
			}
			if rapid.Bool().Draw(t, label+" overrun") {
				drawn.OverrunAfter, drawn.OverrunUnit = new(rapid.Int64Range(300, 3000).Draw(t, label+" limit")), pricing.Hour
				drawn.OverrunAmount = new(money.Cents(rapid.Int64Range(0, 1000).Draw(t, label+" cost")))
			}
			return drawn
		}
		inForce, corrected := terms("in force"), terms("corrected")
		var p repricing.Progress
		widths := []money.Cents{}
		for id := range rapid.Int64Range(0, 60).Draw(t, "stays") {
			minutes := rapid.IntRange(0, 5000).Draw(t, "lasted")
			quote, err := pricing.Price(inForce, start, start.Add(time.Duration(minutes)*time.Minute))
			if err != nil {
				t.Fatal(err)
			}
			stay := ended(id+1, minutes, quote.Amount())
			stay.Subscription = inForce.Subscription
			stay.Status = rapid.SampledFrom(payment.Statuses()).Draw(t, "status")
			stay.Refunded = money.Cents(rapid.Int64Range(0, int64(stay.Billed)).Draw(t, "refunded"))
			if again, err := repricing.Price(inForce, stay); err != nil || again.Gap() != 0 || again.Refundable != 0 {
				t.Fatalf("the terms that were in force: %+v, %v", again, err)
			}
			line, err := repricing.Price(corrected, stay)
			if err != nil {
				t.Fatal(err)
			}
			if line.Refundable < 0 ||
				line.Refundable > 0 && (stay.Status != payment.Paid || stay.Billed-stay.Refunded-line.Refundable < line.New) {
				t.Fatalf("refund of %+v", line)
			}
			p.Note(line)
			if gap := line.Gap(); gap != 0 {
				widths = append(widths, max(gap, -gap))
			}
		}
		totals := p.Totals
		if totals.Less.Sum-totals.More.Sum != totals.New.Sum-totals.Old.Sum || totals.Old.Count != totals.New.Count ||
			totals.More.Count+totals.Less.Count+totals.Same.Count != totals.Old.Count ||
			totals.Refundable.Sum > totals.More.Sum {
			t.Fatalf("totals: %+v", totals)
		}
		slices.SortFunc(widths, func(a, b money.Cents) int { return int(b - a) })
		for i, line := range p.Largest {
			if got := max(line.Gap(), -line.Gap()); got != widths[i] {
				t.Fatalf("gap %d is %d, want %d", i, got, widths[i])
			}
		}
		if len(p.Largest) != min(20, len(widths)) {
			t.Fatalf("%d widest gaps of %d", len(p.Largest), len(widths))
		}
	})
}
