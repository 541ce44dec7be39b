package proof

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// course checks what the entries of one operator say of one another. It is told of them in order, from the first of the
// chain or, in an archive, from a later one.
type course struct {
	operatorID int64
	whole      bool         // from the first entry of the chain on
	event      ledger.Entry // before the one that is looked at; zero: it is not known
	documents  map[document.Kind]rank
	closed     clock.Month // the last month that was closed
	sales      map[int64]sale
	given      map[int64]*given
}

// rank is the place of a document among those of its kind.
type rank struct {
	year int
	of   int64
}

// sale is what was collected of a payment.
type sale struct {
	amount money.Cents
	rate   money.Rate
}

// given is what was given back of a payment.
type given struct {
	amount  money.Cents // less what came back
	times   money.Cents // including those that came back
	last    int64       // sequence
	noted   time.Time   // of the first credit note, that a receipt would have to come before
	hasNote bool
}

func newCourse(operatorID, after int64) *course {
	return &course{
		operatorID: operatorID, whole: after == 0, documents: map[document.Kind]rank{}, sales: map[int64]sale{},
		given: map[int64]*given{},
	}
}

const (
	whyVAT         = "sa TVA n'est pas celle de son montant à son taux"
	whyOtherRate   = "son taux n'est pas celui de la vente"
	whyOtherEvent  = "le document %s n'est pas celui de l'écriture qui le précède"
	whyUnread      = "le numéro %s n'est pas celui d'un document"
	whyRank        = "le document %s n'est pas celui qui suit le précédent"
	whyNoteFirst   = "le reçu %s vient après l'avoir qui le rembourse"
	whyTooMuch     = "plus a été remboursé que ce qui avait été encaissé"
	whyMonthOrder  = "le mois %s n'est pas celui qui suit le dernier mois clôturé"
	whyClosedMonth = "elle est datée d'un mois déjà clôturé"
)

// Entry implements ledger.Checker.
func (c *course) Entry(e ledger.Entry) *ledger.Broken {
	why := c.why(e)
	c.event = e
	if why == "" {
		return nil
	}
	return c.broken(e.Sequence, why)
}

func (c *course) broken(sequence int64, why string) *ledger.Broken {
	return &ledger.Broken{OperatorID: c.operatorID, Sequence: sequence, Reason: why}
}

func (c *course) why(e ledger.Entry) string {
	if c.closed != 0 && e.At.Before((c.closed + 1).Begins()) {
		return whyClosedMonth
	}
	switch e.Kind {
	case ledger.Settled, ledger.MarkedAsPaid:
		s := c.sales[e.PaymentID]
		c.sales[e.PaymentID] = sale{s.amount + e.Amount, e.VATRate}
		if e.VAT != e.Amount.VAT(e.VATRate) {
			return whyVAT
		}
	case ledger.BroughtForward:
		if e.VAT != e.Amount.VAT(e.VATRate) {
			return whyVAT
		}
	case ledger.RefundDone, ledger.RefundedByHand, ledger.RefundReturned:
		return c.refund(e)
	case ledger.DocumentIssued:
		return c.document(e)
	case ledger.MonthClosed:
		return c.close(e)
	default:
		if e.VAT != 0 {
			return whyVAT
		}
	}
	return ""
}

// refund checks the VAT of what is given back, or comes back. What is given back in parts adds up to the VAT of the
// sale ([ledger.VATOf]), so that each differs from the VAT of its amount by what the roundings of those before it may
// have left.
func (c *course) refund(e ledger.Entry) string {
	g := c.given[e.PaymentID]
	if g == nil {
		g = &given{}
		c.given[e.PaymentID] = g
	}
	g.times++
	g.last = e.Sequence
	if e.Kind == ledger.RefundReturned {
		g.amount -= e.Amount
	} else {
		g.amount += e.Amount
	}
	sold, known := c.sales[e.PaymentID]
	off := e.VAT - e.Amount.VAT(e.VATRate)
	switch {
	case known && e.VATRate != sold.rate:
		return whyOtherRate
	case e.VAT < 0, e.VAT > e.Amount, e.VATRate == 0 && e.VAT != 0, known && (off > g.times || -off > g.times):
		return whyVAT
	}
	return ""
}

// document checks that a document is the next of its kind, and tells of the event before it.
func (c *course) document(e ledger.Entry) string {
	kind := document.KindOf(e.Document)
	year, of, read := readNumber(e.Document, kind)
	if !read {
		return fmt.Sprintf(whyUnread, e.Document)
	}
	before, known := c.documents[kind]
	c.documents[kind] = rank{year, of}
	switch {
	case known && year == before.year && of != before.of+1, known && year < before.year,
		(known && year > before.year || !known && c.whole) && of != 1:
		return fmt.Sprintf(whyRank, e.Document)
	}
	event := c.event
	if event.Sequence == 0 { // the archive begins with the document
		return ""
	}
	if its, some := document.Asked(event.Kind); !some || its != kind || e.PaymentID != event.PaymentID ||
		e.Amount != event.Amount || e.VATRate != event.VATRate || e.VAT != event.VAT {
		return fmt.Sprintf(whyOtherEvent, e.Document)
	}
	switch g := c.given[e.PaymentID]; {
	case g == nil: // nothing was given back yet
	case kind == document.CreditNote:
		if !g.hasNote {
			g.hasNote, g.noted = true, event.At
		}
	// What a numbering of the past enters comes later, and is dated before; or, of a closed month, of the first instant
	// of the open one.
	case event.Kind != ledger.RefundReturned && g.hasNote && event.At.After(g.noted) &&
		!event.At.Equal(clock.MonthOf(event.At).Begins()):
		return fmt.Sprintf(whyNoteFirst, e.Document)
	}
	return ""
}

// readNumber reads the year and rank of the number of a document.
func readNumber(number string, kind document.Kind) (year int, of int64, read bool) {
	parts := strings.Split(number, "-")
	if len(parts) != 3 {
		return 0, 0, false
	}
	year, yearErr := strconv.Atoi(strings.TrimPrefix(parts[1], "A"))
	of, rankErr := strconv.ParseInt(parts[2], 10, 64)
	counter := document.Counter{Year: year, Last: of}
	return year, of, yearErr == nil && rankErr == nil && counter.Numbers(number, kind)
}

// close checks that months are closed one after the other.
func (c *course) close(e ledger.Entry) string {
	month, err := clock.ParseMonth(e.Document)
	if err != nil || c.closed != 0 && month != c.closed+1 || e.At.Before((month + 1).Begins()) {
		return fmt.Sprintf(whyMonthOrder, e.Document)
	}
	c.closed = month
	return ""
}

// End implements ledger.Checker: it checks what has no order.
func (c *course) End() *ledger.Broken {
	var first *ledger.Broken
	for id, g := range c.given {
		sold, known := c.sales[id] // else it was collected before the first entry
		if known && g.amount > sold.amount && (first == nil || g.last < first.Sequence) {
			first = c.broken(g.last, whyTooMuch)
		}
	}
	return first
}
