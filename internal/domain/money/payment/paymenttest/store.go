// Package paymenttest checks what the payment service expects of every store of payments.
package paymenttest

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// Store holds the methods by which the service collects one payment: the part of its storage that is
// checked here.
type Store interface {
	Atomically(ctx context.Context, act func(ctx context.Context) error) error

	CreatePayment(ctx context.Context, p payment.Payment) (int64, error)
	PaymentByID(ctx context.Context, id int64) (payment.Payment, error)
	PaymentOfStay(ctx context.Context, stayID int64) (payment.Payment, error)
	SavePayment(ctx context.Context, before, after payment.Payment) (bool, error)
	PaymentDetails(ctx context.Context, id int64) (payment.Details, error)

	CreateAttempt(ctx context.Context, p payment.Attempt) error
	AttemptByUUID(ctx context.Context, uuid string) (payment.Attempt, error)
	AttemptByID(ctx context.Context, id int64) (payment.Attempt, error)
	AttemptsOfOrder(ctx context.Context, uuid string) ([]payment.Attempt, error)
	AttemptsOf(ctx context.Context, paymentID int64) ([]payment.Attempt, error)
	ClaimAttempt(ctx context.Context, p payment.Attempt, until time.Time) (bool, error)
	AnswerAttempt(ctx context.Context, was payment.Status, p payment.Attempt) (bool, error)

	CreateRefundRequest(ctx context.Context, r payment.RefundRequest) (bool, error)
	DecideRefundRequest(
		ctx context.Context, paymentID int64, outcome payment.RequestOutcome, by payment.Signed, answer string,
	) (bool, error)

	SaveCard(ctx context.Context, accountID, operatorID int64, card payment.Card, at time.Time) error
	CardOf(ctx context.Context, accountID, operatorID int64) (payment.Card, error)
	PresentByCard(ctx context.Context, accountID, operatorID int64, at time.Time) (int, error)
	WaiveStay(ctx context.Context, stayID int64) error
	StationOfStay(ctx context.Context, stayID int64) (int64, error)
}

// Site is a store that knows a stay in progress, at that station, and no payment yet.
type Site struct {
	Store     Store
	Stay      stay.Stay
	StationID int64
}

// Run checks the stores that open returns.
func Run(t *testing.T, open func(t *testing.T) Site) {
	for name, check := range map[string]func(t *testing.T, s *site){
		"a payment is read as it was saved":                      paymentIsRead,
		"of two who save a payment one is first":                 oneSaves,
		"an attempt is read as it was made":                      attemptIsRead,
		"one attempt is with the provider at a time":             oneAttempt,
		"of two who ask about an attempt one is first":           oneClaims,
		"an attempt is answered once":                            oneAnswers,
		"the provider knows a part by its charge":                partsAreOneOrder,
		"what fails leaves nothing":                              nothingIsLeft,
		"a refund is asked for once, and decided once":           requestIsDecided,
		"a card is its holder's":                                 cardIsRead,
		"a new card makes due what failed, and nothing else":     cardPresents,
		"the stay of a payment has a station, and can be waived": stayIsKnown,
	} {
		t.Run(name, func(t *testing.T) {
			s := &site{T: t, Site: open(t)}
			check(t, s)
		})
	}
}

// site makes the calls of one check, each in a transaction, because a store may demand it.
type site struct {
	*testing.T
	Site
}

func (s *site) do(act func(ctx context.Context) error) {
	s.Helper()
	if err := s.Store.Atomically(s.Context(), act); err != nil {
		s.Fatal(err)
	}
}

// missing fails the test unless the call finds nothing.
func (s *site) missing(call func(ctx context.Context) error) {
	s.Helper()
	if err := s.Store.Atomically(s.Context(), call); !fault.Is(err, fault.KindNotFound) {
		s.Errorf("found what does not exist: %v", err)
	}
}

