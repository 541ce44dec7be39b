package repricing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

const (
	msgComparison = "Une comparaison ne donne lieu à aucun remboursement."
	msgTooOld     = "Ce rejeu date de plus d'un jour\u00a0: rejouez les prix."
	msgNothing    = "Il n'y a rien à rembourser."
	msgAgreed     = "Le nombre ou la somme ne sont plus ceux du rejeu\u00a0: relisez-les."
	msgOther      = "Ce rejeu a déjà son lot, ou un autre lot de ce tarif n'est pas terminé."
	msgNotWorking = "Ce lot n'est pas en cours."
	msgNotPaused  = "Ce lot n'est pas en pause."
	msgGone       = "Il n'y a plus rien à rendre."
	msgBroken     = "Ce remboursement n'a pas pu être demandé : erreur technique."
	msgNotMade    = "Le prestataire de paiement n'a pas fait ce remboursement."
)

// validity is how long a replay may be refunded: what is found to be refundable changes from day to day.
const validity = 24 * time.Hour

// dropped is how many lines of a batch that is rejected are deleted at once.
const dropped = 1000

// Agreement is what the author of a batch agrees to.
type Agreement struct {
	Figure
	Comment   string
	Explained bool
}

// Refund makes a batch of what a replay found to be refundable, which nodes prepare and work off. fault.Conflict: the
// replay is not done, is a comparison or more than a day old; its number or sum is not the one agreed to; it has a
// batch, or another batch of the tariff is not finished.
func (s *Service) Refund(ctx context.Context, actor access.Actor, replayID int64, agreed Agreement) (Batch, error) {
	if err := payment.CheckComment(&agreed.Comment); err != nil {
		return Batch{}, err
	}
	now := s.clock.Now()
	var made Batch
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		r, err := s.Finished(ctx, replayID)
		if err != nil {
			return err
		}
		if reason := r.refuses(agreed.Figure, now); reason != "" {
			return fault.Conflict(reason)
		}
		id, first, err := s.store.CreateBatch(ctx, Batch{
			OperatorID: r.OperatorID, TariffID: r.TariffID, ReplayID: r.ID, State: Preparing, Agreed: agreed.Figure,
			Comment: agreed.Comment, Explained: agreed.Explained, AskedAt: now, AskedBy: actor.AccountID,
			AskedByKey: actor.KeyID(), Preparation: Preparation{DueAt: now},
		})
		if err != nil {
			return err
		}
		if !first {
			return fault.Conflict(msgOther)
		}
		if made, err = s.store.BatchByID(ctx, id); err != nil {
			return err
		}
		return s.recordBatch(ctx, audit.BatchAsked, actor.AccountID, made, agreed.Figure)
	})
	return made, err
}

// refuses returns why a batch of the replay may not be made now; "": it may.
func (r Replay) refuses(agreed Figure, now time.Time) string {
	switch {
	case r.Comparison:
		return msgComparison
	case now.Sub(r.AskedAt) > validity:
		return msgTooOld
	case agreed != r.Totals.Refundable:
		return msgAgreed
	case agreed.Count == 0:
		return msgNothing
	}
	return ""
}

func (s *Service) recordBatch(ctx context.Context, action audit.Action, actorID int64, b Batch, figure Figure) error {
	return s.record(ctx, action, actorID, b.OperatorID, b.TariffID, map[string]any{
		"lot": b.ID, "rejeu": b.ReplayID, "nombre": figure.Count, "montant": figure.Sum,
	})
}

// BatchByID returns a batch.
func (s *Service) BatchByID(ctx context.Context, id int64) (Batch, error) {
	return s.store.BatchByID(ctx, id)
}

// Figures returns the number and the sum of the lines of a batch, by state.
func (s *Service) Figures(ctx context.Context, id int64) (map[LineState]Figure, error) {
	return s.store.LineFigures(ctx, id)
}

// LinesAfter returns the first lines of a batch after a line, in a state ("": in any).
func (s *Service) LinesAfter(
	ctx context.Context, batchID int64, state LineState, after int64, most int,
) ([]BatchLine, error) {
	return s.store.LinesAfter(ctx, batchID, state, after, most)
}

// Report passes all lines of a batch to read, in order.
func (s *Service) Report(ctx context.Context, id int64, read func([]BatchLine) error) error {
	for after := int64(0); ; {
		lines, err := s.store.LinesAfter(ctx, id, "", after, chunk)
		if err != nil || len(lines) == 0 {
			return err
		}
		if err := read(lines); err != nil {
			return err
		}
		after = lines[len(lines)-1].ID
	}
}

// Pause has no further refund of a batch asked for; those that are under way end. fault.Conflict: it is not under way.
func (s *Service) Pause(ctx context.Context, actor access.Actor, id int64) (Batch, error) {
	return s.turn(ctx, actor, id, Working, Paused, audit.BatchPaused, msgNotWorking)
}

