package statement

import (
	"slices"
	"strings"
	"time"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/money"
)

// collected, given and sold are the kinds of entries that hold VAT.
var (
	collected = []ledger.Kind{ledger.Settled, ledger.MarkedAsPaid}
	given     = []ledger.Kind{ledger.RefundDone, ledger.RefundedByHand, ledger.RefundReturned}
	sold      = slices.Concat(collected, given)
)

// Selection describes which entries of a month a figure adds up.
type Selection struct {
	Kinds    []ledger.Kind
	Less     []ledger.Kind // whose amounts are taken off
	Means    *string       // nil: any
	VATRate  *money.Rate   // nil: any
	Document document.Kind // of the documents; empty: it picks none
	Mark     Mark
}

// Selection returns which entries a figure adds up.
func (f Figure) Selection() Selection {
	switch part, rest, _ := strings.Cut(string(f.Key), "."); part {
	case "repris":
		return Selection{Kinds: []ledger.Kind{
			ledger.Settled, ledger.MarkedAsPaid, ledger.Cancelled, ledger.MadeFree,
			ledger.Reduced, ledger.Billed, ledger.BroughtForward,
		}, Less: []ledger.Kind{ledger.Billed, ledger.BroughtForward}, Mark: Carried}
	case "encaisse_autrement":
		return Selection{Kinds: []ledger.Kind{ledger.MarkedAsPaid}, Means: &f.Means}
	case "rembourse_autrement":
		return Selection{Kinds: []ledger.Kind{ledger.RefundedByHand}, Means: &f.Means}
	case "documents":
		return Selection{Kinds: []ledger.Kind{ledger.DocumentIssued}, Document: document.Kind(f.Means)}
	case "tests":
		picks := ofMoney(rest)
		picks.Mark = OfTests
		return picks
	case "tva":
		_, what, _ := strings.Cut(rest, ".")
		picks := ofMoney(what)
		picks.VATRate = &f.VATRate
		return picks
	default:
		return Selection{Kinds: []ledger.Kind{ledger.Kind(f.Key)}}
	}
}

// ofMoney picks what was collected (« encaisse »), or given back less what came back.
func ofMoney(what string) Selection {
	if what == "encaisse" {
		return Selection{Kinds: collected}
	}
	return Selection{Kinds: given, Less: []ledger.Kind{ledger.RefundReturned}}
}

// sign returns how the amounts of a kind count: 1, -1, or 0 if it is not picked.
func (s Selection) sign(kind ledger.Kind) int {
	switch {
	case slices.Contains(s.Less, kind):
		return -1
	case slices.Contains(s.Kinds, kind):
		return 1
	}
	return 0
}

func (s Selection) ofGroup(g Group) int {
	if g.Mark != s.Mark || s.VATRate != nil && *s.VATRate != g.VATRate || s.Means != nil && *s.Means != g.Means ||
		s.Document != "" && string(s.Document) != g.Means {
		return 0
	}
	return s.sign(g.Kind)
}

// Picks reports whether the figure adds an entry up.
func (s Selection) Picks(e Event) bool {
	return s.sign(e.Kind) != 0 && (s.Mark == Unmarked || slices.Contains(e.Marks, s.Mark)) &&
		(s.VATRate == nil || *s.VATRate == e.VATRate) &&
		(s.Means == nil || *s.Means == e.Means) && (s.Document == "" || s.Document == document.KindOf(e.Document))
}

// FoundBy returns the mark by which the entries are found; Unmarked: by their kind.
func (s Selection) FoundBy() Mark {
	if s.Document == document.CreditNote {
		return CreditNotes
	}
	return s.Mark
}

// Line is an entry that a figure adds up.
type Line struct {
	ledger.Entry        // Sequence is 0 while it waits to be chained
	Number       int64  // tells lines of one instant apart, and orders them
	Payment      string // uuid; empty: it is of no payment, or that is gone
}

// line returns an entry as a line of a figure, with the sign with which it counts.
func (s Selection) line(e ledger.Entry) Line {
	if s.sign(e.Kind) < 0 {
		e.Amount, e.VAT = -e.Amount, -e.VAT
	}
	return Line{Entry: e, Number: number(e)}
}

// waitingNumbers is above the numbers of all chained entries.
const waitingNumbers = 1 << 60

func number(e ledger.Entry) int64 {
	if e.Sequence == 0 {
		return waitingNumbers + e.ID
	}
	return e.Sequence
}

// Span is a part of time, From included and Before not.
type Span struct{ From, Before time.Time }

func (s Span) contains(at time.Time) bool { return !at.Before(s.From) && at.Before(s.Before) }
