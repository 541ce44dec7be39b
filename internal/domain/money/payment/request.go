package payment

import (
	"context"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// RefundCause is why some of a payment is given back, by its name on the wire.
type RefundCause string

// The causes.
const (
	EndedBefore   RefundCause = "fin_corrigee"   // the stay was over before: its price is that of its true end
	LimitsExcused RefundCause = "sans_penalites" // its overrun and removal are not the customer's fault
	NothingOwed   RefundCause = "rien_du"
	OtherCause    RefundCause = "autre" // no price follows from it
)

// Reason is a cause with what it takes to work the right price out.
type Reason struct {
	Cause   RefundCause
	TrueEnd *time.Time // of the stay; for EndedBefore alone
}

// Estimate is what a cause gives back of a payment.
type Estimate struct {
	Price  *money.Cents   // the right one; nil: none follows from the cause
	Quote  *pricing.Quote // its explanation; nil: it has none
	Amount money.Cents    // to give back, of what was not given back yet
}

// RefundRequest is a refund that staff who may not refund ask managers for.
type RefundRequest struct {
	ID         int64
	OperatorID int64
	PaymentID  int64
	Amount     money.Cents
	Reason
	Right   *money.Cents // the right price; nil: none follows from the cause
	Comment string
	Asked   Signed
	Outcome RequestOutcome
	Decided *Signed // nil: it is open
	Answer  string  // why it was refused
}

// Signed is when something was done, and by whom.
type Signed struct {
	At        time.Time
	AccountID int64  // 0: a key, or the platform
	KeyID     int64  // 0: an account, or the platform
	Name      string // as read: of the account, or « clé LABEL »
}

// by reports whether the actor did it.
func (s Signed) by(actor access.Actor) bool {
	return s.AccountID == actor.AccountID && s.KeyID == actor.KeyID()
}

// RequestOutcome is what became of a request; empty: it is open.
type RequestOutcome string

// The outcomes, by their names on the wire.
const (
	RequestAccepted  RequestOutcome = "acceptee" // some of the payment was refunded
	RequestRefused   RequestOutcome = "refusee"
	RequestWithdrawn RequestOutcome = "retiree" // by who asked
)

// RequestStore stores requests for refunds.
type RequestStore interface {
	// CreateRefundRequest stores an open request. It returns false when the payment has an open one.
	CreateRefundRequest(ctx context.Context, r RefundRequest) (bool, error)
	// DecideRefundRequest ends the open request of a payment. It returns false when there is none.
	DecideRefundRequest(ctx context.Context, paymentID int64, outcome RequestOutcome, by Signed, answer string) (bool,
		error)
}

const (
	msgRequested    = "Un remboursement de ce paiement est déjà demandé."
	msgNotRequested = "Aucun remboursement de ce paiement n'est demandé."
	msgDecided      = "Cette demande de remboursement a déjà reçu une réponse."
	msgCause        = "Cette cause n'est pas celle d'une utilisation."
	msgUnknownCause = "Cette cause n'est pas connue."
	msgTrueEnd      = "L'heure de fin doit être comprise entre le début et la fin de l'utilisation."
)

// Overpaid returns what is to be given back of a payment whose price was old and should have been right: never more
// than the difference, and never so much that less than the right price was paid in the end.
func Overpaid(old, right, billed, refunded money.Cents) money.Cents {
	return max(0, min(old-right, billed-refunded-right))
}

// Estimate works out what is to be given back for a reason. fault.Invalid: the cause is not one of this payment, or its
// instant is none of the stay.
func (d Details) Estimate(why Reason) (Estimate, error) {
	left := d.Amount - d.Refunded
	switch why.Cause {
	case OtherCause:
		return Estimate{Amount: left}, nil
	case NothingOwed:
		return Estimate{Price: new(money.Cents(0)), Amount: left}, nil
	case EndedBefore, LimitsExcused:
	default:
		return Estimate{}, fault.Invalid("cause", msgUnknownCause)
	}
	if d.Stay == nil || d.Stay.EndedAt == nil {
		return Estimate{}, fault.Invalid("cause", msgCause)
	}
	stay := d.Stay.Stay
	if stay.Tariff == nil { // another system has priced it
		return Estimate{Amount: left}, nil
	}
	if why.Cause == LimitsExcused {
		right := stay.PriceAt(*stay.EndedAt).BeforeOverrun
		return Estimate{Price: &right, Amount: Overpaid(d.Amount, right, d.Amount, d.Refunded)}, nil
	}
	if why.TrueEnd == nil || why.TrueEnd.Before(stay.StartedAt) || why.TrueEnd.After(*stay.EndedAt) {
		return Estimate{}, fault.Invalid("fin", msgTrueEnd)
	}
	stay.EndedAt = why.TrueEnd
	quote := stay.PriceAt(*why.TrueEnd)
	right := quote.Amount()
	return Estimate{Price: &right, Quote: &quote, Amount: Overpaid(d.Amount, right, d.Amount, d.Refunded)}, nil
}

// ActionsOf lists the actions that the actor may take now. Who may not refund may ask managers for it, one request at a
// time.
func (d Details) ActionsOf(actor access.Actor) []Action {
	actions := []Action{}
	if !actor.Can(access.EventsWrite, d.OperatorID) {
		return actions
	}
	manager, waits := actor.ManagerAt(d.OperatorID), d.Request != nil && d.Request.Decided == nil
	for _, action := range d.Actions() {
		switch {
		case action != GiveBack || manager:
			actions = append(actions, action)
		case !waits:
			actions = append(actions, AskToGiveBack)
		}
	}
	if waits && manager {
		actions = append(actions, RefuseToGiveBack)
	}
	if waits && d.Request.Asked.by(actor) {
		actions = append(actions, WithdrawRequest)
	}
	return actions
}

// EstimateRefund works out what is to be given back of a payment for a reason.
func (s *Service) EstimateRefund(ctx context.Context, id int64, why Reason) (Details, Estimate, error) {
	d, err := s.store.PaymentDetails(ctx, id)
	if err != nil {
		return d, Estimate{}, err
	}
	estimate, err := d.Estimate(why)
	return d, estimate, err
}

// AskForRefund asks managers for a refund. fault.Conflict: nothing can be refunded now, or a request is open.
func (s *Service) AskForRefund(
	ctx context.Context, actor access.Actor, id int64, amount money.Cents, why Reason, comment string,
) (details Details, err error) {
	if err := CheckComment(&comment); err != nil {
		return Details{}, err
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.PaymentDetails(ctx, id)
		if err != nil {
			return err
		}
		if !slices.Contains(before.Actions(), GiveBack) {
			return fault.Conflict(msgNotNow)
		}
		if amount < 1 || amount > before.Amount-before.Refunded {
			return fault.Invalid("montant", msgRefundAmount)
		}
		estimate, err := before.Estimate(why)
		if err != nil {
			return err
		}
		if why.Cause != EndedBefore {
			why.TrueEnd = nil
		}
		first, err := s.store.CreateRefundRequest(ctx, RefundRequest{
			OperatorID: before.OperatorID, PaymentID: id, Amount: amount, Reason: why, Right: estimate.Price,
			Comment: comment, Asked: s.signed(actor),
		})
		if err != nil {
			return err
		}
		if !first {
			return fault.Conflict(msgRequested)
		}
		changes := map[string]any{"montant": amount}
		if estimate.Price != nil {
			changes["montantJuste"] = *estimate.Price
		}
		if why.TrueEnd != nil {
			changes["fin"] = clock.Written(*why.TrueEnd)
		}
		if err := s.record(ctx, audit.RefundRequested, actor.AccountID, before.Payment, changes); err != nil {
			return err
		}
		details, err = s.store.PaymentDetails(ctx, id)
		return err
	})
	return details, err
}

