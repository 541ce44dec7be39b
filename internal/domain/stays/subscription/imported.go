package subscription

import (
	"slices"
	"time"

	"consigne/internal/kernel/fault"
)

const (
	msgEndFirst  = "La fin ne peut précéder le début."
	msgLaterEnd  = "Un abonnement qui court ne peut finir qu'à la fin de son échéance en cours."
	msgRenewsEnd = "Un abonnement qui a une fin n'est pas reconductible."
)

// TakenOver returns a subscription that a former system sold, as it goes on here: the terms that have begun are billed,
// and the next one, if it is renewed, begins when it would have. endsAt is when it ended or is to end; nil: it runs.
// held are the tariffs to which the customer has a subscription already.
func (b Bought) TakenOver(endsAt *time.Time, held []int64, now time.Time) (Bought, error) {
	if !b.Tariff.Subscription {
		return b, fault.Invalid(fieldTariff, msgNoTerms)
	}
	if b.StartsAt.After(now) {
		return b, fault.Invalid(fieldStart, msgFuture)
	}
	until := now
	if endsAt != nil && endsAt.Before(now) {
		until = *endsAt
	}
	b.NextTerm = 1
	for !b.Term(b.NextTerm).After(until) {
		b.NextTerm++
	}
	if endsAt != nil && endsAt.Equal(b.Term(b.NextTerm-1)) && b.NextTerm > 1 {
		b.NextTerm-- // it ended where a term would have begun
	}
	next := b.Term(b.NextTerm).UTC()
	switch {
	case endsAt == nil && b.Renewed:
		b.NextAt, b.EndsAt = &next, nil
	case endsAt == nil:
		b.NextAt, b.EndsAt = nil, &next
	case b.Renewed:
		return b, fault.Invalid("fin", msgRenewsEnd)
	case endsAt.Before(b.StartsAt):
		return b, fault.Invalid("fin", msgEndFirst)
	case endsAt.After(next):
		return b, fault.Invalid("fin", msgLaterEnd)
	default:
		b.NextAt, b.EndsAt = nil, endsAt
	}
	if b.Runs(now) && slices.Contains(held, b.TariffID) {
		return b, fault.Conflict(msgSubscribed)
	}
	return b, nil
}

// Runs reports whether the subscription is valid at an instant after its start.
func (b Bought) Runs(at time.Time) bool {
	return b.EndsAt == nil || b.EndsAt.After(at) && !b.NeverBegan()
}
