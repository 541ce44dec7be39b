package jobs

import (
	"context"

	"consigne/internal/adapter/mail"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/kernel/fault"
)

// writeLeftBike returns fault.NotFound if the file has come to another step since, or nobody is to have the letter.
func (m *Mailer) writeLeftBike(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	to, err := m.addressee(ctx, queued)
	if err != nil {
		return mail.Message{}, err
	}
	file, err := m.LeftBikes.ByID(ctx, queued.LeftBikeID)
	if err != nil {
		return mail.Message{}, err
	}
	if file.AccountID != queued.AccountID || leftbike.MailOf(file.Step()) != queued.Kind {
		return mail.Message{}, fault.NotFound()
	}
	seller, err := m.Operators.Ever(ctx, file.OperatorID)
	if err != nil {
		return mail.Message{}, err
	}
	about := mail.LeftBike{
		Seller: seller.Name, SellerEmail: seller.Email, Station: file.Station.Name, Locker: file.Locker.Name,
		Notice: file.Bylaw.NoticeText, Depot: file.Depot, Until: file.KeptUntil().Begins(), Ending: string(file.Ending),
	}
	if due := file.DueOn(); due != nil {
		about.From = due.Begins()
	}
	return mail.LeftBikeStep(to, string(file.Step()), about)
}
