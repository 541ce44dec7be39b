// Package statement holds the monthly statement of the money of an operator, « Reddition des comptes »
// (docs/rules.md#statement).
package statement

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Statement is what happened to the money of an operator in a month of Paris. When the month is closed it is stored as
// JSON, and never changes: the same record gives the same files for ever. Amounts are in cents and include VAT. It
// holds no personal data.
type Statement struct {
	Version    int             `json:"version"` // of this shape, from 1
	OperatorID int64           `json:"operator"`
	Month      string          `json:"month"` // « 2026-10 »
	Seller     document.Seller `json:"seller"`
	Opening    money.Cents     `json:"opening"` // what customers owed at the beginning of the month
	Closing    money.Cents     `json:"closing"`
	Figures    []Figure        `json:"figures"`
	VAT        []VATOfRate     `json:"vat"`       // by rate
	Documents  []Series        `json:"documents"` // that were numbered, by kind
	Payouts    []Payout        `json:"payouts"`
	Provider   *Provider       `json:"provider,omitempty"` // nil: the month was closed before the ledger told of it
	VATRate    money.Rate      `json:"vatRate,omitempty"`  // of the operator; 0: it is exempt
	Accounts   Accounts        `json:"accounts"`           // of the FEC
	ClosedAt   *time.Time      `json:"closedAt,omitempty"` // nil: the month is not closed
	Left       *Left           `json:"left,omitempty"`     // what was left to do when it was closed, or is; nil: not known
	Comment    string          `json:"comment,omitempty"`  // of the person who closed it
	Closed     *Signed         `json:"closed,omitempty"`   // nil: the same, or it was closed by 1.0
}

// Signed is by whom a month was closed, and what it contains.
type Signed struct {
	ActorID int64 `json:"actor,omitempty"` // an account; 0: a key
	KeyID   int64 `json:"key,omitempty"`
	UpTo    int64 `json:"upTo"` // the last entry of the ledger
}

// Provider is what the provider of payments owes at the beginning and at the end of the month.
type Provider struct {
	Opening money.Cents `json:"opening"`
	Closing money.Cents `json:"closing"`
}

// version is that of the shape of new statements.
const version = 1

// Key names a figure on the wire.
type Key string

// Section is the part of the statement in which a figure stands.
type Section string

// The sections, by their names on the wire.
const (
	Balance    Section = "solde"          // what is due, and what becomes of it
	Refunds    Section = "remboursements" // they do not change what is due
	NotOwed    Section = "non_du"         // collected twice, and given back
	AtProvider Section = "prestataire"    // what else becomes of the money that the provider has
	Tests      Section = "tests"          // contained in the other figures
)

// Figure is the sum of some entries of the month.
type Figure struct {
	Key     Key         `json:"key"`
	Section Section     `json:"section,omitempty"`
	Label   string      `json:"label"`
	Effect  int         `json:"effect"` // on what is due: 1, -1 or 0
	Amount  money.Cents `json:"amount"`
	VAT     money.Cents `json:"vat,omitempty"`
	Entries int64       `json:"entries"`

	Means   string     `json:"means,omitempty"` // of the entries, where they are of one
	VATRate money.Rate `json:"rate,omitempty"`  // of the entries of a figure of VAT
}

// VATOfRate is the VAT of what was collected and given back at a rate.
type VATOfRate struct {
	Rate      money.Rate `json:"rate"`
	Collected Figure     `json:"collected"`
	Refunded  Figure     `json:"refunded"` // less what came back
}

// Due returns the VAT that is to be declared.
func (v VATOfRate) Due() money.Cents { return v.Collected.VAT - v.Refunded.VAT }

// Series is the documents of one kind that were numbered in the month.
type Series struct {
	Kind   document.Kind `json:"kind"`
	Figure Figure        `json:"figure"`
	First  string        `json:"first"` // number; empty: there is none
	Last   string        `json:"last"`
	Before int64         `json:"before,omitempty"` // of what was settled before the ledger
}

// Payout is what the provider transferred at once, as far as it is the operator's.
type Payout struct {
	ID         string      `json:"id"` // the provider's
	ArrivedAt  time.Time   `json:"arrivedAt"`
	Gross      money.Cents `json:"gross"` // collected less refunded
	Fees       money.Cents `json:"fees"`  // of the provider
	Net        money.Cents `json:"net"`
	Operations int64       `json:"operations"`
}

