// Package psptest checks what the domain expects of every payment provider.
package psptest

import (
	"errors"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/kernel/money"
)

// Tokens holds the provider's tokens of test cards.
type Tokens struct{ Accepted, Declined, Expired, Unknown string }

// tooLittle is an amount, in cents, below what any provider charges. The simulator's card for it refuses every
// amount.
const tooLittle = 1

var (
	masked  = regexp.MustCompile(`^(\*{4} ){3}\d{4}$`)
	expires = regexp.MustCompile(`^(0[1-9]|1[0-2])/\d\d$`)
)

// Run checks a provider that keeps its charges. tooSmall is the token of a card with which a charge of one cent is
// refused because of the amount.
func Run(t *testing.T, p payment.Provider, tokens Tokens, tooSmall string) {
	t.Run("a card is a reference and what may be shown", func(t *testing.T) {
		card := cardOf(t, p, tokens.Accepted)
		if card.Reference == "" || card.Brand == "" || !masked.MatchString(card.PAN) || !expires.MatchString(card.Expires) {
			t.Errorf("%+v", card)
		}
		if _, err := p.Card(t.Context(), holder, tokens.Unknown); !errors.Is(err, payment.ErrUnknownCard) {
			t.Errorf("unknown card: %v", err)
		}
	})
	t.Run("each card has its outcome, told again and again", func(t *testing.T) {
		for token, want := range map[string]payment.Status{
			tokens.Accepted: payment.Paid, tokens.Declined: payment.Unpaid, tokens.Expired: payment.CardUnusable,
			tooSmall: payment.Invalid,
		} {
			charge := order(cardOf(t, p, token).Reference)
			if want == payment.Invalid {
				charge.Amount = tooLittle
			}
			got := answered(t, want)(p.Collect(t.Context(), charge))
			if again := answered(t, want)(p.Collect(t.Context(), charge)); again != got {
				t.Errorf("%s: %+v, then %+v", token, got, again)
			}
			if want == payment.Invalid {
				continue // the provider need not have kept the refused charge
			}
			if seen := answered(t, want)(p.Charge(t.Context(), charge)); seen != got || seen.Ref == "" {
				t.Errorf("%s: %+v, then %+v", token, got, seen)
			}
		}
	})
	t.Run("what it never got is unknown", func(t *testing.T) {
		charge := order(cardOf(t, p, tokens.Accepted).Reference)
		if _, err := p.Charge(t.Context(), charge); !errors.Is(err, payment.ErrUnknownOrder) {
			t.Errorf("charge: %v", err)
		}
		refund := order("")
		refund.ChargeRef = answered(t, payment.Paid)(p.Collect(t.Context(), charge)).Ref
		if _, err := p.Refunded(t.Context(), refund); !errors.Is(err, payment.ErrUnknownOrder) {
			t.Errorf("refund: %v", err)
		}
	})
	t.Run("a card of another provider is unusable", func(t *testing.T) {
		answered(t, payment.CardUnusable)(p.Collect(t.Context(), order("autre_carte")))
	})
	t.Run("a charge is made once, however many ask side by side", func(t *testing.T) {
		charge := order(cardOf(t, p, tokens.Accepted).Reference)
		var all sync.WaitGroup
		answers := make(chan payment.Answer, 8)
		for range cap(answers) {
			all.Go(func() {
				if answer, err := p.Collect(t.Context(), charge); err == nil { // else the charge is in progress
					answers <- answer
				}
			})
		}
		all.Wait()
		close(answers)
		want := answered(t, payment.Paid)(p.Charge(t.Context(), charge))
		for got := range answers {
			if got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		}
	})
	t.Run("its smallest amount is charged, and given back in parts", func(t *testing.T) {
		charge := order(cardOf(t, p, tokens.Accepted).Reference)
		charge.Amount = p.Minimum() + 2
		made := answered(t, payment.Paid)(p.Collect(t.Context(), charge))
		for range 2 {
			part := order("")
			part.ChargeRef, part.Amount = made.Ref, 1
			answered(t, payment.Paid)(p.Refund(t.Context(), part))
		}
		charge = order(charge.Card)
		charge.Amount = p.Minimum()
		answered(t, payment.Paid)(p.Collect(t.Context(), charge))
	})
	t.Run("a refund is made once", func(t *testing.T) {
		charge := answered(t, payment.Paid)(p.Collect(t.Context(), order(cardOf(t, p, tokens.Accepted).Reference)))
		refund := order("")
		refund.ChargeRef, refund.Amount = charge.Ref, 200
		got := answered(t, payment.Paid)(p.Refund(t.Context(), refund))
		if again := answered(t, payment.Paid)(p.Refund(t.Context(), refund)); again != got {
			t.Errorf("%+v, then %+v", got, again)
		}
		if seen := answered(t, payment.Paid)(p.Refunded(t.Context(), refund)); seen != got || seen.Ref == "" {
			t.Errorf("%+v, then %+v", got, seen)
		}
	})
}

