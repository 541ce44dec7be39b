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

// accounting returns the entries of a statement, one for each figure that moves money or what is due. VAT of services
// is due when they are paid: sales are entered whole when they are billed, and their VAT is taken out when it is
// collected.
func (s Statement) accounting() []accountingEntry {
	const sales, bank, vat = "VE", "BQ", "OD"
	names := map[string]string{sales: "Ventes", bank: "Encaissements et remboursements", vat: "Opérations diverses"}
	a := s.Accounts
	on := func(number, name string) posting { return posting{account: number, name: name} }
	customers, sold, provider := on(a.Customers, "Usagers"), on(a.Sales, "Prestations de services"),
		on(a.Provider, "Prestataire de paiement")
	collected, notes, notOwed := on(a.VAT, "TVA collectée"), on(a.CreditNotes, "Avoirs"),
		on(a.NotOwed, "Encaissements non dus")
	carried := on(a.Carried, "Repris d'avant le registre")
	var entries []accountingEntry
	enter := func(book, label string, moves ...posting) {
		kept := []posting{}
		for _, move := range moves {
			if move.debit != 0 {
				kept = append(kept, move)
			}
		}
		if len(kept) > 0 {
			entries = append(entries, accountingEntry{book, names[book], label, kept})
		}
	}
	simple := func(book, label string, amount money.Cents, debit, credit posting) {
		enter(book, label, debit.of(amount), credit.of(-amount))
	}
	for _, f := range s.Figures {
		switch f.Key {
		case "facture":
			simple(sales, f.Label, f.Amount, customers, sold)
		case "repris":
			simple(sales, f.Label, f.Amount, customers, carried)
		case "rendu_gratuit", "annule", "reduit":
			simple(sales, f.Label, f.Amount, sold, customers)
		case "encaisse":
			simple(bank, f.Label, f.Amount, provider, customers)
		case "encaisse_non_du", "non_du_revenu":
			simple(bank, f.Label, f.Amount, provider, notOwed)
		case "non_du_rendu":
			simple(bank, f.Label, f.Amount, notOwed, provider)
		case "rembourse":
			simple(bank, f.Label, f.Amount, notes, provider)
		case "remboursement_revenu":
			simple(bank, f.Label, f.Amount, provider, notes)
		default:
			switch kind, _, _ := strings.Cut(string(f.Key), "."); ledger.Kind(kind) {
			case ledger.MarkedAsPaid:
				simple(bank, f.Label, f.Amount, a.ofMeans(f.Means), customers)
			case ledger.RefundedByHand:
				simple(bank, f.Label, f.Amount, notes, a.ofMeans(f.Means))
			}
		}
	}
	for _, v := range s.VAT {
		simple(vat, "TVA à "+percent(v.Rate)+" des encaissements", v.Collected.VAT, sold, collected)
		simple(vat, "TVA à "+percent(v.Rate)+" des avoirs", v.Refunded.VAT, collected, notes)
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
	now, err := s.store.OperatorEver(ctx, operatorID)
	if err != nil {
		return report.Statement, "", err
	}
	siret := cmp.Or(report.Seller.SIRET, now.Identity.SIRET)
	if len(siret) < 9 {
		return report.Statement, "", fault.Conflict(msgNoSIREN)
	}
	return report.Statement, siret[:9] + "FEC" + fecDate(month.LastDay()) + ".txt", nil
}
