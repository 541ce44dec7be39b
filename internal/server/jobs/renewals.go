package jobs

import (
	"context"
	"time"

	"consigne/internal/adapter/mail"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/fault"
)

const renewalsInterval = time.Hour

// WarnOfRenewals queues the letters that are owed before subscriptions renew, every hour until ctx ends.
func WarnOfRenewals(ctx context.Context, subscriptions *subscription.Service, log Log) {
	every(ctx, log, "renewals", renewalsInterval, subscriptions.WarnOfRenewals)
}

// writeNotice returns fault.NotFound if the letter is out of date, or nobody is to have it any more.
func (m *Mailer) writeNotice(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	told, current, err := m.Subscriptions.NoticeMail(ctx, queued.NoticeID)
	if err != nil {
		return mail.Message{}, err
	}
	account, err := m.Accounts.ByID(ctx, queued.AccountID)
	if err != nil {
		return mail.Message{}, err
	}
	if !current || account.Email == "" {
		return mail.Message{}, fault.NotFound()
	}
	seller, err := m.Operators.ByID(ctx, told.OperatorID)
	if err != nil {
		return mail.Message{}, err
	}
	about := mail.Renewal{
		Seller: seller.Name, SellerEmail: seller.Email, Subscription: told.Tariff.PublicLabel,
		Unit: told.Tariff.Unit, Old: told.Tariff.UnitPrice(), New: told.Amount,
		From: told.From,
	}
	if queued.Kind == outbox.RenewalAhead {
		return mail.RenewalAhead(recipient(account), about)
	}
	return mail.PriceChanged(recipient(account), about)
}