// Statements checks a provider that also tells its movements, which is p. pass makes days pass for it.
func Statements(t *testing.T, p payment.Provider, told reconciliation.Statements, token string, pass func(days int)) {
	began := time.Now().Add(-time.Hour)
	charge := order(cardOf(t, p, token).Reference)
	collected := answered(t, payment.Paid)(p.Collect(t.Context(), charge))
	refund := payment.Order{UUID: uuid.NewString(), Amount: 200, ChargeRef: collected.Ref}
	answered(t, payment.Paid)(p.Refund(t.Context(), refund))
	pass(3)

	movements := map[string]reconciliation.Movement{}
	if err := told.Movements(t.Context(), began, func(list []reconciliation.Movement) error {
		for _, m := range list {
			movements[m.Key()] = m
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]struct {
		kind        reconciliation.Kind
		amount, fee money.Cents
	}{charge.UUID: {reconciliation.Collected, 500, 33}, refund.UUID: {reconciliation.Refunded, -200, 0}} {
		m := movements[key]
		if m.Kind != want.kind || m.Amount != want.amount || m.Fee != want.fee || m.Net != m.Amount-m.Fee || m.ID == "" ||
			m.At.Before(began) {
			t.Errorf("%+v, want %+v", m, want)
		}
	}
	if len(movements) != 2 {
		t.Errorf("%+v", movements)
	}
	payouts, paid := []reconciliation.Payout{}, []string{}
	if err := told.Payouts(t.Context(), began,
		func(list []reconciliation.Payout) error { payouts = append(payouts, list...); return nil }); err != nil {
		t.Fatal(err)
	}
	total := money.Cents(0)
	for _, payout := range payouts { // two, if the refund was made after midnight
		total += payout.Amount
		if err := told.PaidOut(t.Context(), payout.ID,
			func(ids []string) error { paid = append(paid, ids...); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(paid)
	want := []string{movements[charge.UUID].ID, movements[refund.UUID].ID}
	slices.Sort(want)
	if total != 500-33-200 || !slices.Equal(paid, want) {
		t.Errorf("payouts %+v of %v", payouts, paid)
	}
}

var holder = payment.Holder{AccountID: 1, OperatorID: 1}

func order(card string) payment.Order {
	return payment.Order{UUID: uuid.NewString(), Amount: 500, Card: card}
}

func cardOf(t *testing.T, p payment.Provider, token string) payment.Card {
	t.Helper()
	card, err := p.Card(t.Context(), holder, token)
	if err != nil {
		t.Fatalf("card %s: %v", token, err)
	}
	return card
}

func answered(t *testing.T, want payment.Status) func(payment.Answer, error) payment.Answer {
	return func(got payment.Answer, err error) payment.Answer {
		t.Helper()
		if err != nil || got.Outcome != want {
			t.Fatalf("%+v, %v, want %s", got, err, want)
		}
		return got
	}
}