// Resume goes on with a batch. fault.Conflict: it is not paused.
func (s *Service) Resume(ctx context.Context, actor access.Actor, id int64) (Batch, error) {
	return s.turn(ctx, actor, id, Paused, Working, audit.BatchResumed, msgNotPaused)
}

func (s *Service) turn(
	ctx context.Context, actor access.Actor, id int64, was, becomes BatchState, action audit.Action, refusal string,
) (Batch, error) {
	var b Batch
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		first, err := s.store.ChangeBatch(ctx, id, was, becomes, nil)
		if err != nil {
			return err
		}
		if b, err = s.store.BatchByID(ctx, id); err != nil {
			return err
		}
		if !first {
			return fault.Conflict(refusal)
		}
		return s.recordBatch(ctx, action, actor.AccountID, b, b.Agreed)
	})
	return b, err
}

// Prepare goes on for a few seconds with writing the lines of a batch. Once all are written, the batch begins if their
// number and sum are those agreed to; else they are deleted, and the batch is rejected.
func (s *Service) Prepare(ctx context.Context, id int64) error {
	b, err := s.store.BatchByID(ctx, id)
	if err != nil || b.State != Preparing {
		return err
	}
	r, err := s.store.ReplayByID(ctx, b.ReplayID)
	if err != nil {
		return err
	}
	return s.through(ctx, r.scope(), &b.Cursor, func(read Chunk) (bool, error) {
		before, lines := b.Cursor, []BatchLine{}
		b.Cursor = read.End
		for _, stay := range read.Stays {
			line, err := Price(r.Terms, stay)
			if err != nil {
				return false, err
			}
			if line.Refundable > 0 {
				b.Found.add(line.Refundable)
				lines = append(lines, BatchLine{
					BatchID: id, StayID: stay.ID, PaymentID: stay.PaymentID, StartedAt: stay.StartedAt, EndedAt: stay.EndedAt,
					Old: stay.Price, New: line.New, Amount: line.Refundable, State: ToDo,
				})
			}
		}
		return s.prepared(ctx, before, b, lines, read.Last)
	})
}

func (s *Service) prepared(ctx context.Context, before Cursor, b Batch, lines []BatchLine, last bool) (bool, error) {
	rejected := last && b.Found != b.Agreed
	goesOn := false
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		b.DueAt = s.clock.Now().Add(time.Millisecond)
		if last && !rejected {
			b.State = Working
		}
		var err error
		if goesOn, err = s.store.SavePrepared(ctx, before, b); err != nil || !goesOn {
			return err
		}
		return s.store.CreateLines(ctx, lines)
	})
	if err != nil || !goesOn || !rejected {
		return goesOn, err
	}
	return true, s.reject(ctx, b)
}

// reject deletes the lines of a batch, then ends it. Until the last line is gone, the batch is still being prepared, so
// that a node that takes over comes here again.
func (s *Service) reject(ctx context.Context, b Batch) error {
	for {
		n, err := s.store.DropLines(ctx, b.ID, dropped)
		if err != nil {
			return err
		}
		if n == 0 {
			return s.end(ctx, b, Preparing, Rejected, audit.BatchRejected, b.Found)
		}
	}
}

func (s *Service) end(ctx context.Context, b Batch, was, becomes BatchState, action audit.Action, figure Figure) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		now := s.clock.Now()
		first, err := s.store.ChangeBatch(ctx, b.ID, was, becomes, &now)
		if err != nil || !first {
			return err
		}
		return s.recordBatch(ctx, action, 0, b, figure)
	})
}

// GiveUpBatch rejects a batch that cannot be prepared.
func (s *Service) GiveUpBatch(ctx context.Context, id int64) error {
	b, err := s.store.BatchByID(ctx, id)
	if err != nil || b.State != Preparing {
		return err
	}
	return s.reject(ctx, b)
}

// GiveUpLine refuses a line whose refund cannot be asked for.
func (s *Service) GiveUpLine(ctx context.Context, id int64) error {
	line, err := s.store.LineByID(ctx, id)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	line.State, line.Reason, line.At = Refused, msgBroken, &now
	_, err = s.store.ChangeLine(ctx, ToDo, line)
	return err
}

// Finish ends the batches of which nothing is left to ask or to wait for.
func (s *Service) Finish(ctx context.Context) error {
	batches, err := s.store.WorkedOff(ctx)
	if err != nil {
		return err
	}
	for _, b := range batches {
		figures, err := s.store.LineFigures(ctx, b.ID)
		if err != nil {
			return err
		}
		if err := s.end(ctx, b, Working, Finished, audit.BatchFinished, figures[Refunded]); err != nil {
			return err
		}
	}
	return nil
}

// namespace is that of the uuids of refunds by batches.
var namespace = uuid.MustParse("6f1d0c52-9a3e-4c57-8f0b-2d4a7be51c19")

