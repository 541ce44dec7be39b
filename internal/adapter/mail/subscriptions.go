package mail

import (
	"time"

	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// Renewal holds the content of the letters about the terms of a subscription that are to come.
type Renewal struct {
	Seller       string
	SellerEmail  string
	Subscription string
	Unit         pricing.Unit
	Old, New     money.Cents
	From         time.Time // when the first term at the new price begins, or the next one
}

func (r Recipient) renewal(about Renewal, from, old string) map[string]any {
	return map[string]any{
		"Seller": r.name(about.Seller), "SellerEmail": about.SellerEmail, "Subscription": r.name(about.Subscription),
		"Yearly": about.Unit == pricing.Year, "New": r.amount(about.New), "Old": old, "From": from,
	}
}

// PriceChanged tells a subscriber what the terms to come cost, and from when on.
func PriceChanged(to Recipient, about Renewal) (Message, error) {
	old := ""
	if about.Old != about.New {
		old = to.amount(about.Old)
	}
	return to.write("abonnement-prix", to.renewal(about, to.day(about.From), old))
}

// RenewalAhead tells a subscriber that a term is about to follow, and in a box of its own until when it can be ended
// (code de la consommation, L215-1).
func RenewalAhead(to Recipient, about Renewal) (Message, error) {
	return to.write("abonnement-reconduction", to.renewal(about, to.instant(&about.From), ""))
}