func (s *site) same(got, want any) {
	s.Helper()
	if !reflect.DeepEqual(got, want) {
		s.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

// due creates the payment of the stay, ended after an hour, and returns it.
func (s *site) due() payment.Payment {
	s.Helper()
	stay := s.Stay
	stay.EndedAt, stay.Price = new(stay.StartedAt.Add(time.Hour)), 500
	p := payment.NewForStay(stay)
	s.do(func(ctx context.Context) (err error) {
		p.ID, err = s.Store.CreatePayment(ctx, p)
		return err
	})
	return p
}

func (s *site) payment(id int64) (p payment.Payment) {
	s.Helper()
	s.do(func(ctx context.Context) (err error) {
		p, err = s.Store.PaymentByID(ctx, id)
		return err
	})
	return p
}

func (s *site) save(before, after payment.Payment) (saved bool) {
	s.Helper()
	s.do(func(ctx context.Context) (err error) {
		saved, err = s.Store.SavePayment(ctx, before, after)
		return err
	})
	return saved
}

// attempt makes an attempt to collect the payment, and returns it as stored.
func (s *site) attempt(p payment.Payment) payment.Attempt {
	s.Helper()
	made := attemptOf(p)
	s.do(func(ctx context.Context) error { return s.Store.CreateAttempt(ctx, made) })
	return s.stored(made.UUID)
}

func (s *site) stored(uuid string) (p payment.Attempt) {
	s.Helper()
	s.do(func(ctx context.Context) (err error) {
		p, err = s.Store.AttemptByUUID(ctx, uuid)
		return err
	})
	return p
}

func attemptOf(p payment.Payment) payment.Attempt {
	at := *p.EndedAt
	return payment.Attempt{
		UUID: "attempt of " + p.UUID, PaymentID: p.ID, Kind: payment.Charge, Number: 1, Amount: p.Amount,
		Outcome: payment.InProgress,
		Card:    &payment.Card{Reference: "c", Brand: "Visa", PAN: "**** **** **** 4242", Expires: "12/30"}, At: at,
		AskAt: &at,
	}
}

func paymentIsRead(_ *testing.T, s *site) {
	p := s.due()
	s.same(s.payment(p.ID), p)
	after := p
	at := p.EndedAt.Add(time.Minute)
	after.Status, after.Attempts, after.Refunded, after.RefundPending, after.Overrun, after.Removed = payment.InProgress,
		1, 200, 150, true, true
	after.DueAt, after.FirstAt, after.PresentedAt = nil, &at, &at
	after.ClosesAt, after.Amount, after.Reduced, after.ReducedAt = &at, 400, 100, &at
	if !s.save(p, after) {
		s.Error("not saved")
	}
	s.same(s.payment(p.ID), after)
	s.do(func(ctx context.Context) error {
		ofStay, err := s.Store.PaymentOfStay(ctx, s.Stay.ID)
		s.same(ofStay, after)
		return err
	})
	s.missing(func(ctx context.Context) error { _, err := s.Store.PaymentByID(ctx, p.ID+1); return err })
	s.missing(func(ctx context.Context) error { _, err := s.Store.PaymentOfStay(ctx, s.Stay.ID+1); return err })
}

func oneSaves(t *testing.T, s *site) {
	before := s.due()
	other := func(change func(p *payment.Payment)) payment.Payment {
		p := before
		change(&p)
		return p
	}
	after := other(func(p *payment.Payment) { p.Status, p.Attempts, p.DueAt = payment.InProgress, 1, nil })
	for what, stale := range map[string]payment.Payment{
		"status":   other(func(p *payment.Payment) { p.Status = payment.Unpaid }),
		"attempts": other(func(p *payment.Payment) { p.Attempts = 1 }),
		"refunded": other(func(p *payment.Payment) { p.Refunded = 1 }),
		"waiting":  other(func(p *payment.Payment) { p.RefundPending = 1 }),
		"amount":   other(func(p *payment.Payment) { p.Amount = 400 }),
	} {
		if s.save(stale, after) {
			t.Errorf("saved, though %s had changed", what)
		}
	}
	s.same(s.payment(before.ID), before)
	if first, second := s.save(before, after), s.save(before, after); !first || second {
		t.Errorf("saved first: %v, then: %v", first, second)
	}
}

func attemptIsRead(t *testing.T, s *site) {
	p := s.due()
	want := attemptOf(p)
	got := s.attempt(p)
	want.ID = got.ID
	s.same(got, want)
	refund := payment.Attempt{
		UUID: "refund", PaymentID: p.ID, Kind: payment.Refund, Amount: 100, Outcome: payment.InProgress, Comment: "geste",
		ActorID: s.Stay.AccountID,
		At:      got.At, AskAt: &got.At, Of: got.UUID,
	}
	s.do(func(ctx context.Context) error { return s.Store.CreateAttempt(ctx, refund) })
	s.do(func(ctx context.Context) error {
		list, err := s.Store.AttemptsOf(ctx, p.ID)
		if err != nil || len(list) != 2 {
			t.Fatalf("%+v, %v", list, err)
		}
		refund.ID = list[1].ID
		s.same(list, []payment.Attempt{got, refund})
		byID, err := s.Store.AttemptByID(ctx, refund.ID)
		s.same(byID, refund)
		if err != nil {
			return err
		}
		details, err := s.Store.PaymentDetails(ctx, p.ID)
		s.same(details.Payment, p)
		s.same(details.Attempts, list)
		return err
	})
	s.missing(func(ctx context.Context) error { _, err := s.Store.AttemptByUUID(ctx, "unknown"); return err })
	s.missing(func(ctx context.Context) error { _, err := s.Store.AttemptByID(ctx, refund.ID+1); return err })
}

func oneAttempt(t *testing.T, s *site) {
	p := s.due()
	first := s.attempt(p)
	second := attemptOf(p)
	second.UUID, second.Number = "second", 2
	second.At = first.At.AddDate(0, 0, 2)
	if s.Store.Atomically(t.Context(),
		func(ctx context.Context) error { return s.Store.CreateAttempt(ctx, second) }) == nil {
		t.Error("two attempts are with the provider")
	}
	first.Outcome, first.AnsweredAt = payment.Unpaid, &first.At
	s.do(func(ctx context.Context) error {
		if answered, err := s.Store.AnswerAttempt(ctx, payment.InProgress, first); err != nil || !answered {
			t.Errorf("answered: %v, %v", answered, err)
		}
		return s.Store.CreateAttempt(ctx, second)
	})
}

func oneClaims(t *testing.T, s *site) {
	p := s.attempt(s.due())
	until := p.At.Add(time.Minute)
	claim := func() (mine bool) {
		s.do(func(ctx context.Context) (err error) {
			mine, err = s.Store.ClaimAttempt(ctx, p, until)
			return err
		})
		return mine
	}
	if first, second := claim(), claim(); !first || second {
		t.Errorf("claimed first: %v, then: %v", first, second)
	}
	p.AskCount, p.AskAt = 1, &until
	s.same(s.stored(p.UUID), p)
	answered := p
	answered.Outcome, answered.AnsweredAt = payment.Unpaid, &until
	s.do(func(ctx context.Context) error {
		_, err := s.Store.AnswerAttempt(ctx, payment.InProgress, answered)
		return err
	})
	if claim() {
		t.Error("an answered attempt was claimed")
	}
}

func oneAnswers(t *testing.T, s *site) {
	p := s.attempt(s.due())
	p.Outcome, p.ProviderRef, p.AnsweredAt, p.AskAt = payment.Unpaid, "ch_1", new(p.At.Add(time.Minute)), nil
	answer := func(was payment.Status) (first bool) {
		s.do(func(ctx context.Context) (err error) {
			first, err = s.Store.AnswerAttempt(ctx, was, p)
			return err
		})
		return first
	}
	if first, second := answer(payment.InProgress), answer(payment.InProgress); !first || second {
		t.Errorf("answered first: %v, then: %v", first, second)
	}
	s.same(s.stored(p.UUID), p)
	p.Outcome = payment.Paid
	if !answer(payment.Unpaid) {
		t.Error("a late success was not kept")
	}
	s.same(s.stored(p.UUID), p)
}

func nothingIsLeft(t *testing.T, s *site) {
	before := s.due()
	after := before
	after.Status, after.Attempts = payment.InProgress, 1
	made := attemptOf(before)
	failure := errors.New("failed")
	err := s.Store.Atomically(t.Context(), func(ctx context.Context) error {
		if _, err := s.Store.SavePayment(ctx, before, after); err != nil {
			return err
		}
		if err := s.Store.CreateAttempt(ctx, made); err != nil {
			return err
		}
		return failure
	})
	if !errors.Is(err, failure) {
		t.Errorf("the error became %v", err)
	}
	s.same(s.payment(before.ID), before)
	s.missing(func(ctx context.Context) error { _, err := s.Store.AttemptByUUID(ctx, made.UUID); return err })

	kept := s.attempt(before)
	_ = s.Store.Atomically(t.Context(), func(ctx context.Context) error {
		if _, err := s.Store.ClaimAttempt(ctx, kept, kept.At.Add(time.Hour)); err != nil {
			return err
		}
		return failure
	})
	s.same(s.stored(kept.UUID), kept)
}

func cardIsRead(_ *testing.T, s *site) {
	s.due()
	card := payment.Card{Reference: "c", Brand: "Visa", PAN: "**** **** **** 4242", Expires: "12/30"}
	s.missing(func(ctx context.Context) error {
		_, err := s.Store.CardOf(ctx, s.Stay.AccountID, s.Stay.OperatorID)
		return err
	})
	s.do(func(ctx context.Context) error {
		return s.Store.SaveCard(ctx, s.Stay.AccountID, s.Stay.OperatorID, card, s.Stay.StartedAt)
	})
	s.do(func(ctx context.Context) error {
		got, err := s.Store.CardOf(ctx, s.Stay.AccountID, s.Stay.OperatorID)
		s.same(got, card)
		return err
	})
	s.missing(func(ctx context.Context) error {
		_, err := s.Store.CardOf(ctx, s.Stay.AccountID, s.Stay.OperatorID+1)
		return err
	})
}

func cardPresents(t *testing.T, s *site) {
	before := s.due()
	next, now, past := before.EndedAt.AddDate(0, 0, 1), before.EndedAt.Add(time.Hour), before.EndedAt.Add(time.Minute)
	present := func(accountID, operatorID int64) (made int) {
		s.do(func(ctx context.Context) (err error) {
			made, err = s.Store.PresentByCard(ctx, accountID, operatorID, now)
			return err
		})
		return made
	}
	become := func(status payment.Status, due *time.Time) {
		for _, step := range []payment.Status{payment.InProgress, status} {
			was := s.payment(before.ID)
			if is := was; step != is.Status {
				is.Status, is.DueAt = step, nil
				if step == status {
					is.DueAt = due
				}
				if !s.save(was, is) {
					t.Fatalf("%s is not saved as %s", was.Status, step)
				}
			}
		}
	}
	if n := present(s.Stay.AccountID, s.Stay.OperatorID); n != 0 {
		t.Errorf("%d that were not presented yet are due", n)
	}
	for _, status := range payment.PresentedByACard {
		for due, want := range map[*time.Time]time.Time{&next: now, nil: now, &past: past} {
			become(status, due)
			was := s.payment(before.ID)
			if n := present(s.Stay.AccountID+1, s.Stay.OperatorID) + present(s.Stay.AccountID, s.Stay.OperatorID+1); n != 0 {
				t.Errorf("%d of others are due", n)
			}
			s.same(s.payment(before.ID), was)
			if n := present(s.Stay.AccountID, s.Stay.OperatorID); n != 1 {
				t.Errorf("%s: %d are due", status, n)
			}
			was.DueAt = &want
			s.same(s.payment(before.ID), was)
		}
	}
	become(payment.InProgress, nil)
	if n := present(s.Stay.AccountID, s.Stay.OperatorID); n != 0 || s.payment(before.ID).DueAt != nil {
		t.Errorf("%d under way are due", n)
	}
}

func stayIsKnown(t *testing.T, s *site) {
	s.due()
	s.do(func(ctx context.Context) error {
		stationID, err := s.Store.StationOfStay(ctx, s.Stay.ID)
		if err != nil || stationID != s.StationID {
			t.Errorf("station %d, %v", stationID, err)
		}
		return s.Store.WaiveStay(ctx, s.Stay.ID)
	})
}

func partsAreOneOrder(t *testing.T, s *site) {
	p := s.due()
	made := attemptOf(p)
	made.Group = &payment.Group{UUID: "charge", Amount: 3 * p.Amount}
	s.do(func(ctx context.Context) error { return s.Store.CreateAttempt(ctx, made) })
	part := s.stored(made.UUID)
	made.ID = part.ID
	s.same(part, made)
	until := part.At.Add(time.Minute)
	s.do(func(ctx context.Context) error {
		mine, err := s.Store.ClaimAttempt(ctx, part, until)
		if !mine {
			t.Error("a part that is to be asked about was not claimed")
		}
		return err
	})
	part.AskAt, part.AskCount = &until, 1
	for uuid, want := range map[string][]payment.Attempt{"charge": {part}, part.UUID: {}, "unknown": {}} {
		s.do(func(ctx context.Context) error {
			got, err := s.Store.AttemptsOfOrder(ctx, uuid)
			s.same(append([]payment.Attempt{}, got...), want)
			return err
		})
	}
	part.Outcome, part.AnsweredAt, part.AskAt = payment.Paid, &until, nil
	s.do(func(ctx context.Context) error {
		_, err := s.Store.AnswerAttempt(ctx, payment.InProgress, part)
		return err
	})
	s.same(s.stored(part.UUID), part)
}

func requestIsDecided(_ *testing.T, t *site) {
	p := t.due()
	paid := p
	paid.Status = payment.InProgress
	t.save(p, paid)
	p, paid.Status = paid, payment.Paid
	t.save(p, paid)
	requested := payment.RefundRequest{
		OperatorID: p.OperatorID, PaymentID: p.ID, Amount: 400, Comment: "Porte bloquée.", Right: new(money.Cents(100)),
		Reason: payment.Reason{Cause: payment.EndedBefore, TrueEnd: new(p.StartedAt.Add(time.Minute))},
		Asked:  payment.Signed{At: p.StartedAt.Add(2 * time.Hour)},
	}
	ask := func() (first bool) {
		t.do(func(ctx context.Context) (err error) {
			first, err = t.Store.CreateRefundRequest(ctx, requested)
			return err
		})
		return first
	}
	by := payment.Signed{At: p.StartedAt.Add(3 * time.Hour)}
	decide := func(outcome payment.RequestOutcome, answer string) (first bool) {
		t.do(func(ctx context.Context) (err error) {
			first, err = t.Store.DecideRefundRequest(ctx, p.ID, outcome, by, answer)
			return err
		})
		return first
	}
	stored := func() (r payment.RefundRequest) {
		t.do(func(ctx context.Context) error {
			d, err := t.Store.PaymentDetails(ctx, p.ID)
			if err == nil && d.Request != nil {
				r = *d.Request
			}
			r.ID = 0
			return err
		})
		return r
	}
	t.same([]bool{decide(payment.RequestRefused, "x"), ask(), ask()}, []bool{false, true, false})
	t.same(stored(), requested)
	t.same([]bool{decide(payment.RequestRefused, "Non."), decide(payment.RequestAccepted, "")}, []bool{true, false})
	refused := requested
	refused.Outcome, refused.Decided, refused.Answer = payment.RequestRefused, &by, "Non."
	t.same(stored(), refused)
	t.same([]bool{ask(), decide(payment.RequestAccepted, "")}, []bool{true, true})
	accepted := requested
	accepted.Outcome, accepted.Decided = payment.RequestAccepted, &by
	t.same(stored(), accepted)
}