// RefuseRefund refuses the refund that is asked for, and says why. fault.Conflict: none is.
func (s *Service) RefuseRefund(
	ctx context.Context, actor access.Actor, id int64, comment string,
) (details Details, err error) {
	if err := CheckComment(&comment); err != nil {
		return Details{}, err
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		p, err := s.store.PaymentByID(ctx, id)
		if err != nil {
			return err
		}
		waited, err := s.store.DecideRefundRequest(ctx, id, RequestRefused, s.signed(actor), comment)
		if err != nil {
			return err
		}
		if !waited {
			return fault.Conflict(msgNotRequested)
		}
		if err := s.record(ctx, audit.RequestRefused, actor.AccountID, p, nil); err != nil {
			return err
		}
		details, err = s.store.PaymentDetails(ctx, id)
		return err
	})
	return details, err
}

// WithdrawRefund takes back the refund that the actor asked for. fault.Conflict: it is decided, or none is asked for.
func (s *Service) WithdrawRefund(ctx context.Context, actor access.Actor, id int64) (details Details, err error) {
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.PaymentDetails(ctx, id)
		if err != nil {
			return err
		}
		request := before.Request
		switch {
		case request == nil || request.Outcome == RequestWithdrawn:
			return fault.Conflict(msgNotRequested)
		case !request.Asked.by(actor):
			return fault.Forbidden()
		case request.Decided != nil:
			return fault.Conflict(msgDecided)
		}
		waited, err := s.store.DecideRefundRequest(ctx, id, RequestWithdrawn, s.signed(actor), "")
		if err != nil {
			return err
		}
		if !waited {
			return fault.Conflict(msgDecided)
		}
		if err := s.record(ctx, audit.RequestWithdrawn, actor.AccountID, before.Payment, nil); err != nil {
			return err
		}
		details, err = s.store.PaymentDetails(ctx, id)
		return err
	})
	return details, err
}

func (s *Service) signed(actor access.Actor) Signed {
	return Signed{At: s.clock.Now(), AccountID: actor.AccountID, KeyID: actor.KeyID()}
}