// Of works the statement of a month out from the totals of the operator. Seller, payouts and accounts are left empty.
func Of(operatorID int64, month clock.Month, totals Totals) Statement {
	s := Statement{
		Version: version, OperatorID: operatorID, Month: month.String(), Opening: totals.Due(month),
		Closing: totals.Due(month + 1), Payouts: []Payout{},
	}
	s.Provider = &Provider{totals.AtProvider(month), totals.AtProvider(month + 1)}
	in := Totals{}
	for group, total := range totals {
		if group.Month == month {
			in[group] = total
		}
	}
	add := func(section Section, key Key, effect int, label string) {
		s.Figures = append(s.Figures, in.figure(Figure{Key: key, Section: section, Label: label, Effect: effect}))
	}
	if in.has(ledger.BroughtForward) {
		add(Balance, Key(ledger.BroughtForward), 1, "Reprise")
	}
	add(Balance, "facture", 1, "Facturé")
	add(Balance, "repris", 1, "Repris d'avant le registre")
	add(Balance, "rendu_gratuit", -1, "Rendu gratuit")
	add(Balance, "encaisse", -1, "Encaissé par le prestataire de paiement")
	byMeans := func(section Section, kind ledger.Kind, effect int, label string) {
		for _, means := range in.meansOf(kind) {
			s.Figures = append(s.Figures, in.figure(Figure{
				Key: Key(string(kind) + "." + slug(means)), Section: section,
				Label: label + "\u00a0: " + strings.ToLower(cmp.Or(means, "sans précision")), Effect: effect, Means: means,
			}))
		}
	}
	byMeans(Balance, ledger.MarkedAsPaid, -1, "Encaissé autrement")
	add(Balance, "annule", -1, "Annulé")
	if in.has(ledger.Reduced) {
		add(Balance, Key(ledger.Reduced), -1, "Réduit\u00a0: abonnements impayés terminés avant leur échéance")
	}
	add(Refunds, "remboursement_demande", 0, "Remboursements demandés")
	add(Refunds, "rembourse", 0, "Remboursements faits")
	byMeans(Refunds, ledger.RefundedByHand, 0, "Remboursements faits autrement")
	add(Refunds, "remboursement_refuse", 0, "Remboursements refusés par le prestataire")
	add(Refunds, "remboursement_revenu", 0, "Remboursements revenus")
	add(NotOwed, "encaisse_non_du", 0, "Encaissé sans être dû")
	add(NotOwed, "non_du_rendu", 0, "Rendu de ce qui n'était pas dû")
	add(NotOwed, "non_du_revenu", 0, "Revenu de ce qui avait été rendu")
	for _, told := range []struct {
		kind  ledger.Kind
		label string
	}{
		{ledger.Fee, "Frais du prestataire"},
		{ledger.Disputed, "Contesté, et repris par la banque de l'usager"},
		{ledger.DisputeWon, "Contestations gagnées"},
		{ledger.DisputeLost, "Contestations perdues"},
		{ledger.Unexplained, "Écarts avec les relevés du prestataire"},
		{ledger.PaidOut, "Versé par le prestataire"},
	} {
		if in.has(told.kind) {
			add(AtProvider, Key(told.kind), 0, told.label)
		}
	}
	add(Tests, "tests.encaisse", 0, "Encaissé de paiements de test")
	add(Tests, "tests.rembourse", 0, "Remboursé de paiements de test, moins ce qui est revenu")
	for _, rate := range in.rates() {
		figure := func(what, label string) Figure {
			return in.figure(Figure{
				Key: Key(fmt.Sprintf("tva.%d.%s", rate, what)), Label: label + " à " + percent(rate),
				VATRate: rate,
			})
		}
		s.VAT = append(s.VAT, VATOfRate{rate, figure("encaisse", "Encaissé"), figure("rembourse", "Remboursé")})
	}
	for _, kind := range []document.Kind{document.Receipt, document.CreditNote} {
		label := map[document.Kind]string{document.Receipt: "Reçus numérotés", document.CreditNote: "Avoirs numérotés"}[kind]
		series := Series{
			Kind:   kind,
			Figure: in.figure(Figure{Key: Key("documents." + string(kind)), Label: label, Means: string(kind)}),
		}
		for group, total := range in {
			if group.Kind == ledger.DocumentIssued && group.Means == string(kind) && group.Mark == Unmarked {
				if series.First == "" || numberBefore(total.First, series.First) {
					series.First = total.First
				}
				if numberBefore(series.Last, total.Last) {
					series.Last = total.Last
				}
			}
		}
		s.Documents = append(s.Documents, series)
	}
	return s
}

