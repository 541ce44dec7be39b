package payment_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/payment/paymenttest"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// memory is a store with one payment. It refuses a change of status that is not in the table, and rolls
// back a transaction that fails.
type memory struct {
	payment.Store // its methods that the model does not use are nil
	t             rapid.TB
	state
}

func TestMemoryIsAStore(t *testing.T) {
	paymenttest.Run(t, func(t *testing.T) paymenttest.Site {
		start := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
		return paymenttest.Site{
			Store: &memory{t: t}, StationID: 1,
			Stay: stay.Stay{ID: 1, OperatorID: 1, AccountID: 1, LockerID: 1, StartedAt: start},
		}
	})
}

type state struct {
	payment  payment.Payment
	attempts []payment.Attempt
	auditLog []audit.Entry
	card     *payment.Card
	byCard   bool // a new card has made the payment due
	entries  []ledger.Entry
	events   []webhook.Event
	request  *payment.RefundRequest
}

type inside struct{}

func (s *memory) Announce(ctx context.Context, event webhook.Event) error {
	s.in(ctx)
	s.events = append(s.events, event)
	return nil
}

func (s *memory) Atomically(ctx context.Context, act func(ctx context.Context) error) error {
	before := s.state
	before.attempts = slices.Clone(before.attempts)
	err := act(context.WithValue(ctx, inside{}, true))
	if err != nil {
		s.state = before
	}
	return err
}

// in fails the test when a call that belongs in a transaction is made outside one.
func (s *memory) in(ctx context.Context) {
	if ctx.Value(inside{}) == nil {
		s.t.Fatal("outside of the transaction")
	}
}

func (s *memory) CreatePayment(_ context.Context, p payment.Payment) (int64, error) {
	p.ID = 1
	s.payment = p
	return 1, nil
}

func (s *memory) PaymentByID(ctx context.Context, id int64) (payment.Payment, error) {
	s.in(ctx)
	return s.found(id == s.payment.ID)
}

func (s *memory) PaymentOfStay(_ context.Context, stayID int64) (payment.Payment, error) {
	return s.found(stayID == s.payment.StayID)
}

func (s *memory) found(is bool) (payment.Payment, error) {
	if !is {
		return payment.Payment{}, fault.NotFound()
	}
	return s.payment, nil
}

func (s *memory) SavePayment(_ context.Context, before, after payment.Payment) (bool, error) {
	is := s.payment
	if is.Status != before.Status || is.Attempts != before.Attempts || is.Refunded != before.Refunded ||
		is.RefundPending != before.RefundPending || is.Amount != before.Amount {
		return false, nil
	}
	if is.Status != after.Status && !is.Status.Becomes(after.Status) {
		s.t.Fatalf("%s became %s", is.Status, after.Status)
	}
	s.payment = after
	return true, nil
}

func (s *memory) PaymentDetails(context.Context, int64) (payment.Details, error) {
	return payment.Details{Payment: s.payment, Attempts: s.attempts, Request: s.request}, nil
}

func (s *memory) CreateAttempt(_ context.Context, p payment.Attempt) error {
	s.aDayBetween(p)
	if underWay(p) && slices.ContainsFunc(s.attempts, underWay) {
		return errUnderWay
	}
	if p.Kind == payment.Charge {
		s.byCard = false
	}
	p.ID = int64(len(s.attempts) + 1)
	s.attempts = append(s.attempts, p)
	return nil
}

// errUnderWay represents the violation of a unique index.
var errUnderWay = errors.New("another attempt is in progress")

func underWay(p payment.Attempt) bool {
	return p.Kind == payment.Charge && p.Outcome == payment.InProgress
}

// aDayBetween fails when the payment is presented less than a day after the last answer, but for once by a new card.
func (s *memory) aDayBetween(p payment.Attempt) {
	for _, made := range s.attempts {
		if p.Kind == payment.Charge && made.Kind == payment.Charge && made.AnsweredAt != nil && !s.byCard &&
			p.At.Sub(*made.AnsweredAt) < day {
			s.t.Fatalf("presented within a day of the last answer: %+v, %+v", made, p)
		}
	}
}

// find returns nil for an attempt that does not exist.
func (s *memory) find(uuid string) *payment.Attempt {
	for i := range s.attempts {
		if s.attempts[i].UUID == uuid {
			return &s.attempts[i]
		}
	}
	return nil
}

func (s *memory) AttemptByUUID(_ context.Context, uuid string) (payment.Attempt, error) {
	if p := s.find(uuid); p != nil {
		return *p, nil
	}
	return payment.Attempt{}, fault.NotFound()
}

func (s *memory) AttemptsOfOrder(_ context.Context, uuid string) ([]payment.Attempt, error) {
	return slices.DeleteFunc(slices.Clone(s.attempts), func(p payment.Attempt) bool {
		return p.Group == nil && p.UUID != uuid || p.Group != nil && p.Group.UUID != uuid
	}), nil
}

