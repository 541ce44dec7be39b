package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// Service implements the package's operations for all callers.
type Service struct {
	store    Store
	clock    clock.Clock
	provider Provider

	Refunds RefundListener // nil: nobody is told
}

// RefundListener is told what became of refunds by staff.
type RefundListener interface {
	// RefundSettled is called in the transaction of the answer: Outcome is Paid for a refund that is done; for any other
	// the provider refused it, or it came back after it was done. told: the customer has a letter about it.
	RefundSettled(ctx context.Context, refund Attempt) (told bool, err error)
}

// NewService returns a Service on the stores that collects with the provider.
func NewService(store Store, clock clock.Clock, provider Provider) *Service {
	return &Service{store: store, clock: clock, provider: provider}
}

// The messages of refusals.
const (
	msgNotNow       = "L'état de ce paiement ne le permet pas."
	msgTooSoon      = "La réponse à la dernière présentation date de moins d'un jour\u00a0: un nouvel ordre pourra être généré à partir du %s."
	msgMeansAndWhy  = "Le mode de paiement et le commentaire sont obligatoires."
	msgMeans        = "Le mode de paiement est obligatoire."
	msgComment      = "Le commentaire est obligatoire."
	msgUnknownMeans = "Ce mode de paiement n'est pas connu."
	msgCardNumber   = "Un commentaire ne doit pas contenir de numéro de carte."
	msgUnknownCard  = "Cette carte n'est pas utilisable."
	msgProviderAway = "Le prestataire de paiement est momentanément indisponible. Veuillez réessayer dans un instant."
	msgNoOperator   = "L'exploitant de ce paiement n'existe plus : rien n'est plus présenté pour lui."
	msgRefunding    = "Un remboursement de ce paiement est en cours : son issue n'est pas encore connue."
	msgRefundAmount = "Le montant à rembourser doit être compris entre un centime et ce qui n'a pas encore été remboursé."
	msgRefundMeans  = "Ce qui a été réglé autrement se rembourse en espèces, par chèque ou par virement."
	msgOntoCard     = "Ce qui a été encaissé par carte est rendu sur la carte : n'indiquez pas de mode de paiement."
)

// change stores the new state of a payment. fault.Conflict: the table of transitions does not allow it,
// or another call was first.
func (s *Service) change(ctx context.Context, before, after Payment) error {
	if !before.Status.leadsTo(after.Status) {
		return fault.Conflict(msgNotNow)
	}
	first, err := s.store.SavePayment(ctx, before, after)
	if err == nil && !first {
		return fault.Conflict(msgNotNow)
	}
	return err
}

// Details returns a payment with all its attempts, refunds and acts of staff.
func (s *Service) Details(ctx context.Context, id int64) (Details, error) {
	return s.store.PaymentDetails(ctx, id)
}

// OfAccount returns a page of an account's payments, newest stay or term first, and the number of all of them.
func (s *Service) OfAccount(ctx context.Context, accountID int64, offset, limit int) ([]Details, int, error) {
	return s.store.PaymentsOf(ctx, accountID, offset, limit)
}

// List returns a page of payments, newest stay or term first, and the number of all matches (see Filter.Shown).
func (s *Service) List(ctx context.Context, filter Filter, offset, limit int) ([]Details, int, error) {
	filter.Now = s.clock.Now()
	return s.store.Payments(ctx, filter, offset, limit)
}

// Stays returns a page of the stays whose payments match the filter, newest first, and the number of
// all matches (see Filter.Shown).
func (s *Service) Stays(ctx context.Context, filter Filter, offset, limit int) ([]stay.Details, int, error) {
	return s.store.Stays(ctx, filter, offset, limit)
}

// Sums adds up the payments that match the filter.
func (s *Service) Sums(ctx context.Context, filter Filter) (Sums, error) {
	filter.Now = s.clock.Now()
	return s.store.PaymentSums(ctx, filter)
}

