package payment

import (
	"fmt"
	"slices"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/money"
)

const whyOtherStatus = "son statut « %s » n'est pas celui de ses écritures"

// Disagrees returns in what a payment, as it is stored, differs from its entries of the ledger, chained or waiting: a
// French sentence without its full stop; empty: in nothing. Events before began need no entry: the ledger tells of
// them if they were entered later. former says that another system billed the payment.
func (p Past) Disagrees(entries []ledger.Entry, began time.Time, former bool) string {
	told := leftOf(entries)
	if p.Status == Free { // what was billed and made free then is stored nowhere else
		if billed := told.sum(ledger.Billed) + told.sum(ledger.BroughtForward); billed == told.sum(ledger.MadeFree) {
			told.drop(ledger.Billed, ledger.BroughtForward, ledger.MadeFree)
		}
	}
	forward, brought := told.takeForward()
	owed := money.Cents(0) // when it was brought forward
	for _, e := range p.Events(0) {
		switch {
		case told.take(e) || told.takeReturned(e):
			continue
		case brought && !e.At.After(forward.At) && (e.Kind == ledger.Billed || LowersDebt(e)):
			if owed += e.Amount; LowersDebt(e) {
				owed -= 2 * e.Amount
			}
			continue
		case e.At.Before(began) || former && p.isFormer(e):
			continue
		}
		return fmt.Sprintf("son écriture « %s » de %s manque ou diffère", e.Kind, e.Amount)
	}
	if brought && owed != forward.Amount {
		return fmt.Sprintf("sa reprise de %s n'est pas ce qui en était dû alors", forward.Amount)
	}
	told.dropReturned(p.Attempts)
	for _, e := range told {
		return fmt.Sprintf("son écriture « %s » de %s ne correspond à rien", e.Kind, e.Amount)
	}
	return p.contradiction()
}

// isFormer reports whether an event is of the system that billed the payment before.
func (p Past) isFormer(e ledger.Entry) bool {
	return e.Kind == ledger.Billed || slices.ContainsFunc(p.Attempts,
		func(a Attempt) bool { return a.UUID == e.Attempt && a.Comment == commentFormer })
}

// ended reports whether an attempt may have come to the outcome that it has.
func (p Attempt) ended() bool {
	switch {
	case p.Kind == PaidByHand:
		return p.Outcome == Manual
	case p.Kind == Refund && p.Means != "":
		return p.Outcome == Paid
	case p.Kind == Cancellation:
		return p.Outcome == Cancelled || p.Outcome == Free
	}
	return slices.Contains(Statuses(), p.Outcome)
}

// contradiction returns in what the amounts and the state of a payment differ from its attempts.
func (p Past) contradiction() string {
	var requested, refused, pending money.Cents
	presented := 0
	means := map[ledger.Kind]bool{}
	for _, e := range p.Events(0) {
		means[e.Kind] = true
		switch e.Kind {
		case ledger.RefundAsked:
			requested += e.Amount
		case ledger.RefundRefused:
			refused += e.Amount
		}
	}
	for _, a := range p.Attempts {
		if a.refunding() {
			pending += a.Amount
		}
		if a.Kind == Charge {
			presented++
		}
		if !a.ended() {
			return "l'issue d'une de ses tentatives n'est pas possible"
		}
	}
	state := map[Status]ledger.Kind{Paid: ledger.Settled, Manual: ledger.MarkedAsPaid, Cancelled: ledger.Cancelled}
	for status, kind := range state {
		if means[kind] != (p.Status == status) {
			return fmt.Sprintf(whyOtherStatus, p.Status)
		}
	}
	if p.Status == Running && means[ledger.Billed] || p.Status == Free && p.Amount != 0 {
		return fmt.Sprintf(whyOtherStatus, p.Status)
	}
	switch {
	case presented != p.Payment.Attempts:
		return fmt.Sprintf("%d de ses présentations ont été faites, il y en a %d", p.Payment.Attempts, presented)
	case p.Refunded != requested-refused, p.RefundPending != pending:
		return "ce qui en est remboursé n'est pas ce que disent ses écritures"
	case p.Reduced < 0 || (p.Reduced > 0) != (p.ReducedAt != nil):
		return "sa réduction n'est pas celle de ses écritures"
	}
	return ""
}

// entriesLeft are the entries of a payment that are not accounted for yet.
type entriesLeft []ledger.Entry

func leftOf(entries []ledger.Entry) entriesLeft {
	left := entriesLeft(slices.Clone(entries))
	left.drop(ledger.DocumentIssued, ledger.MonthClosed)
	// What the provider did with the money leaves the payment as it is.
	left.drop(ledger.Fee, ledger.Disputed, ledger.DisputeWon, ledger.DisputeLost, ledger.Unexplained, ledger.PaidOut)
	return left
}

func (l *entriesLeft) drop(kinds ...ledger.Kind) {
	*l = slices.DeleteFunc(*l, func(e ledger.Entry) bool { return slices.Contains(kinds, e.Kind) })
}

func (l *entriesLeft) sum(kind ledger.Kind) (sum money.Cents) {
	for _, e := range *l {
		if e.Kind == kind {
			sum += e.Amount
		}
	}
	return sum
}

// takeForward takes the entry out that brings the payment forward; false: there is none.
func (l *entriesLeft) takeForward() (forward ledger.Entry, brought bool) {
	at := slices.IndexFunc(*l, func(e ledger.Entry) bool { return e.Kind == ledger.BroughtForward })
	if at < 0 {
		return forward, false
	}
	forward = (*l)[at]
	*l = slices.Delete(*l, at, at+1)
	return forward, true
}

// take takes the entry of an event out; false: there is none.
func (l *entriesLeft) take(event ledger.Entry) bool {
	at := slices.IndexFunc(*l, func(e ledger.Entry) bool {
		return e.Kind == event.Kind && e.Attempt == event.Attempt && e.Amount == event.Amount && e.Means == event.Means
	})
	if at < 0 {
		return false
	}
	*l = slices.Delete(*l, at, at+1)
	return true
}

// takeReturned does so for a refund that is stored as refused, and was done before it came back.
func (l *entriesLeft) takeReturned(event ledger.Entry) bool {
	if event.Kind != ledger.RefundRefused {
		return false
	}
	done, back := event, event
	done.Kind, back.Kind = ledger.RefundDone, ledger.RefundReturned
	return l.take(done) && l.take(back)
}

// dropReturned takes out what was given back of money that was not owed, and came back, of which nothing else is
// stored.
func (l *entriesLeft) dropReturned(attempts []Attempt) {
	for _, a := range attempts {
		if !a.ofDouble() || a.Outcome == Paid {
			continue
		}
		event := ledger.Entry{Attempt: a.UUID, Amount: a.Amount, Means: string(byCard), Kind: ledger.NotOwedGiven}
		back := event
		back.Kind = ledger.NotOwedReturned
		if l.has(event) && l.has(back) {
			l.take(event)
			l.take(back)
		}
	}
}

func (l *entriesLeft) has(event ledger.Entry) bool {
	copied := slices.Clone(*l)
	return copied.take(event)
}
