package statement

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// DayTotal is the sum of the entries of a day of one kind, means and rate.
type DayTotal struct {
	Kind        ledger.Kind
	Means       string
	VATRate     money.Rate
	Carried     bool // they are of debts from before the ledger
	Amount, VAT money.Cents
	First, Last int64 // sequences
}

// YearlyTerm is what an entry bills of a subscription term of a year, or takes off its bill: below 0.
type YearlyTerm struct {
	PaymentID int64
	Begins    time.Time
	At        time.Time
	Amount    money.Cents
}

// YearStore reads what the FEC of a year tells.
type YearStore interface {
	// DayTotals returns the sums of the chained entries of a span, in the order of their first sequences.
	DayTotals(ctx context.Context, operatorID int64, span Span) ([]DayTotal, error)
	// YearlyTerms lists what was billed, and taken off again, of terms of a year in a span.
	YearlyTerms(ctx context.Context, operatorID int64, span Span) ([]YearlyTerm, error)
}

// labels are those of the entries of a year, by kind.
var labels = map[ledger.Kind]string{
	ledger.BroughtForward: "Reprise", ledger.Billed: "Facturé", ledger.MadeFree: "Rendu gratuit",
	ledger.Cancelled: "Annulé", ledger.Reduced: "Réduit", ledger.Settled: "Encaissé par le prestataire",
	ledger.MarkedAsPaid: "Encaissé autrement", ledger.NotOwed: "Encaissé sans être dû",
	ledger.NotOwedGiven: "Rendu de ce qui n'était pas dû", ledger.NotOwedReturned: "Revenu de ce qui avait été rendu",
	ledger.RefundDone: "Remboursé", ledger.RefundedByHand: "Remboursé autrement",
	ledger.RefundReturned: "Remboursement revenu", ledger.Fee: "Frais du prestataire", ledger.Disputed: "Contesté",
	ledger.DisputeWon: "Contestation gagnée", ledger.DisputeLost: "Contestation perdue",
	ledger.Unexplained: "Écart avec le prestataire", ledger.PaidOut: "Versé par le prestataire",
}

// accounting returns the accounting entry of a sum of a day, with its VAT; false: it moves nothing.
func (t DayTotal) accounting(a Accounts) (accountingEntry, bool) {
	label, postings, book := labels[t.Kind], []posting{}, ofSales
	if t.Means != "" {
		label += "\u00a0: " + strings.ToLower(t.Means)
	}
	if in, debit, credit, some := a.moves(t.Kind, t.Means); some {
		book, postings = in, []posting{debit.of(t.Amount), credit.of(-t.Amount)}
	}
	if t.Carried {
		carried := t.Amount
		if bills(t.Kind) {
			carried = -carried
		}
		postings = append(postings, a.customers().of(carried), a.carried().of(-carried))
		label += ", d'avant le registre"
	}
	if slices.Contains(sold, t.Kind) && t.VAT != 0 {
		switch {
		case slices.Contains(collected, t.Kind):
			postings = append(postings, a.sold().of(t.VAT), a.collected().of(-t.VAT))
		case t.Kind == ledger.RefundReturned:
			postings = append(postings, a.notes().of(t.VAT), a.collected().of(-t.VAT))
		default:
			postings = append(postings, a.collected().of(t.VAT), a.notes().of(-t.VAT))
		}
		label += ", TVA à " + percent(t.VATRate)
	}
	return entered(book, label, postings...)
}

// deferred returns what of the terms of a year is for months after one, without VAT: of each bill, as many twelfths as
// there are months of its term to come. rates holds the rate of the month of each bill.
func deferred(terms []YearlyTerm, month clock.Month, rates func(clock.Month) money.Rate) money.Cents {
	type bill struct {
		amount, vat money.Cents
		begins      clock.Month
	}
	bills := map[int64]bill{}
	for _, t := range terms {
		at := clock.MonthOf(t.At)
		if at > month {
			continue
		}
		b, known := bills[t.PaymentID]
		if !known {
			b.begins = clock.MonthOf(t.Begins)
		}
		rate := rates(clock.MonthOf(t.At))
		b.amount += t.Amount
		if t.Amount < 0 {
			b.vat -= (-t.Amount).VAT(rate)
		} else {
			b.vat += t.Amount.VAT(rate)
		}
		bills[t.PaymentID] = b
	}
	sum := money.Cents(0)
	for _, b := range bills {
		if to := min(11-(month-b.begins), 12); to > 0 && b.amount > 0 {
			sum += (b.amount - b.vat) * money.Cents(to) / 12
		}
	}
	return sum
}

