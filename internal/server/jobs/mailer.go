package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	"consigne/internal/adapter/mail"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/retention"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/opening"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/prices/repricing"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/domain/stays/waiting"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

const (
	mailInterval = time.Second
	mailTimeout  = 90 * time.Second
)

// mailDelays are the waits after each failed attempt. After the last one the mail is given up.
var mailDelays = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 6 * time.Hour}

// Mailer sends the mails in the outbox.
type Mailer struct {
	Queue     *queue.Runner
	Mails     *outbox.Service
	Accounts  *account.Service
	Retention *retention.Service
	Operators *operator.Service
	Stations  *controller.Service
	Documents *document.Service
	Payments  *payment.Service
	Stays     *stay.Service
	Openings  *opening.Service
	Replays   *repricing.Service
	Webhooks  *webhook.Service

	Subscriptions *subscription.Service
	Waiting       *waiting.Service
	LeftBikes     *leftbike.Service

	Sender    mail.Sender
	Folder    *mail.Folder // where mails were stored, even if Sender is another by now
	Log       Log
	PublicURL string
}

// Run sends mails as they come due, until ctx ends.
func (m *Mailer) Run(ctx context.Context) { every(ctx, m.Log, "mailer", mailInterval, m.SendDue) }

// SendDue sends every mail that is due, one after the other.
func (m *Mailer) SendDue(ctx context.Context) error {
	return m.Queue.Run(ctx, queue.Work{
		Kind: queue.Mails, Timeout: mailTimeout, Delays: mailDelays, Do: m.sendMail,
		Parked: m.giveUp,
	})
}

