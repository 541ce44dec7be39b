package statement

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// fecColumns are those of a FEC, article A47 A-1 of the Livre des procédures fiscales.
var fecColumns = []string{
	"JournalCode", "JournalLib", "EcritureNum", "EcritureDate", "CompteNum", "CompteLib", "CompAuxNum", "CompAuxLib",
	"PieceRef", "PieceDate",
	"EcritureLib", "Debit", "Credit", "EcritureLet", "DateLet", "ValidDate", "Montantdevise", "Idevise",
}

// posting is one amount of an entry on an account.
type posting struct {
	account, name string
	debit         money.Cents // below 0: a credit
}

// accountingEntry is an « écriture », whose postings add up to 0.
type accountingEntry struct {
	book, bookName, label string
	postings              []posting
}

// The books of the FEC.
const (
	ofOpening = "AN"
	ofSales   = "VE"
	ofBank    = "BQ"
	ofOthers  = "OD"
)

var bookNames = map[string]string{
	ofOpening: "À-nouveaux", ofSales: "Ventes", ofBank: "Encaissements et remboursements", ofOthers: "Opérations diverses",
}

func (a Accounts) customers() posting { return posting{account: a.Customers, name: "Usagers"} }
func (a Accounts) sold() posting      { return posting{account: a.Sales, name: "Prestations de services"} }
func (a Accounts) collected() posting { return posting{account: a.VAT, name: "TVA collectée"} }
func (a Accounts) notes() posting     { return posting{account: a.CreditNotes, name: "Avoirs"} }

func (a Accounts) provider() posting {
	return posting{account: a.Provider, name: "Prestataire de paiement"}
}

func (a Accounts) carried() posting {
	return posting{account: a.Carried, name: "Repris d'avant le registre"}
}

// moves returns the account to which the amount of entries of a kind goes, the one from which it comes, and the book of
// that; false: they move nothing.
func (a Accounts) moves(kind ledger.Kind, means string) (book string, debit, credit posting, some bool) {
	on := func(number, name string) posting { return posting{account: number, name: name} }
	notOwed, disputed := on(a.NotOwed, "Encaissements non dus"), on(a.Disputed, "Paiements contestés")
	switch kind {
	case ledger.BroughtForward:
		return ofOpening, a.customers(), a.carried(), true
	case ledger.Billed:
		return ofSales, a.customers(), a.sold(), true
	case ledger.MadeFree, ledger.Cancelled, ledger.Reduced:
		return ofSales, a.sold(), a.customers(), true
	case ledger.Settled:
		return ofBank, a.provider(), a.customers(), true
	case ledger.MarkedAsPaid:
		return ofBank, a.ofMeans(means), a.customers(), true
	case ledger.NotOwed, ledger.NotOwedReturned:
		return ofBank, a.provider(), notOwed, true
	case ledger.NotOwedGiven:
		return ofBank, notOwed, a.provider(), true
	case ledger.RefundDone:
		return ofBank, a.notes(), a.provider(), true
	case ledger.RefundedByHand:
		return ofBank, a.notes(), a.ofMeans(means), true
	case ledger.RefundReturned:
		return ofBank, a.provider(), a.notes(), true
	case ledger.Fee:
		return ofBank, on(a.Fees, "Frais du prestataire de paiement"), a.provider(), true
	case ledger.Disputed:
		return ofBank, disputed, a.provider(), true
	case ledger.DisputeWon:
		return ofBank, a.provider(), disputed, true
	case ledger.DisputeLost:
		return ofOthers, on(a.Lost, "Pertes sur créances irrécouvrables"), disputed, true
	case ledger.Unexplained:
		return ofBank, a.provider(), on(a.Differences, "Écarts à expliquer"), true
	case ledger.PaidOut:
		return ofBank, a.ofMeans("Virement"), a.provider(), true
	case ledger.Begun, ledger.RefundAsked, ledger.RefundRefused, ledger.DocumentIssued, ledger.MonthClosed:
	}
	return "", posting{}, posting{}, false
}

// entered returns an entry of the postings that are not 0; false: none is.
func entered(book, label string, postings ...posting) (accountingEntry, bool) {
	kept := []posting{}
	for _, p := range postings {
		if p.debit != 0 {
			kept = append(kept, p)
		}
	}
	return accountingEntry{book, bookNames[book], label, kept}, len(kept) > 0
}

