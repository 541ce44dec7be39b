package storetest

import (
	"context"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
)

// ClaimMail claims the mail that has been due longest. It returns fault.NotFound when none is due.
func ClaimMail(ctx context.Context, s *store.Store, at time.Time, lease time.Duration) (outbox.Mail, error) {
	items, err := s.ClaimWork(ctx,
		queue.Claim{Kind: queue.Mails, Holder: "essai", DueBy: at, Until: at.Add(lease), Most: 1})
	if err != nil {
		return outbox.Mail{}, err
	}
	if len(items) == 0 {
		return outbox.Mail{}, fault.NotFound()
	}
	return s.MailByID(ctx, items[0].ID)
}

// ParkMail parks a mail, as its last failed try would.
func ParkMail(ctx context.Context, s *store.Store, id int64, at time.Time) error {
	claim := queue.Claim{Kind: queue.Mails, Holder: "essai", DueBy: at, Until: at.Add(time.Minute)}
	if _, _, err := s.ClaimItem(ctx, claim, id); err != nil {
		return err
	}
	return s.FailWork(ctx, queue.Failure{
		Kind: queue.Mails, ID: id, Holder: "essai", At: at, Cause: queue.CauseError,
		Parked: true,
	})
}