// MarkAsPaid records that a payment was made by other means. fault.Conflict: its status forbids it.
func (s *Service) MarkAsPaid(
	ctx context.Context, actor access.Actor, id int64, means Means, comment string,
) (Details, error) {
	comment = strings.TrimSpace(comment)
	switch {
	case means == "" && comment == "":
		return Details{}, &fault.Error{Kind: fault.KindInvalid, Detail: msgMeansAndWhy, Violations: []fault.Violation{
			{Field: "type", Message: msgMeans}, {Field: "commentaire", Message: msgComment},
		}}
	case means == "":
		return Details{}, fault.Invalid("type", msgMeans)
	case !slices.Contains(MeansOfPayment, means):
		return Details{}, fault.Invalid("type", msgUnknownMeans)
	}
	return s.act(ctx, actor, id, MarkAsPaid, comment, func(_ context.Context, p *Payment, note *Attempt) error {
		p.Status, p.DueAt, p.SettledAt = Manual, nil, &note.At
		note.Kind, note.Means, note.Outcome = PaidByHand, means, Manual
		return nil
	})
}

// Cancel cancels a payment. fault.Conflict: its status forbids it.
func (s *Service) Cancel(ctx context.Context, actor access.Actor, id int64, comment string) (Details, error) {
	return s.act(ctx, actor, id, Cancel, comment, func(_ context.Context, p *Payment, note *Attempt) error {
		p.Status, p.DueAt = Cancelled, nil
		note.Kind, note.Outcome = Cancellation, Cancelled
		return nil
	})
}

// GenerateOrder makes one more attempt to collect a payment whose attempts are used up, with what is left of its group.
// fault.Conflict: they are not used up, the last attempt was answered less than a day ago, the operator is gone, or the
// provider does not take so little.
func (s *Service) GenerateOrder(ctx context.Context, actor access.Actor, id int64, comment string) (Details, error) {
	return s.act(ctx, actor, id, GenerateOrder, comment, func(ctx context.Context, p *Payment, note *Attempt) error {
		exists, err := s.store.OperatorExists(ctx, p.OperatorID)
		if err != nil {
			return err
		}
		if !exists {
			return fault.Conflict(msgNoOperator)
		}
		made, err := s.store.AttemptsOf(ctx, id)
		if err != nil {
			return err
		}
		if next := NextOrder(*p, made); note.At.Before(next) {
			return fault.Conflict(fmt.Sprintf(msgTooSoon, next.In(clock.Paris).Format("02/01/2006 à 15h04")))
		}
		group, err := s.orderRest(ctx, *p, *note)
		if err != nil {
			return err
		}
		if err := s.present(ctx, p, note); err != nil {
			return err
		}
		note.inGroup(group, true)
		return nil
	})
}

// Refund refunds the amount some of a collected payment, or all that is left (nil), one refund at a
// time: onto the card that paid it, or by the means by which staff give back what was marked as paid.
// fault.Conflict: the payment is not collected, or the outcome of another refund is unknown.
func (s *Service) Refund(
	ctx context.Context, actor access.Actor, id int64, some *money.Cents, means Means, comment string,
) (Details, error) {
	if means != "" && !slices.Contains(MeansOfRefund, means) {
		return Details{}, fault.Invalid("type", msgRefundMeans)
	}
	return s.refund(ctx, actor, id, uuid.NewString(), means, comment, func(p Payment) money.Cents {
		if some == nil {
			return p.Amount - p.Refunded
		}
		return *some
	})
}

// RefundAs gives back what a card paid under a uuid that the caller chooses, so that a repeat is the same refund: a
// uuid is used once. It is part of the caller's transaction. The provider is asked by AskRefund, after the commit, or
// by the job that asks.
func (s *Service) RefundAs(
	ctx context.Context, actor access.Actor, id int64, as string, amount money.Cents, comment string,
) error {
	_, err := s.refund(ctx, actor, id, as, "", comment, func(Payment) money.Cents { return amount })
	return err
}

// AskRefund asks the provider for the refund with the uuid, at once. ErrNoAnswer: the provider did not answer.
func (s *Service) AskRefund(ctx context.Context, as string) error {
	refund, err := s.store.AttemptByUUID(ctx, as)
	if err != nil {
		return err
	}
	return s.ask(ctx, refund)
}