// accounting returns the entries of a statement, one for each figure that moves money or what is due. VAT of services
// is due when they are paid: sales are entered whole when they are billed, and their VAT is taken out when it is
// collected.
func (s Statement) accounting() []accountingEntry {
	a, entries := s.Accounts, []accountingEntry{}
	simple := func(book, label string, amount money.Cents, debit, credit posting) {
		if e, some := entered(book, label, debit.of(amount), credit.of(-amount)); some {
			entries = append(entries, e)
		}
	}
	for _, f := range s.Figures {
		if f.Key == "repris" {
			simple(ofSales, f.Label, f.Amount, a.customers(), a.carried())
			continue
		}
		kind, _, _ := strings.Cut(string(f.Key), ".")
		if book, debit, credit, some := a.moves(ledger.Kind(kind), f.Means); some {
			simple(book, f.Label, f.Amount, debit, credit)
		}
	}
	for _, v := range s.VAT {
		simple(ofOthers, "TVA à "+percent(v.Rate)+" des encaissements", v.Collected.VAT, a.sold(), a.collected())
		simple(ofOthers, "TVA à "+percent(v.Rate)+" des avoirs", v.Refunded.VAT, a.collected(), a.notes())
	}
	return entries
}

func (p posting) of(amount money.Cents) posting {
	p.debit = amount
	return p
}

// ofMeans returns the account of money that staff took.
func (a Accounts) ofMeans(means string) posting {
	switch means {
	case "Espèces":
		return posting{account: a.Cash, name: "Caisse"}
	case "Chèque":
		return posting{account: a.Cheques, name: "Chèques à encaisser"}
	default:
		return posting{account: a.Bank, name: "Banque"}
	}
}

// WriteFEC writes the accounting entries of a closed statement as a FEC: its columns separated by tabs, a line for each
// posting, in the order of the numbers of its entries. The same statement gives the same bytes.
func (s Statement) WriteFEC(to io.Writer) error {
	month, err := clock.ParseMonth(s.Month)
	if err != nil {
		return err
	}
	day, valid := fecDate(month.LastDay()), ""
	if s.ClosedAt != nil {
		valid = fecDate(clock.DayOf(*s.ClosedAt))
	}
	out := bufio.NewWriter(to)
	line := func(cells ...string) {
		_, _ = out.WriteString(strings.Join(cells, "\t") + "\r\n") // the error comes back from Flush
	}
	line(fecColumns...)
	for i, entry := range s.accounting() {
		number := fmt.Sprintf("%s-%03d", strings.ReplaceAll(s.Month, "-", ""), i+1)
		for _, p := range entry.postings {
			debit, credit := max(p.debit, 0), max(-p.debit, 0)
			line(entry.book, entry.bookName, number, day, p.account, p.name, "", "", "REDDITION-"+s.Month, day,
				entry.label+" "+month.French(), decimals(debit), decimals(credit), "", "", valid, "", "")
		}
	}
	return out.Flush()
}

func fecDate(day clock.Day) string { return strings.ReplaceAll(day.String(), "-", "") }

// decimals formats an amount that is not negative with a comma: « 1234,50 ».
func decimals(amount money.Cents) string {
	return strconv.FormatInt(int64(amount/100), 10) + "," + fmt.Sprintf("%02d", amount%100)
}

const (
	msgOpenFEC = "Clôturez le mois pour en exporter les écritures."
	msgNoSIREN = "Renseignez le SIRET de l'exploitant, dont le fichier porte le SIREN."
)

// FEC returns the statement of a closed month, to be written as a FEC, and the name of the file. fault.Conflict: the
// month is not closed, or the operator has no SIRET.
func (s *Service) FEC(ctx context.Context, operatorID int64, month clock.Month) (Statement, string, error) {
	report, err := s.Of(ctx, operatorID, month)
	if err != nil {
		return report.Statement, "", err
	}
	if report.State != Closed {
		return report.Statement, "", fault.Conflict(msgOpenFEC)
	}
	name, err := s.fecName(ctx, operatorID, report.Seller.SIRET, month.LastDay())
	return report.Statement, name, err
}

// fecName returns the name of a FEC that ends with a day, as the law asks. fault.Conflict: the operator has no SIRET.
func (s *Service) fecName(ctx context.Context, operatorID int64, frozen string, last clock.Day) (string, error) {
	now, err := s.store.OperatorEver(ctx, operatorID)
	if err != nil {
		return "", err
	}
	siret := cmp.Or(frozen, now.Identity.SIRET)
	if len(siret) < 9 {
		return "", fault.Conflict(msgNoSIREN)
	}
	return siret[:9] + "FEC" + fecDate(last) + ".txt", nil
}
