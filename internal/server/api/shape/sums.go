package shape

import (
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/money"
)

// PaymentSums are the amounts of the payments that filters find, in cents.
type PaymentSums struct {
	Encaisse *money.Cents `json:"encaisse" doc:"De ce qui est payé, remboursements faits déduits ; null : trop de résultats pour être additionnés"`
	Du       *money.Cents `json:"du" doc:"De ce qui est facturé et n'est pas réglé ; null de même"`
}

// SumsBody returns the shape of sums.
func SumsBody(s payment.Sums) PaymentSums {
	if s.Capped {
		return PaymentSums{}
	}
	return PaymentSums{&s.Collected, &s.Owed}
}