func (s *Service) refund(
	ctx context.Context, actor access.Actor, id int64, as string, means Means, comment string,
	amountOf func(Payment) money.Cents,
) (Details, error) {
	return s.act(ctx, actor, id, GiveBack, comment, func(ctx context.Context, p *Payment, note *Attempt) error {
		amount := amountOf(*p)
		if amount < 1 || amount > p.Amount-p.Refunded {
			return fault.Invalid("montant", msgRefundAmount)
		}
		note.UUID, note.Kind, note.Amount = as, Refund, amount
		p.Refunded += amount
		if p.Status == Manual {
			return s.byHand(ctx, note, means)
		}
		if means != "" {
			return fault.Invalid("type", msgOntoCard)
		}
		charge, err := s.refundable(ctx, id)
		if err != nil {
			return err
		}
		p.RefundPending += amount
		note.Of, note.Card, note.Outcome, note.AskAt = charge.UUID, charge.Card, InProgress, &note.At
		return nil
	})
}

// refundable returns the charge that paid a payment. A charge that is refunded because the money was
// taken twice is not that charge. fault.Conflict: the outcome of another refund is unknown.
func (s *Service) refundable(ctx context.Context, id int64) (Attempt, error) {
	made, err := s.store.AttemptsOf(ctx, id)
	if err != nil {
		return Attempt{}, err
	}
	if slices.ContainsFunc(made, Attempt.refunding) {
		return Attempt{}, fault.Conflict(msgRefunding)
	}
	double := map[string]bool{}
	for _, p := range made {
		if p.ofDouble() {
			double[p.Of] = true
		}
	}
	for _, p := range made {
		if p.Kind == Charge && p.Outcome == Paid && !double[p.UUID] {
			return p, nil
		}
	}
	return Attempt{}, fault.Conflict(msgNotNow)
}

// lines maps the actions of staff to those of the audit log.
var lines = map[Action]audit.Action{
	MarkAsPaid: audit.PaymentManual, Cancel: audit.PaymentCancelled, GenerateOrder: audit.PaymentOrdered,
	GiveBack: audit.PaymentRefunded,
}

// entries maps the actions of staff to those of the ledger.
var entries = map[Action]ledger.Kind{
	MarkAsPaid: ledger.MarkedAsPaid, Cancel: ledger.Cancelled,
	GiveBack: ledger.RefundAsked,
}

// act changes a payment, adds an Attempt for it and a line in the audit log. The comment is stored
// only with the Attempt, because it may name people.
func (s *Service) act(
	ctx context.Context, actor access.Actor, id int64, action Action, comment string,
	do func(ctx context.Context, p *Payment, note *Attempt) error,
) (Details, error) {
	if err := CheckComment(&comment); err != nil {
		return Details{}, err
	}
	var details Details
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.PaymentByID(ctx, id)
		if err != nil {
			return err
		}
		if !slices.Contains(before.Actions(), action) {
			return fault.Conflict(msgNotNow)
		}
		after := before
		note := Attempt{
			UUID: uuid.NewString(), PaymentID: id, Amount: before.Amount, Comment: comment, ActorID: actor.AccountID,
			KeyID: actor.KeyID(), At: s.clock.Now(),
		}
		if err := do(ctx, &after, &note); err != nil {
			return err
		}
		if err := s.change(ctx, before, after); err != nil {
			return err
		}
		if note.Outcome != InProgress {
			note.AnsweredAt = &note.At
		}
		if err := s.store.CreateAttempt(ctx, note); err != nil {
			return err
		}
		if kind, ofMoney := entries[action]; ofMoney {
			if err := s.book(ctx, kind, after, note.Amount, note.UUID, note.Means); err != nil {
				return err
			}
		}
		if note.Kind == Refund && note.Outcome == Paid {
			if err := s.bookRefund(ctx, after, note, true); err != nil {
				return err
			}
		}
		if err := s.writeOfAct(ctx, after, note); err != nil {
			return err
		}
		changes := map[string]any{"montant": note.Amount, "statut": after.Status}
		if action == GiveBack { // whoever asked for a refund has one, through their request or not
			accepted, err := s.store.DecideRefundRequest(ctx, id, RequestAccepted, s.signed(actor), "")
			if err != nil {
				return err
			}
			if accepted {
				changes["demandeAcceptee"] = true
			}
		}
		if err := s.record(ctx, lines[action], actor.AccountID, after, changes); err != nil {
			return err
		}
		details, err = s.store.PaymentDetails(ctx, id)
		return err
	})
	return details, err
}

