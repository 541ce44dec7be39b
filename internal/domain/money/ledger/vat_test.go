package ledger

import (
	"testing"

	"pgregory.net/rapid"

	"consigne/internal/kernel/money"
)

func TestVATOfRefunds(t *testing.T) {
	sale := Entry{Kind: Settled, Amount: 150, VATRate: 2000, VAT: 25}
	half := Entry{Kind: RefundDone, Attempt: "a", Amount: 75, VATRate: 2000, VAT: 12}
	for name, c := range map[string]struct {
		event  Entry
		before []Entry
		rate   money.Rate
		vat    money.Cents
	}{
		"sold":                    {Entry{Kind: MarkedAsPaid, Amount: 150}, nil, 1000, 14},
		"billed":                  {Entry{Kind: Billed, Amount: 150}, nil, 0, 0},
		"a first half":            {Entry{Kind: RefundDone, Amount: 75}, []Entry{sale}, 2000, 12},
		"the other half":          {Entry{Kind: RefundDone, Amount: 75}, []Entry{half, sale}, 2000, 13},
		"the other half, by hand": {Entry{Kind: RefundedByHand, Amount: 75}, []Entry{sale, half}, 2000, 13},
		"a half that comes back":  {Entry{Kind: RefundReturned, Attempt: "a", Amount: 75}, []Entry{sale, half}, 2000, 12},
		"a quarter after it":      {Entry{Kind: RefundDone, Amount: 37}, []Entry{sale, half}, 2000, 6},
		"sold before the ledger":  {Entry{Kind: RefundDone, Amount: 75}, nil, 1000, 7},
		"gone before the ledger":  {Entry{Kind: RefundReturned, Attempt: "z", Amount: 75}, []Entry{sale}, 2000, 12},
		"the whole, that came back": {
			Entry{Kind: RefundDone, Amount: 150},
			[]Entry{sale, half, {Kind: RefundReturned, Attempt: "a", Amount: 75, VATRate: 2000, VAT: 12}},
			2000, 25,
		},
	} {
		if rate, vat := VATOf(c.event, c.before, 1000); rate != c.rate || vat != c.vat {
			t.Errorf("%s: rate %d, VAT %d, want %d and %d", name, rate, vat, c.rate, c.vat)
		}
	}
}

// Whatever parts of a sale are given back, and come back, the VAT that is left is that of the sale when all money is
// there, none when none is, and always within the money.
func TestVATOfPartsAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := money.Rate(rapid.IntRange(0, 3000).Draw(t, "rate"))
		sale := Entry{Kind: Settled, Amount: money.Cents(rapid.IntRange(1, 60).Draw(t, "sold"))}
		sale.VATRate, sale.VAT = VATOf(sale, nil, rate)
		list, kept, left := []Entry{sale}, sale.Amount, sale.VAT
		gone := []Entry{}
		for i := range rapid.IntRange(0, 12).Draw(t, "events") {
			e := Entry{Kind: RefundDone, Attempt: string(rune('a' + i))}
			if len(gone) > 0 && rapid.Bool().Draw(t, "comes back") {
				e.Kind, e.Attempt, e.Amount = RefundReturned, gone[0].Attempt, gone[0].Amount
				gone = gone[1:]
			} else if kept == 0 {
				continue
			} else {
				e.Amount = money.Cents(rapid.IntRange(1, int(kept)).Draw(t, "part"))
			}
			e.VATRate, e.VAT = VATOf(e, list, 0)
			if e.Kind == RefundReturned {
				kept, left = kept+e.Amount, left+e.VAT
			} else {
				kept, left = kept-e.Amount, left-e.VAT
				gone = append(gone, e)
			}
			list = append(list, e)
			if e.VATRate != rate || e.VAT < 0 || e.VAT > e.Amount || left < 0 || left > kept ||
				kept == sale.Amount && left != sale.VAT {
				t.Fatalf("%+v: %d of %d are left", list, left, kept)
			}
		}
	})
}
