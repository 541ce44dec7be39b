package jobs

import (
	"bytes"
	"context"
	"slices"
	"time"

	"consigne/internal/adapter/mail"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/pricing"
)

func recipient(a account.Account) mail.Recipient {
	return mail.Recipient{Email: a.Email, FirstName: a.FirstName, Language: a.Language}
}

// addressee returns whom a letter is for. fault.NotFound: nobody is to have it any more.
func (m *Mailer) addressee(ctx context.Context, queued outbox.Mail) (mail.Recipient, error) {
	account, err := m.Accounts.ByID(ctx, queued.AccountID)
	if err == nil && account.Email == "" {
		err = fault.NotFound()
	}
	return recipient(account), err
}

// writeReceipt returns fault.NotFound if nobody is to have the receipt any more.
func (m *Mailer) writeReceipt(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	to, err := m.addressee(ctx, queued)
	if err != nil {
		return mail.Message{}, err
	}
	byPayment, err := m.Documents.Of(ctx, queued.PaymentID)
	if err != nil {
		return mail.Message{}, err
	}
	documents := byPayment[queued.PaymentID]
	if len(documents) == 0 {
		return mail.Message{}, fault.NotFound()
	}
	files, err := m.files(documents...)
	if err != nil {
		return mail.Message{}, err
	}
	return mail.Receipt(to, documents[0].Record.Seller.Name, documents[0].Record.Number, files)
}

func (m *Mailer) files(documents ...document.Document) ([]mail.File, error) {
	files := make([]mail.File, len(documents))
	for i, d := range documents {
		var file bytes.Buffer
		if err := m.Documents.Print(&file, d); err != nil {
			return nil, err
		}
		files[i] = mail.File{Name: d.File(), Type: "application/pdf", Content: file.Bytes()}
	}
	return files, nil
}

// about is what a letter about a payment tells.
type about struct {
	to     mail.Recipient
	owed   payment.Details
	seller operator.Operator
	sale   mail.Sale
}

func (m *Mailer) about(ctx context.Context, queued outbox.Mail) (a about, err error) {
	if a.to, err = m.addressee(ctx, queued); err != nil {
		return a, err
	}
	if a.owed, err = m.Payments.Details(ctx, queued.PaymentID); err != nil {
		return a, err
	}
	if a.seller, err = m.Operators.Ever(ctx, a.owed.OperatorID); err != nil {
		return a, err
	}
	a.sale = mail.Sale{Seller: a.seller.Name, SellerEmail: a.seller.Email, From: a.owed.StartedAt}
	if bought := a.owed.Subscription; bought != nil {
		a.sale.Subscription, a.sale.To = bought.Tariff.PublicLabel, bought.Term(a.owed.Term+1)
	} else {
		a.sale.Station = a.owed.Stay.Station.Name
	}
	return a, nil
}

// A document is numbered within a minute of its event; a mail waits for it for a day, after which there is none to
// come.
const (
	documentWait = 5 * time.Second
	documentLate = 24 * time.Hour
)

// document returns the document of the event that a letter tells of. errWaits: it is not numbered yet. fault.NotFound:
// there will be none.
func (m *Mailer) document(ctx context.Context, queued outbox.Mail) (document.Document, error) {
	byPayment, err := m.Documents.Of(ctx, queued.PaymentID)
	if err != nil {
		return document.Document{}, err
	}
	list := byPayment[queued.PaymentID]
	if at := slices.IndexFunc(list, func(d document.Document) bool { return d.Attempt == queued.Attempt }); at >= 0 {
		return list[at], nil
	}
	late, err := m.Mails.PutOff(ctx, queued, documentWait, documentLate)
	switch {
	case err != nil:
		return document.Document{}, err
	case late:
		return document.Document{}, fault.NotFound()
	}
	return document.Document{}, errWaits
}

func (m *Mailer) writePaid(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	a, err := m.about(ctx, queued)
	if err != nil {
		return mail.Message{}, err
	}
	receipt, err := m.document(ctx, queued)
	if err != nil {
		return mail.Message{}, err
	}
	files, err := m.files(receipt)
	if err != nil {
		return mail.Message{}, err
	}
	letter := mail.Collection{
		Sale: a.sale, Amount: queued.Amount, Number: receipt.Record.Number, First: a.owed.Term == 0,
	}
	if bought := a.owed.Subscription; bought != nil {
		letter.Next = bought.NextAt
	}
	return mail.Paid(a.to, letter, files)
}

func (m *Mailer) writeRefunded(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	a, err := m.about(ctx, queued)
	if err != nil {
		return mail.Message{}, err
	}
	note, err := m.document(ctx, queued)
	if err != nil {
		return mail.Message{}, err
	}
	files, err := m.files(note)
	if err != nil {
		return mail.Message{}, err
	}
	return mail.Refunded(a.to, mail.Giving{
		Sale: a.sale, Amount: queued.Amount, Number: note.Record.Number, OntoCard: a.owed.Status == payment.Paid,
	}, files)
}

// failure returns what a letter tells of a payment that failed. fault.NotFound: it is settled since, or nothing more is
// presented for its operator.
func (m *Mailer) failure(ctx context.Context, queued outbox.Mail) (mail.Recipient, mail.Failure, error) {
	a, err := m.about(ctx, queued)
	if err == nil {
		_, err = m.Operators.ByID(ctx, a.owed.OperatorID) // what an archived one is owed is not presented
	}
	if err == nil && !a.owed.Status.Reducible() {
		err = fault.NotFound()
	}
	if err != nil {
		return mail.Recipient{}, mail.Failure{}, err
	}
	failed := mail.Failure{Sale: a.sale, Amount: a.owed.Amount, NextAt: a.owed.DueAt}
	failed.Why, failed.Card = whyUnpaid(a.owed)
	if bought := a.owed.Subscription; bought != nil {
		failed.Over = !bought.Runs(queued.CreatedAt)
	}
	if a.owed.ClosesAt != nil && a.owed.ClosesAt.After(queued.CreatedAt) {
		failed.OpensUntil = a.owed.ClosesAt
	}
	return a.to, failed, nil
}