func (s *memory) AttemptsOf(ctx context.Context, _ int64) ([]payment.Attempt, error) {
	s.in(ctx)
	return slices.Clone(s.attempts), nil
}

func (s *memory) AttemptByID(_ context.Context, id int64) (payment.Attempt, error) {
	if id < 1 || id > int64(len(s.attempts)) {
		return payment.Attempt{}, fault.NotFound()
	}
	return s.attempts[id-1], nil
}

func (s *memory) unanswered(now time.Time) []int64 {
	var list []int64
	for _, p := range s.attempts {
		if p.AskAt != nil && !p.AskAt.After(now) {
			list = append(list, p.ID)
		}
	}
	return list
}

func (s *memory) ClaimAttempt(_ context.Context, p payment.Attempt, until time.Time) (bool, error) {
	is := s.find(p.UUID)
	if is.AskAt == nil || is.AskCount != p.AskCount {
		return false, nil
	}
	is.AskAt = &until
	is.AskCount++
	return true, nil
}

func (s *memory) AnswerAttempt(_ context.Context, was payment.Status, p payment.Attempt) (bool, error) {
	is := s.find(p.UUID)
	if is.Outcome != was {
		return false, nil
	}
	is.Outcome, is.ProviderRef, is.AnsweredAt, is.AskAt = p.Outcome, p.ProviderRef, p.AnsweredAt, nil
	return true, nil
}

func (s *memory) CreateRefundRequest(ctx context.Context, r payment.RefundRequest) (bool, error) {
	s.in(ctx)
	if s.request != nil && s.request.Decided == nil {
		return false, nil
	}
	r.ID = 1
	s.request = &r
	return true, nil
}

func (s *memory) DecideRefundRequest(
	ctx context.Context, _ int64, outcome payment.RequestOutcome, by payment.Signed, answer string,
) (bool, error) {
	s.in(ctx)
	if s.request == nil || s.request.Decided != nil {
		return false, nil
	}
	decided := *s.request // a transaction that fails leaves it as it was
	decided.Outcome, decided.Decided, decided.Answer = outcome, &by, answer
	s.request = &decided
	return true, nil
}

func (s *memory) SaveCard(_ context.Context, _, _ int64, card payment.Card, _ time.Time) error {
	s.card = &card
	return nil
}

func (s *memory) PresentByCard(ctx context.Context, accountID, operatorID int64, at time.Time) (int, error) {
	s.in(ctx)
	if accountID != s.payment.AccountID || operatorID != s.payment.OperatorID ||
		!slices.Contains(payment.PresentedByACard, s.payment.Status) {
		return 0, nil
	}
	s.byCard = true
	if due := s.payment.DueAt; due == nil || due.After(at) {
		s.payment.DueAt = &at
	}
	return 1, nil
}

func (s *memory) CustomerOf(_ context.Context, accountID, _ int64) (stay.Customer, error) {
	return stay.Customer{Account: stay.Account{ID: accountID}, Known: true}, nil
}

// CardOf finds the card of the payment's customer at its operator: there is no other.
func (s *memory) CardOf(ctx context.Context, accountID, operatorID int64) (payment.Card, error) {
	s.in(ctx)
	if s.card == nil || accountID != s.payment.AccountID || operatorID != s.payment.OperatorID {
		return payment.Card{}, fault.NotFound()
	}
	return *s.card, nil
}

func (s *memory) WaiveStay(context.Context, int64) error              { return nil }
func (s *memory) StationOfStay(context.Context, int64) (int64, error) { return 1, nil }

func (s *memory) Record(ctx context.Context, line audit.Entry) error {
	s.in(ctx)
	s.auditLog = append(s.auditLog, line)
	return nil
}

func (s *memory) AppendEntry(ctx context.Context, e ledger.Entry) error {
	s.in(ctx)
	s.entries = append(s.entries, e)
	return nil
}

func (s *memory) EntriesOf(context.Context, []int64) ([]ledger.Entry, error) { return s.entries, nil }

func (s *memory) VATRate(context.Context, int64) (money.Rate, error) { return 2000, nil }

func (s *memory) GraceDays(context.Context, int64) (int, error) { return 7, nil }

func (s *memory) GroupingOf(context.Context, int64) (payment.Grouping, error) {
	return payment.Grouping{Days: 30}, nil
}

func (s *memory) GroupedWith(context.Context, payment.Payment) ([]payment.Payment, error) {
	return nil, nil
}

func (s *memory) ReceiptsOf(context.Context, int64) (outbox.Receipts, error) {
	return outbox.ReceiptsOfTerms, nil
}

func (s *memory) OperatorExists(context.Context, int64) (bool, error) { return true, nil }
