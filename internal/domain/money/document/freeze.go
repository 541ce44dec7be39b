package document

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/money"
)

// recordVersion is that of the shape of new records.
const recordVersion = 1

// Asked returns the kind of document that a kind of event of money asks for (docs/rules.md#documents); false: it asks
// for none.
func Asked(event ledger.Kind) (Kind, bool) {
	switch event {
	case ledger.Settled, ledger.MarkedAsPaid:
		return Receipt, true
	case ledger.RefundDone, ledger.RefundedByHand:
		return CreditNote, true
	case ledger.RefundReturned: // the money of a credit note is back with the seller
		return Receipt, true
	}
	return "", false
}

// kindFor returns the kind of document that an event of money asks for; false: it asks for none. came reports whether
// the refund of the event was done before it came back.
func kindFor(event ledger.Entry, d payment.Details, came bool) (Kind, bool) {
	if event.Amount == 0 || d.PaidTwice(event.Attempt) || event.Kind == ledger.RefundReturned && !came {
		return "", false
	}
	return Asked(event.Kind)
}

// earlier is what the documents before tell of a payment.
type earlier struct {
	receipt string      // number of the receipt of its settlement; empty: it has none
	note    string      // number of the credit note of the attempt of the event; empty: it has none
	given   money.Cents // given back by credit notes, less what came back
}

// before reads what the documents of a payment tell, oldest first, of an event of an attempt.
func before(list []Document, attempt string) earlier {
	var e earlier
	for _, d := range list {
		switch {
		case d.Kind == CreditNote:
			e.given += d.Record.Total
			if d.Attempt == attempt {
				e.note = d.Record.Number
			}
		case d.Record.Cancels != "":
			e.given -= d.Record.Total
		case e.receipt == "":
			e.receipt = d.Record.Number
		}
	}
	return e
}

// freeze returns the record of a document, without its number and date.
func freeze(kind Kind, event ledger.Entry, d payment.Details, seller operator.Operator, past earlier) Record {
	r := Record{
		Version: recordVersion, Kind: kind, SettledAt: event.At.UTC(), Seller: SellerOf(seller, event.VATRate),
		Customer: customerOf(d), Payment: d.UUID,
		Total: event.Amount, VATRate: event.VATRate, VAT: event.VAT,
	}
	r.Means, r.Card = means(event, d)
	what := "l'utilisation"
	switch {
	case d.Stay != nil:
		r.Station, r.Locker, r.StartedAt, r.EndedAt = d.Stay.Station.Name, d.Stay.Locker.Name, utc(&d.Stay.StartedAt),
			utc(d.Stay.EndedAt)
		if d.Stay.Tariff != nil {
			r.Tariff = d.Stay.Tariff.PublicLabel
		}
	case d.Subscription != nil:
		what = "l'abonnement"
		ends := d.Subscription.Term(d.Term + 1)
		if d.ReducedAt != nil {
			ends = *d.ReducedAt
		}
		r.StartedAt, r.EndedAt, r.Tariff = utc(&d.StartedAt), utc(&ends), d.Subscription.Tariff.PublicLabel
	}
	switch {
	case kind == CreditNote:
		r.Receipt, r.Already = past.receipt, past.given
		if at := d.SettledAt; past.receipt == "" && at != nil {
			r.Gives = &Settled{d.ID, at.UTC()}
		}
		r.Lines = []Line{{Label: "Remboursement de " + what, Amount: event.Amount}}
	case event.Kind == ledger.RefundReturned:
		r.Cancels = past.note
		r.Lines = []Line{{Label: "Remboursement revenu\u00a0: annule l'avoir " + past.note, Amount: event.Amount}}
	default:
		r.Lines = priceLines(d, event.Amount)
	}
	return r
}

// customerOf returns the name of the person, who may have been erased between the settlement and the numbering.
func customerOf(d payment.Details) string {
	if d.Account.LastName == account.AnonymisedName {
		return AnonymisedCustomer
	}
	return strings.TrimSpace(d.Account.FirstName + " " + d.Account.LastName)
}

// priceLines returns the lines that explain what was collected.
func priceLines(d payment.Details, amount money.Cents) []Line {
	lines := []Line{}
	for _, line := range d.Lines(amount, d.StartedAt) { // of an ended stay, the instant does not matter
		label := line.Label
		if line.Quantity > 1 {
			label += fmt.Sprintf(" (%d × %s)", line.Quantity, line.UnitPrice)
		}
		lines = append(lines, Line{label, line.Amount})
	}
	return lines
}

// means returns how the money was moved, and the masked number of the card.
func means(event ledger.Entry, d payment.Details) (means, card string) {
	means = event.Means
	for _, a := range d.Attempts {
		if a.UUID != event.Attempt {
			continue
		}
		means = cmp.Or(means, string(a.Means))
		if a.Card != nil {
			card = a.Card.PAN
		}
	}
	return cmp.Or(means, "Carte bancaire"), card
}

// SellerOf returns how an operator is named on documents that are numbered now, at a rate of VAT.
func SellerOf(o operator.Operator, rate money.Rate) Seller {
	s := Seller{
		Name: cmp.Or(o.Identity.LegalName, o.Name), SIRET: o.Identity.SIRET, VATNumber: o.Identity.VATNumber,
		Form:    cmp.Or(o.Identity.Company, o.Identity.Form.Label()),
		Capital: o.Identity.Capital, RegisterCity: o.Identity.RegisterCity,
		Principal: o.Identity.Principal,
		Street:    o.Street, StreetExtra: o.StreetExtra, PostalCode: o.PostalCode, City: o.City, Email: o.Email,
	}
	if rate == 0 {
		s.Exemption = o.Identity.Exemption
	}
	return s
}

func utc(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	return new(at.UTC())
}