// writeTermUnpaid returns fault.NotFound if the term is settled, or nobody is to have it any more.
func (m *Mailer) writeTermUnpaid(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	to, failed, err := m.failure(ctx, queued)
	if err != nil {
		return mail.Message{}, err
	}
	return mail.TermUnpaid(to, failed)
}

func (m *Mailer) writeStayUnpaid(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	to, failed, err := m.failure(ctx, queued)
	if err != nil {
		return mail.Message{}, err
	}
	return mail.StayUnpaid(to, failed)
}

// whyUnpaid tells why the last attempt failed, and with which card.
func whyUnpaid(p payment.Details) (why mail.Why, card string) {
	for _, a := range p.Attempts {
		if a.Kind == payment.Charge && a.Card != nil {
			card = a.Card.PAN
		}
	}
	switch {
	case p.Status == payment.Unpaid:
		return mail.WhyDeclined, card
	case p.Status == payment.CardUnusable && card == "":
		return mail.WhyNoCard, card
	case p.Status == payment.CardUnusable:
		return mail.WhyUnusable, card
	}
	return "", card
}

// writeEnded returns fault.NotFound if the subscription goes on after all, or was ended anew since.
func (m *Mailer) writeEnded(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	to, err := m.addressee(ctx, queued)
	if err != nil {
		return mail.Message{}, err
	}
	bought, err := m.Subscriptions.ByID(ctx, queued.SubscriptionID)
	if err != nil {
		return mail.Message{}, err
	}
	seller, err := m.Operators.Ever(ctx, bought.OperatorID)
	if err != nil {
		return mail.Message{}, err
	}
	end := bought.End()
	if end == nil || bought.CancelledAt != nil && bought.CancelledAt.After(queued.CreatedAt) {
		return mail.Message{}, fault.NotFound()
	}
	letter := mail.End{
		Seller: seller.Name, SellerEmail: seller.Email, Subscription: bought.Tariff.PublicLabel, On: *end,
		Over: !end.After(queued.CreatedAt), GivenBack: queued.Amount,
	}
	if bought.UnpaidSince() != nil {
		owed, err := m.Payments.Details(ctx, bought.PaymentID)
		if err != nil {
			return mail.Message{}, err
		}
		letter.Due = owed.Amount
	}
	return mail.Ended(to, letter)
}

// writeOverrunSoon returns fault.NotFound if the stay has ended, was made free, or is past its limit already.
func (m *Mailer) writeOverrunSoon(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	to, err := m.addressee(ctx, queued)
	if err != nil {
		return mail.Message{}, err
	}
	stay, err := m.Stays.ByID(ctx, queued.StayID)
	if err != nil {
		return mail.Message{}, err
	}
	seller, err := m.Operators.Ever(ctx, stay.OperatorID)
	if err != nil {
		return mail.Message{}, err
	}
	if !stay.Open() || stay.MadeFree || stay.Overrun || stay.Tariff == nil {
		return mail.Message{}, fault.NotFound()
	}
	letter := mail.Overrun{
		Seller: seller.Name, Station: stay.Station.Name, Locker: stay.Locker.Name,
		At: stay.PriceAt(queued.CreatedAt).OverrunStart, Daily: stay.Tariff.OverrunUnit == pricing.Day,
	}
	if price := stay.Tariff.OverrunAmount; price != nil {
		letter.Price = *price
	}
	return mail.OverrunSoon(to, letter)
}

// writeDoorCode returns fault.NotFound if the code opens nothing any more, or nobody is to have it any more.
func (m *Mailer) writeDoorCode(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	to, err := m.addressee(ctx, queued)
	if err != nil {
		return mail.Message{}, err
	}
	code, stay, err := m.Openings.ToSend(ctx, queued.StayID, queued.CreatedAt)
	if err != nil {
		return mail.Message{}, err
	}
	seller, err := m.Operators.Ever(ctx, stay.OperatorID)
	if err != nil {
		return mail.Message{}, err
	}
	return mail.DoorCode(to, mail.Code{
		Seller: seller.Name, SellerEmail: seller.Email, Station: stay.Station.Name, Locker: stay.Locker.Name,
		Digits: code.Digits, Until: code.ExpiresAt,
	})
}

// writePriceCorrected returns fault.NotFound if nobody is to have it any more.
func (m *Mailer) writePriceCorrected(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	to, err := m.addressee(ctx, queued)
	if err != nil {
		return mail.Message{}, err
	}
	told, err := m.Replays.CorrectionOf(ctx, queued.PaymentID)
	if err != nil {
		return mail.Message{}, err
	}
	seller, err := m.Operators.ByID(ctx, told.Payment.OperatorID)
	if err != nil {
		return mail.Message{}, err
	}
	return mail.PriceCorrected(to, mail.Correction{
		Seller: seller.Name, Station: told.Payment.Stay.Station.Name, Locker: told.Payment.Stay.Locker.Name,
		StartedAt: told.Old.Start, Old: told.Old, New: told.New, Refunded: told.Amount,
	})
}
