package mail

import (
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// Renewal holds the content of the letters about the terms of a subscription that are to come.
type Renewal struct {
	FirstName    string
	Seller       string
	SellerEmail  string
	Subscription string
	Unit         pricing.Unit
	Old, New     money.Cents
	From         time.Time // when the first term at the new price begins, or the next one
}

func (r Renewal) data() map[string]string {
	return map[string]string{
		"FirstName": r.FirstName, "Seller": named(r.Seller), "SellerEmail": r.SellerEmail,
		"Subscription": named(r.Subscription), "Unit": string(r.Unit), "New": r.New.String(),
		"From": r.From.In(clock.Paris).Format("02/01/2006"),
	}
}

// PriceChanged tells a subscriber what the terms to come cost, and from when on.
func PriceChanged(to string, about Renewal) (Message, error) {
	data := about.data()
	if about.Old != about.New {
		data["Old"] = about.Old.String()
	}
	return write(to, "Le prix de votre abonnement change", "abonnement-prix", data)
}

// RenewalAhead tells a subscriber that a term is about to follow, and in a box of its own until when it can be ended
// (code de la consommation, L215-1).
func RenewalAhead(to string, about Renewal) (Message, error) {
	data := about.data()
	data["From"] = frenchInstant(about.From)
	return write(to, "Votre abonnement va être reconduit", "abonnement-reconduction", data)
}