// opens makes a statement the first of its ledger: what it brings forward was due at the beginning of its month.
func (s *Statement) opens() {
	for i, f := range s.Figures {
		if f.Key == Key(ledger.BroughtForward) {
			s.Opening += f.Amount
			s.Figures[i].Effect, s.Figures[i].Label = 0, "Reprise, dans le solde d'ouverture"
		}
	}
}

// FirstOf works the first statement of an operator out as [Of] does.
func FirstOf(operatorID int64, month clock.Month, totals Totals) Statement {
	s := Of(operatorID, month, totals)
	s.opens()
	return s
}

// figure adds up the groups of the month that a figure picks.
func (t Totals) figure(f Figure) Figure {
	picks := f.Selection()
	for group, total := range t {
		if sign := picks.ofGroup(group); sign != 0 {
			f.Amount += money.Cents(sign) * total.Amount
			f.VAT += money.Cents(sign) * total.VAT
			f.Entries += total.Entries
		}
	}
	return f
}

// has reports whether some entry is of the kind.
func (t Totals) has(kind ledger.Kind) bool {
	for group := range t {
		if group.Kind == kind {
			return true
		}
	}
	return false
}

// meansOf lists the means of what staff recorded as paid or as given back, in order.
func (t Totals) meansOf(kind ledger.Kind) []string {
	found := []string{}
	for group := range t {
		if group.Kind == kind && group.Mark == Unmarked && !slices.Contains(found, group.Means) {
			found = append(found, group.Means)
		}
	}
	slices.Sort(found)
	return found
}

// rates lists the rates of VAT of what was collected or given back, highest first.
func (t Totals) rates() []money.Rate {
	found := []money.Rate{}
	for group := range t {
		if slices.Contains(sold, group.Kind) && group.Mark == Unmarked && !slices.Contains(found, group.VATRate) {
			found = append(found, group.VATRate)
		}
	}
	slices.Sort(found)
	slices.Reverse(found)
	return found
}

// all lists the figures of the statement.
func (s Statement) all() []Figure {
	all := slices.Clone(s.Figures)
	for _, v := range s.VAT {
		all = append(all, v.Collected, v.Refunded)
	}
	for _, d := range s.Documents {
		all = append(all, d.Figure)
	}
	return all
}

// Figure returns the figure of a key; false: the statement has none.
func (s Statement) Figure(key Key) (Figure, bool) {
	all := s.all()
	if at := slices.IndexFunc(all, func(f Figure) bool { return f.Key == key }); at >= 0 {
		return all[at], true
	}
	return Figure{}, false
}

// Differs returns the label of the first figure that is not that of another statement of the month; false: none is. A
// figure that only one of them has is 0 in the other, as one that a later release tells.
func (s Statement) Differs(other Statement) (label string, differs bool) {
	if s.Opening != other.Opening || s.Closing != other.Closing {
		return "Solde exigible", true
	}
	if s.Provider != nil && other.Provider != nil && *s.Provider != *other.Provider {
		return "Dû par le prestataire", true
	}
	for _, pair := range [][2]Statement{{s, other}, {other, s}} {
		for _, f := range pair[0].all() {
			is, _ := pair[1].Figure(f.Key)
			if f.Amount != is.Amount || f.VAT != is.VAT || f.Entries != is.Entries {
				return f.Label, true
			}
		}
	}
	return "", false
}

// ProviderFigures returns the figures that tell what became of the money that the provider of payments has, each with
// its effect on what it owes; none, if nothing did.
func (s Statement) ProviderFigures() []Figure {
	list := []Figure{}
	for _, f := range s.Figures {
		f.Effect = ledger.AtProvider(ledger.Kind(f.Key))
		if f.Entries > 0 && (f.Effect != 0 || f.Section == AtProvider) {
			f.Section = AtProvider
			list = append(list, f)
		}
	}
	return list
}

// slug returns a means of payment as a part of a key.
func slug(means string) string {
	if means == "" {
		return "sans"
	}
	return strings.NewReplacer("é", "e", "è", "e", "ê", "e", "à", "a", "ç", "c", " ", "-").Replace(strings.ToLower(means))
}

// percent formats a rate of VAT: « 20 % », « 5,5 % ».
func percent(rate money.Rate) string {
	return rate.Percent() + "\u00a0%"
}
