package proof

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/money"
)

// Whatever is given back of a sale in parts, of which some come back, is nothing that the course objects to: its VAT is
// that of [ledger.VATOf]. One cent more than was collected is.
func TestWhatMayBeGivenBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.SampledFrom([]money.Rate{0, 210, 550, 1000, 2000}).Draw(t, "rate")
		at := time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC)
		c, list := newCourse(1, 0), []ledger.Entry{}
		add := func(kind ledger.Kind, amount money.Cents, attempt string) {
			at = at.Add(time.Minute)
			e := ledger.Entry{
				OperatorID: 1, Sequence: int64(len(list)) + 1, At: at, Kind: kind, PaymentID: 7, Amount: amount, Attempt: attempt,
			}
			e.VATRate, e.VAT = ledger.VATOf(e, list, rate)
			list = append(list, e)
			if broken := c.Entry(e); broken != nil {
				t.Fatalf("%+v: %v", list, broken)
			}
		}
		kept := money.Cents(rapid.IntRange(1, 300).Draw(t, "sale"))
		add(ledger.Settled, kept, "s")
		for i := range rapid.IntRange(0, 60).Draw(t, "refunds") {
			if kept == 0 {
				break
			}
			part := money.Cents(rapid.IntRange(1, int(min(kept, rapid.SampledFrom([]money.Cents{1, 7, 300}).Draw(t, "most")))).
				Draw(t, "part"))
			attempt := fmt.Sprint(i)
			add(ledger.RefundDone, part, attempt)
			if rapid.IntRange(0, 4).Draw(t, "comes back") == 0 {
				add(ledger.RefundReturned, part, attempt)
				continue
			}
			kept -= part
		}
		if broken := c.End(); broken != nil {
			t.Fatalf("%+v: %v", list, broken)
		}
		add(ledger.RefundedByHand, kept+1, "more")
		if broken := c.End(); broken == nil || broken.Sequence != int64(len(list)) {
			t.Fatalf("%+v: %v", list, broken)
		}
	})
}