// CheckComment cleans a comment. fault.Invalid: there is none, or it holds what it must not.
func CheckComment(comment *string) error {
	rules := fault.Broken{}
	rules.Lines("commentaire", comment)
	rules.Unless(*comment != "", "commentaire", msgComment)
	rules.Unless(!HoldsCardNumber(*comment), "commentaire", msgCardNumber)
	return rules.Err()
}

// MakeFree makes a stay free that is in progress or for which no attempt was made (« Ne pas faire payer
// »). fault.Conflict: the status of its payment no longer allows it.
func (s *Service) MakeFree(ctx context.Context, actor access.Actor, id int64) (Details, error) {
	var details Details
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.PaymentByID(ctx, id)
		if err != nil {
			return err
		}
		if !slices.Contains(before.Actions(), MakeFree) {
			return fault.Conflict(msgNotNow)
		}
		after := before
		after.Status, after.Amount, after.DueAt = Free, 0, nil
		if err := s.change(ctx, before, after); err != nil {
			return err
		}
		if err := s.book(ctx, ledger.MadeFree, before, before.Amount, "", ""); err != nil {
			return err
		}
		if err := s.store.WaiveStay(ctx, before.StayID); err != nil {
			return err
		}
		if err := s.record(ctx, audit.PaymentMadeFree, actor.AccountID, after,
			map[string]any{"montant": before.Amount}); err != nil {
			return err
		}
		details, err = s.store.PaymentDetails(ctx, id)
		return err
	})
	return details, err
}

// cardTimeout is the time limit of the provider's answer while a card is saved.
const cardTimeout = 10 * time.Second

// SetCard replaces the card, at the operator, of an account that the operator knows, with the card of
// the provider's token, and has all that attempts failed to collect there presented once more, now.
// fault.NotFound: the operator does not know the account. fault.Unavailable: the provider does not answer.
func (s *Service) SetCard(ctx context.Context, operatorID, accountID int64, token string) (Card, error) {
	customer, err := s.customer(ctx, accountID, operatorID)
	if err != nil {
		return Card{}, err
	}
	if HoldsCardNumber(token) {
		return Card{}, fault.Invalid("jeton", msgUnknownCard)
	}
	answered, cancel := context.WithTimeout(ctx, cardTimeout)
	defer cancel()
	card, err := s.provider.Card(answered, Holder{customer.ID, operatorID}, token)
	switch {
	case errors.Is(err, ErrUnknownCard):
		return Card{}, fault.Invalid("jeton", msgUnknownCard)
	case err != nil && ctx.Err() == nil:
		return Card{}, fmt.Errorf("%w: %w", fault.Unavailable(msgProviderAway), err)
	case err != nil:
		return Card{}, err
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		if customer, err = s.customer(ctx, accountID, operatorID); err != nil {
			return err
		}
		now := s.clock.Now()
		if err := s.store.SaveCard(ctx, customer.ID, operatorID, card, now); err != nil {
			return err
		}
		due, err := s.store.PresentByCard(ctx, customer.ID, operatorID, now)
		if err != nil {
			return err
		}
		var changes map[string]any
		if due > 0 {
			changes = map[string]any{"paiementsPresentes": due}
		}
		return s.store.Record(ctx, audit.Entry{
			At: now, OperatorID: operatorID, Action: audit.CardChanged,
			Object: audit.Object{Kind: audit.KindAccount, ID: customer.ID}, Changes: changes,
		})
	})
	return card, err
}

// customer finds an account that the operator knows. fault.NotFound: it does not know the account.
func (s *Service) customer(ctx context.Context, accountID, operatorID int64) (stay.Customer, error) {
	customer, err := s.store.CustomerOf(ctx, accountID, operatorID)
	if err == nil && !customer.Known {
		err = fault.NotFound()
	}
	return customer, err
}

func (s *Service) record(
	ctx context.Context, action audit.Action, actorID int64, p Payment, changes map[string]any,
) error {
	var stationID int64
	if p.StayID != 0 {
		var err error
		if stationID, err = s.store.StationOfStay(ctx, p.StayID); err != nil {
			return err
		}
	}
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actorID, OperatorID: p.OperatorID, StationID: stationID,
		Action: action, Object: audit.Object{Kind: audit.KindPayment, ID: p.ID}, Changes: changes,
	})
}