func (m *Mailer) sendMail(ctx context.Context, id int64) error {
	queued, err := m.Mails.ByID(ctx, id)
	if fault.Is(err, fault.KindNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	kept, err := m.send(ctx, queued)
	if errors.Is(err, errWaits) {
		return nil
	}
	if errors.Is(err, mail.ErrRefused) {
		err = errors.Join(queue.ErrRefused, err)
	}
	return m.settle(ctx, queued, kept, err)
}

// errWaits stands for a mail that was put off: its address has had enough for now, or its document is not numbered yet.
var errWaits = errors.New("the mail waits")

// giveUp records that an inactivity warning could not be sent and is not retried.
func (m *Mailer) giveUp(ctx context.Context, id int64, last error) error {
	queued, err := m.Mails.ByID(ctx, id)
	if fault.Is(err, fault.KindNotFound) {
		return nil
	}
	if err != nil || queued.Kind != outbox.Inactive {
		return err
	}
	return m.Retention.WarningFailed(ctx, queued.AccountID, errors.Is(last, mail.ErrRefused))
}

// send writes the mail and sends it. It returns fault.NotFound if the mail has no recipient any more.
func (m *Mailer) send(ctx context.Context, queued outbox.Mail) (kept bool, err error) {
	message, err := m.write(ctx, queued)
	if err != nil {
		return false, err
	}
	if admitted, err := m.Mails.Admit(ctx, queued, message.To); err != nil || !admitted {
		return false, errors.Join(err, errWaits)
	}
	message.Name = queued.Name()
	return m.Sender.Send(ctx, message)
}

func (m *Mailer) write(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	switch queued.Kind {
	case outbox.PasswordReset:
		account, token, err := m.Accounts.OpenPasswordLink(ctx, queued.AccountID)
		if err != nil {
			return mail.Message{}, err
		}
		return mail.PasswordReset(account.Email, account.FirstName, PasswordLink(m.PublicURL, token))
	case outbox.Invitation:
		account, provider, err := m.Accounts.Invited(ctx, queued.AccountID)
		if err != nil {
			return mail.Message{}, err
		}
		host, err := m.Operators.ByID(ctx, firstTeam(account))
		if err != nil {
			return mail.Message{}, err
		}
		if provider != "" {
			return mail.ProviderInvitation(account.Email, account.FirstName, host.Name, provider, m.PublicURL+"/connexion")
		}
		_, token, err := m.Accounts.OpenInvitation(ctx, queued.AccountID)
		if err != nil {
			return mail.Message{}, err
		}
		return mail.Invitation(account.Email, account.FirstName, host.Name, PasswordLink(m.PublicURL, token))
	case outbox.Confirmation:
		account, operatorID, token, err := m.Accounts.OpenConfirmation(ctx, queued.AccountID)
		if err != nil {
			return mail.Message{}, err
		}
		host, err := m.Operators.ByID(ctx, operatorID)
		if err != nil {
			return mail.Message{}, err
		}
		return mail.Confirmation(recipient(account), host.Name, m.PublicURL+"/confirmer-inscription#jeton="+token)
	case outbox.Banned:
		account, err := m.Accounts.ByID(ctx, queued.AccountID)
		if err != nil {
			return mail.Message{}, err
		}
		if account.Active { // banned, but reinstated since
			return mail.Message{}, fault.NotFound()
		}
		return mail.Banned(recipient(account))
	case outbox.Receipt:
		return m.writeReceipt(ctx, queued)
	case outbox.TermUnpaid:
		return m.writeTermUnpaid(ctx, queued)
	case outbox.StayUnpaid:
		return m.writeStayUnpaid(ctx, queued)
	case outbox.Paid:
		return m.writePaid(ctx, queued)
	case outbox.Refunded:
		return m.writeRefunded(ctx, queued)
	case outbox.Ended:
		return m.writeEnded(ctx, queued)
	case outbox.OverrunSoon:
		return m.writeOverrunSoon(ctx, queued)
	case outbox.DoorCode:
		return m.writeDoorCode(ctx, queued)
	case outbox.PriceCorrected:
		return m.writePriceCorrected(ctx, queued)
	case outbox.PriceChanged, outbox.RenewalAhead:
		return m.writeNotice(ctx, queued)
	case outbox.OfferMade, outbox.StillWaiting:
		return m.writeWait(ctx, queued)
	case outbox.BikeFound, outbox.BikeNotice, outbox.BikeRemoved, outbox.BikeClosed:
		return m.writeLeftBike(ctx, queued)
	case outbox.StationSilent:
		return m.writeStationSilent(ctx, queued)
	case outbox.WebhookSuspended:
		return m.writeWebhookSuspended(ctx, queued)
	case outbox.EmailConfirm:
		_, token, err := m.Accounts.OpenEmailChange(ctx, queued.AccountID, queued.Recipient)
		if err != nil {
			return mail.Message{}, err
		}
		return mail.ConfirmEmail(queued.Recipient, EmailLink(m.PublicURL, token))
	case outbox.PasswordChanged, outbox.LoginsFailed, outbox.EmailRequested, outbox.EmailChanged,
		outbox.FactorAdded, outbox.FactorRemoved, outbox.FactorsReset, outbox.RecoveryUsed, outbox.RecoveryRenewed,
		outbox.IdentityAdded, outbox.IdentityRemoved, outbox.SessionsEnded:
		return m.writeWarning(ctx, queued)
	case outbox.Inactive:
		account, until, err := m.Retention.WarningMail(ctx, queued.AccountID)
		if err != nil {
			return mail.Message{}, err
		}
		return mail.Inactive(recipient(account), mail.Inactivity{
			Until: until, Banned: !account.Active, NoPassword: account.PasswordHash == "",
			Site: m.PublicURL,
		})
	}
	return mail.Message{}, fmt.Errorf("no mail of kind %q", queued.Kind)
}

// factorChanges describes what has happened to the second factors of an account, by the kind of mail.
var factorChanges = map[outbox.Kind]string{
	outbox.FactorAdded:     "Un moyen de double authentification vient d'être ajouté à votre compte, et vos autres sessions ont été fermées.",
	outbox.FactorRemoved:   "Un moyen de double authentification vient d'être retiré de votre compte, et vos autres sessions ont été fermées.",
	outbox.FactorsReset:    "Un responsable vient de retirer tous les moyens de double authentification de votre compte, et toutes vos sessions ont été fermées.",
	outbox.RecoveryUsed:    "Un code de secours vient de servir à votre compte. Il ne servira plus.",
	outbox.RecoveryRenewed: "Les codes de secours de votre compte viennent d'être remplacés, et vos autres sessions ont été fermées. Les précédents ne servent plus.",
}

// writeWarning writes a mail about the recipient's own account.
func (m *Mailer) writeWarning(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	account, err := m.Accounts.ByID(ctx, queued.AccountID)
	if err != nil {
		return mail.Message{}, err
	}
	to, newPassword := cmp.Or(queued.Recipient, account.Email), m.PublicURL+"/oubli-mdp"
	if what, ofFactors := factorChanges[queued.Kind]; ofFactors {
		return mail.FactorChanged(to, account.FirstName, what, newPassword)
	}
	switch queued.Kind {
	case outbox.LoginsFailed:
		return mail.LoginsFailed(to, account.FirstName, newPassword)
	case outbox.EmailRequested:
		return mail.EmailRequested(to, account.FirstName, newPassword)
	case outbox.SessionsEnded:
		return mail.SessionsEnded(to, account.FirstName, newPassword)
	case outbox.EmailChanged:
		return mail.EmailChanged(to, account.FirstName)
	case outbox.IdentityAdded:
		return mail.IdentityChanged(to, account.FirstName,
			"Une identité de votre organisation vient d'être liée à votre compte, à sa première connexion.", newPassword)
	case outbox.IdentityRemoved:
		return mail.IdentityChanged(to, account.FirstName,
			"Une identité de votre organisation vient d'être retirée de votre compte, et les sessions qu'elle avait ouvertes ont été fermées.", newPassword)
	}
	return mail.PasswordChanged(to, account.FirstName, newPassword)
}

// writeStationSilent returns fault.NotFound if the station was heard again (even if it is silent anew), or the
// recipient is no longer an active manager of the operator.
func (m *Mailer) writeStationSilent(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	silent, err := m.Stations.Of(ctx, queued.StationID)
	if err != nil {
		return mail.Message{}, err
	}
	account, err := m.Accounts.ByID(ctx, queued.AccountID)
	if err != nil {
		return mail.Message{}, err
	}
	if silent.SilentSince == nil || silent.SilentSince.After(queued.CreatedAt) || !account.Active ||
		!slices.Contains(account.Roles[silent.OperatorID], access.Manager) {
		return mail.Message{}, fault.NotFound()
	}
	link := fmt.Sprintf("%s/tb-stations/%d/details", m.PublicURL, silent.StationID)
	return mail.StationSilent(account.Email, account.FirstName, silent.StationName, *silent.SilentSince, link)
}

// suspensions describes why nothing is sent to an endpoint.
var suspensions = map[webhook.Suspension]string{
	webhook.Failed: "tous les envois ont échoué pendant cinq jours",
	webhook.Gone:   "le serveur a répondu que l'adresse n'existe plus (410)",
}

// writeWebhookSuspended returns fault.NotFound if the endpoint is active again or deleted, or the recipient may not
// know of its operator any more.
func (m *Mailer) writeWebhookSuspended(ctx context.Context, queued outbox.Mail) (mail.Message, error) {
	endpoint, err := m.Webhooks.ByID(ctx, queued.WebhookID)
	if err != nil {
		return mail.Message{}, err
	}
	account, err := m.Accounts.ByID(ctx, queued.AccountID)
	if err != nil {
		return mail.Message{}, err
	}
	host, err := m.Operators.ByID(ctx, endpoint.OperatorID)
	if err != nil {
		return mail.Message{}, err
	}
	reader := access.Actor{Admin: account.Admin, Roles: account.Roles}
	if endpoint.Suspension == webhook.NotSuspended || !endpoint.Active || endpoint.SuspendedAt == nil || !account.Active ||
		!reader.Can(access.OperatorsRead, host.ID) {
		return mail.Message{}, fault.NotFound()
	}
	about := mail.Suspension{
		FirstName: account.FirstName, Operator: host.Name, Webhook: endpoint.Label, Why: suspensions[endpoint.Suspension],
		Since: *endpoint.SuspendedAt,
	}
	if account.Admin {
		about.Link = fmt.Sprintf("%s/gestion-exploitants/%d/details", m.PublicURL, host.ID)
	}
	return mail.WebhookSuspended(account.Email, about)
}

// firstTeam returns the first operator whose team the account belongs to, or 0 if it has left all of them.
func firstTeam(a account.Account) int64 {
	teams := access.Actor{Roles: a.Roles}.Operators()
	if len(teams) == 0 {
		return 0
	}
	return teams[0]
}

func (m *Mailer) settle(ctx context.Context, queued outbox.Mail, kept bool, outcome error) error {
	if outcome == nil && queued.Kind == outbox.Inactive {
		if err := m.Retention.WarningSent(ctx, queued.AccountID); err != nil {
			return err
		}
	}
	if outcome == nil && queued.NoticeID != 0 {
		if err := m.Subscriptions.NoticeSent(ctx, queued.NoticeID); err != nil {
			return err
		}
	}
	if outcome == nil {
		outcome = m.Mails.Sent(ctx, queued.ID, kept)
		if outcome == nil {
			return nil
		}
	}
	if fault.Is(outcome, fault.KindNotFound) {
		// Nobody is to have it, or the recipient was erased meanwhile. The file goes before the outbox entry, which
		// holds its name.
		outcome = m.Folder.Remove(queued.Name())
	}
	if outcome != nil {
		return outcome
	}
	return m.Mails.Drop(ctx, queued.ID)
}

// PasswordLink returns the address of the page that sets a new password. The token is in the fragment, which browsers
// do not send to servers, so no log or Referer contains it.
func PasswordLink(publicURL, token string) string {
	return linkTo(publicURL, "/nouveau-mot-de-passe", token)
}

// EmailLink returns the address of the page that confirms an e-mail address.
func EmailLink(publicURL, token string) string { return linkTo(publicURL, "/confirmer-adresse", token) }

func linkTo(publicURL, page, token string) string {
	return publicURL + page + "#" + url.Values{"jeton": {token}}.Encode()
}