// refundUUID returns the uuid of the refund of a payment by the line that follows that many older ones, which were
// refused or ignored. It is the same after a kill, and after the restore of a backup, so that the provider knows the
// refund again.
func refundUUID(paymentUUID string, older int) string {
	return uuid.NewSHA1(namespace, fmt.Appendf(nil, "%s/%d", paymentUUID, older)).String()
}

// WorkLine asks for the refund of a line of a batch, once, by the rules of any refund. A line that is not to be done
// changes nothing. payment.ErrNoAnswer: the refund was asked for, and its outcome is unknown.
func (s *Service) WorkLine(ctx context.Context, id int64) error {
	requested := ""
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		requested = ""
		line, err := s.store.LineByID(ctx, id)
		if err != nil || line.State != ToDo {
			return err
		}
		b, err := s.store.BatchByID(ctx, line.BatchID)
		if err != nil || b.State != Working {
			return err
		}
		p, err := s.store.PaymentByID(ctx, line.PaymentID)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		line.At = &now
		if amount := min(line.Amount, Refundable(p.Status, line.Old, line.New, p.Amount, p.Refunded)); amount == 0 {
			line.State, line.Reason = Ignored, msgGone
		} else if err := s.askFor(ctx, b, &line, p, amount); err != nil {
			return err
		}
		first, err := s.store.ChangeLine(ctx, ToDo, line)
		if err == nil && first {
			requested = line.Attempt
		}
		return err
	})
	if err != nil || requested == "" {
		return err
	}
	return s.payments.AskRefund(ctx, requested)
}

// askFor asks for the refund of a line, or says why it is refused.
func (s *Service) askFor(ctx context.Context, b Batch, line *BatchLine, p payment.Payment, amount money.Cents) error {
	older, err := s.store.LinesBefore(ctx, p.ID, line.ID)
	if err != nil {
		return err
	}
	as := refundUUID(p.UUID, older)
	asker := access.Actor{AccountID: b.AskedBy}
	if b.AskedByKey != 0 {
		asker.Key = &access.Key{ID: b.AskedByKey, OperatorID: b.OperatorID}
		ctx = access.WithKey(ctx, b.AskedByKey)
	}
	err = s.payments.RefundAs(ctx, asker, p.ID, as, amount, b.Comment)
	refusal := fault.Of(err)
	switch {
	case err == nil:
		line.State, line.Amount, line.Attempt = Asked, amount, as
		return nil
	case refusal != nil && (refusal.Kind == fault.KindConflict || refusal.Kind == fault.KindInvalid):
		line.State, line.Reason = Refused, refusal.Detail
		return nil
	}
	return err
}

// RefundSettled implements payment.RefundListener: it stores the outcome of a refund that a batch asked for, and queues
// the mail to the person.
func (s *Service) RefundSettled(ctx context.Context, refund payment.Attempt) (told bool, err error) {
	line, err := s.store.LineOfRefund(ctx, refund.PaymentID, refund.UUID)
	if fault.Is(err, fault.KindNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	was := line.State
	line.State, line.Reason, line.At = Refunded, "", refund.AnsweredAt
	if refund.Outcome != payment.Paid {
		line.State, line.Reason = Refused, msgNotMade
	}
	first, err := s.store.ChangeLine(ctx, was, line)
	if err != nil || !first || line.State != Refunded {
		return false, err
	}
	b, err := s.store.BatchByID(ctx, line.BatchID)
	if err != nil || !b.Explained {
		return false, err
	}
	p, err := s.store.PaymentByID(ctx, line.PaymentID)
	if err != nil {
		return false, err
	}
	return true, s.store.QueueMailOf(ctx, outbox.PriceCorrected, p.AccountID, p.ID, *refund.AnsweredAt)
}

// Correction is what a person is told of the refund of a stay.
type Correction struct {
	Payment  payment.Details
	Amount   money.Cents
	Old, New pricing.Quote
}

// CorrectionOf returns what to tell of the refund of a payment by a batch. fault.NotFound: there is none, or it is not
// done.
func (s *Service) CorrectionOf(ctx context.Context, paymentID int64) (Correction, error) {
	line, err := s.store.RefundedLine(ctx, paymentID)
	if err != nil {
		return Correction{}, err
	}
	b, err := s.store.BatchByID(ctx, line.BatchID)
	if err != nil {
		return Correction{}, err
	}
	r, err := s.store.ReplayByID(ctx, b.ReplayID)
	if err != nil {
		return Correction{}, err
	}
	details, err := s.store.PaymentDetails(ctx, paymentID)
	if err != nil {
		return Correction{}, err
	}
	told := Correction{Payment: details, Amount: line.Amount}
	if details.Stay == nil || details.Stay.Tariff == nil {
		return told, errors.New("a refund by a batch is not of a stay with a tariff")
	}
	if told.Old, err = pricing.Price(details.Stay.Tariff.Terms, line.StartedAt, line.EndedAt); err != nil {
		return told, err
	}
	told.New, err = pricing.Price(r.Terms, line.StartedAt, line.EndedAt)
	return told, err
}
