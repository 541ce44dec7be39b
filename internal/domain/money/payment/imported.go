package payment

import (
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// Former describes what became of a payment in the system that billed it before this one.
type Former struct {
	State     FormerState
	Amount    money.Cents
	SettledAt *time.Time // nil: when it was billed
	Means     Means      // may be empty
}

// FormerState is the state of a payment in a former system.
type FormerState string

// The states of payments of a former system.
const (
	FormerPaid FormerState = "paye"
	FormerFree FormerState = "gratuit"
	FormerDue  FormerState = "du"
)

const (
	msgFormerFree  = "Ce qui est gratuit a un montant de 0"
	msgFormerZero  = "Un montant de 0 est « gratuit »"
	msgFormerEarly = "Le règlement ne peut précéder le début"
	msgFormerLate  = "Cet instant est dans le futur"
	msgNotSettled  = "Seul ce qui est payé a un règlement"

	// commentFormer is the comment of the attempt that stands for a settlement in a former system.
	commentFormer = "Repris de l'ancien système"
)

// Validate checks what a former system tells of a payment whose stay or term began at start.
func (f Former) Validate(start, now time.Time) error {
	var broken fault.Broken
	paid := f.State == FormerPaid
	broken.Unless(f.State != FormerFree || f.Amount == 0, "montant", msgFormerFree)
	broken.Unless(f.State == FormerFree || f.Amount > 0, "montant", msgFormerZero)
	broken.Unless(paid || f.SettledAt == nil && f.Means == "", "reglement", msgNotSettled)
	if f.SettledAt != nil {
		broken.Unless(!f.SettledAt.Before(start), "reglement", msgFormerEarly)
		broken.Unless(!f.SettledAt.After(now), "reglement", msgFormerLate)
	}
	return broken.Err()
}

// OfStay returns the payment of a stay that a former system billed.
func (f Former) OfStay(o stay.Stay) Billed {
	return f.bill(Billed{Stay: o, Payment: NewForStay(o)}, *o.EndedAt)
}

// OfTerm returns the payment of a term that a former system billed, from what [OfTerm] returns of it.
func (f Former) OfTerm(p Payment) Billed {
	p.Amount = f.Amount
	return f.bill(Billed{Payment: p}, p.StartedAt)
}

// bill returns the payment as it is history here: no event of money of this system, and never presented but by the next
// card of the person. What was paid counts as marked as paid by hand, because no provider of this system can give it
// back. What is due has used its attempts up: staff mark it as paid, cancel it, or have it presented again.
func (f Former) bill(b Billed, billedAt time.Time) Billed {
	p := &b.Payment
	p.DueAt = nil
	switch f.State {
	case FormerPaid:
		at := billedAt
		if f.SettledAt != nil {
			at = *f.SettledAt
		}
		p.Status, p.SettledAt = Manual, &at
		b.Attempts = []Attempt{{
			UUID: uuid.NewString(), Kind: PaidByHand, Amount: p.Amount, Outcome: Manual, Means: f.Means, Comment: commentFormer,
			At: at, AnsweredAt: &at,
		}}
	case FormerDue:
		p.Status, p.FirstAt, p.PresentedAt = PermanentError, &billedAt, &billedAt
	default:
		p.Status = Free
	}
	return b
}
