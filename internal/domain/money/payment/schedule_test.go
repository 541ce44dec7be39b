package payment_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/money/payment"
)

const day = 24 * time.Hour

func TestWhenAPaymentIsPresentedAgain(t *testing.T) {
	first := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		answered time.Duration // since the first attempt
		made     int
		next     time.Duration
		usedUp   bool
	}{
		"on the second day":                    {0, 1, day, false},
		"on the fourth":                        {day, 2, 3 * day, false},
		"on the eighth":                        {3 * day, 3, 7 * day, false},
		"not a fifth time":                     {7 * day, 4, 0, true},
		"after an outage of ten days":          {10 * day, 1, 11 * day, false},
		"the third as well":                    {11 * day, 2, 12 * day, false},
		"an answer that took twenty hours":     {20 * time.Hour, 1, 44 * time.Hour, false},
		"late by less than the schedule waits": {2 * day, 2, 3 * day, false},
		"the second ahead, by a new card":      {time.Hour, 2, 3 * day, false},
		"the third ahead, by another":          {2 * time.Hour, 3, 7 * day, false},
		"all of them by new cards":             {3 * time.Hour, 4, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			next, ok := payment.NextAttempt(first, first.Add(c.answered), c.made)
			if ok == c.usedUp || ok && !next.Equal(first.Add(c.next)) {
				t.Errorf("%v, %v", next.Sub(first), ok)
			}
		})
	}
}

// Even when attempts or answers are late, there are four attempts, never two within a day, and none
// before its day; and no order of staff comes within a day of the last answer.
func TestAttemptsAreADayFromOneAnother(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		late := rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.Int64Range(0, int64(20*day)).Draw(t, "late"))
		})
		first := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
		presented, answered := first, first.Add(late.Draw(t, "first answer"))
		made := 1
		for {
			next, ok := payment.NextAttempt(first, answered, made)
			if !ok {
				break
			}
			if next.Sub(answered) < day || next.Sub(presented) < day {
				t.Fatalf("attempt %d, %v after the last", made+1, next.Sub(answered))
			}
			if earliest := []time.Duration{0, day, 3 * day, 7 * day}[made]; next.Sub(first) < earliest {
				t.Fatalf("attempt %d on %v", made+1, next.Sub(first))
			}
			presented = next.Add(late.Draw(t, "outage"))
			answered = presented.Add(late.Draw(t, "answer"))
			made++
		}
		if made != 4 {
			t.Fatalf("%d attempts", made)
		}
		charge := payment.Attempt{Kind: payment.Charge, At: presented, AnsweredAt: &answered}
		byHand := payment.Attempt{Kind: payment.PaidByHand, At: answered.Add(day), AnsweredAt: new(answered.Add(day))}
		// the latter are imported
		for last, made := range map[time.Time][]payment.Attempt{answered: {charge, byHand}, presented: {}} {
			if next := payment.NextOrder(payment.Payment{PresentedAt: &presented}, made); !next.Equal(last.Add(day)) {
				t.Fatalf("an order by staff %v after the last", next.Sub(last))
			}
		}
	})
}