const msgOpenYear = "Clôturez un mois de cette année pour en exporter les écritures."

// Year is the closed months of a year, to be written as a FEC.
type Year struct {
	Name    string // of the file
	service *Service
	id      int64
	months  []Statement
	frozen  map[clock.Month]Statement
	terms   []YearlyTerm
}

// FECOfYear returns the closed months of a year of an operator. fault.Conflict: none is closed, or the operator has no
// SIRET.
func (s *Service) FECOfYear(ctx context.Context, operatorID int64, year int) (Year, error) {
	january := clock.Month(year * 12)
	y := Year{service: s, id: operatorID, frozen: map[clock.Month]Statement{}}
	closings, err := s.store.Closings(ctx, operatorID)
	if err != nil {
		return y, err
	}
	siret := ""
	for _, c := range slices.Backward(closings) {
		if c.Month < january-12 || c.Month > january+11 {
			continue
		}
		report, err := s.frozen(ctx, operatorID, c.Month)
		if err != nil {
			return y, err
		}
		report.Accounts = report.Accounts.Or(DefaultAccounts())
		y.frozen[c.Month] = report.Statement
		if c.Month >= january {
			y.months, siret = append(y.months, report.Statement), report.Seller.SIRET
		}
	}
	if len(y.months) == 0 {
		return y, fault.Conflict(msgOpenYear)
	}
	if y.terms, err = s.store.YearlyTerms(ctx, operatorID,
		Span{(january - 12).Begins(), (january + 12).Begins()}); err != nil {
		return y, err
	}
	y.Name, err = s.fecName(ctx, operatorID, siret, (january + 11).LastDay())
	return y, err
}

func (y Year) rate(month clock.Month) money.Rate { return y.frozen[month].VATRate }

// WriteFEC writes a balanced entry for each kind of event of each day, numbered without gap, and one for each month
// with what of yearly subscriptions is for months to come. The same closed months give the same bytes.
func (y Year) WriteFEC(ctx context.Context, to io.Writer) error {
	out, number := bufio.NewWriter(to), 0
	line := func(cells ...string) {
		_, _ = out.WriteString(strings.Join(cells, "\t") + "\r\n") // the error comes back from Flush
	}
	line(fecColumns...)
	for _, st := range y.months {
		month, err := clock.ParseMonth(st.Month)
		if err != nil {
			return err
		}
		valid := fecDate(month.LastDay())
		if st.ClosedAt != nil {
			valid = fecDate(clock.DayOf(*st.ClosedAt))
		}
		write := func(e accountingEntry, day clock.Day, piece string) {
			number++
			for _, p := range e.postings {
				line(e.book, e.bookName, strconv.Itoa(number), fecDate(day), p.account, p.name, "", "", piece, fecDate(day),
					e.label, decimals(max(p.debit, 0)), decimals(max(-p.debit, 0)), "", "", valid, "", "")
			}
		}
		for day := clock.DayOf(month.Begins()); day <= month.LastDay(); day++ {
			totals, err := y.service.store.DayTotals(ctx, y.id, Span{day.Begins(), (day + 1).Begins()})
			if err != nil {
				return err
			}
			for _, t := range totals {
				if e, some := t.accounting(st.Accounts); some {
					write(e, day, fmt.Sprintf("REGISTRE-%d-%d", t.First, t.Last))
				}
			}
		}
		later := deferred(y.terms, month, y.rate) - deferred(y.terms, month-1, y.rate)
		prepaid := posting{account: st.Accounts.Prepaid, name: "Produits constatés d'avance"}
		if e, some := entered(ofOthers, "Abonnements annuels, part des mois à venir",
			st.Accounts.sold().of(later), prepaid.of(-later)); some {
			write(e, month.LastDay(), "AVANCE-"+st.Month)
		}
	}
	return out.Flush()
}
