package jobs

import (
	"context"
	"errors"
	"time"

	"consigne/internal/adapter/mail"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/stays/waiting"
	"consigne/internal/kernel/fault"
)

const waitingInterval = time.Minute

// ServeWaiting offers the places that are free to those who wait, and ends what was not answered, every minute until
// ctx ends.
func ServeWaiting(ctx context.Context, runner *queue.Runner, service *waiting.Service, log Log) {
	every(ctx, log, "waiting", waitingInterval,
		func(ctx context.Context) error { return ServeWaitingNow(ctx, runner, service) })
}

// ServeWaitingNow does so once.
func ServeWaitingNow(ctx context.Context, runner *queue.Runner, service *waiting.Service) error {
	passed := runner.Run(ctx, queue.Work{Kind: queue.Waits, Batch: writesAtOnce, Do: service.Pass})
	return errors.Join(passed, service.OfferAll(ctx))
}

// writeWait returns fault.NotFound if the offer or question is none any more, or nobody is to have it.
func (m *Mailer) writeWait(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	account, err := m.Accounts.ByID(ctx, queued.AccountID)
	if err != nil {
		return mail.Message{}, err
	}
	waits, err := m.Waiting.ByID(ctx, queued.WaitID)
	if err != nil {
		return mail.Message{}, err
	}
	seller, err := m.Operators.ByID(ctx, waits.OperatorID)
	if err != nil {
		return mail.Message{}, err
	}
	about := mail.Wait{
		Seller: seller.Name, SellerEmail: seller.Email, Subscription: waits.PublicLabel,
		Since: waits.AskedAt, Rank: waits.Rank,
	}
	offer, answerBy := waits.Offer, waits.AnswerBy()
	switch {
	case account.Email == "" || waits.EndedAt != nil:
	case queued.Kind == outbox.OfferMade && offer != nil && !offer.MadeAt.After(queued.CreatedAt):
		about.Station, about.Locker, about.Until = waits.OfferedAt.Name, waits.Locker, offer.Until
		return mail.PlaceOffered(recipient(account), about)
	case queued.Kind == outbox.StillWaiting && answerBy != nil && waits.LapsedAt == nil:
		about.Until = *answerBy
		return mail.StillWaiting(recipient(account), about)
	}
	return mail.Message{}, fault.NotFound()
}
