package account

import (
	"context"
	"crypto/rand"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
)

// EmailChange is a new e-mail that the person, or a colleague, typed for an account. It cannot be used to sign in until
// the person confirms it with the link sent to that address.
type EmailChange struct {
	AccountID int64
	Email     string
	Own       bool // typed by the person
	CreatedAt time.Time
	ExpiresAt time.Time
}

// linkRest is the least time between two mails with the link of the same awaited e-mail.
const linkRest = 24 * time.Hour

// requestEmail stores the new e-mail of an account until the person confirms it, queues a mail to the current
// address, and returns the e-mail that is awaited from now on. For the e-mail that is awaited already, it
// only queues another link, once the last is older than linkRest. awaited is the open change of the
// account, or zero.
func (s *Service) requestEmail(
	ctx context.Context, actor access.Actor, member Account, awaited EmailChange, email string,
) (string, error) {
	now := s.clock.Now()
	holder, err := s.store.AccountByEmail(ctx, email)
	if err == nil && holder.ID != member.ID { // their own, in other letters that fold alike, is to be confirmed too
		return "", TakenEmail()
	}
	if err != nil && !fault.Is(err, fault.KindNotFound) {
		return "", err
	}
	again := sameMailbox(awaited.Email, email)
	if again {
		email = awaited.Email
		if now.Before(awaited.CreatedAt.Add(linkRest)) {
			return email, nil
		}
	}
	if err := outbox.Allow(ctx, s.store, email, now); err != nil {
		return "", err
	}
	if !again {
		if err := outbox.Allow(ctx, s.store, member.Email, now); err != nil {
			return "", err
		}
	}
	change := EmailChange{
		AccountID: member.ID, Email: email, Own: actor.Is(member.ID), CreatedAt: now,
		ExpiresAt: now.Add(invitationLife),
	}
	if err := s.store.RequestEmail(ctx, change); err != nil {
		return "", err
	}
	if err := s.store.CancelMails(ctx, outbox.EmailConfirm, member.ID); err != nil {
		return "", err
	}
	if err := s.store.QueueMailAt(ctx, outbox.EmailConfirm, member.ID, email, now); err != nil {
		return "", err
	}
	if !again {
		if err := s.store.QueueMailAt(ctx, outbox.EmailRequested, member.ID, member.Email, now); err != nil {
			return "", err
		}
	}
	return email, s.Security.Note(ctx,
		security.Event{At: now, Kind: security.EmailRequested, AccountID: member.ID, ActorID: actor.AccountID})
}

// withdrawEmail ends the open e-mail change of the account, if there is one, with its mail and link.
func (s *Service) withdrawEmail(ctx context.Context, actor access.Actor, operatorID int64, awaited EmailChange) error {
	if awaited.AccountID == 0 {
		return nil
	}
	if err := s.store.DropEmailChange(ctx, awaited.AccountID); err != nil {
		return err
	}
	if err := s.store.CancelMails(ctx, outbox.EmailConfirm, awaited.AccountID); err != nil {
		return err
	}
	return s.record(ctx, audit.EmailWithdrawn, actor, operatorID, awaited.AccountID, nil)
}

// OpenEmailChange creates the link that confirms the account's waiting e-mail, and returns its token.
// fault.NotFound: the account no longer waits for that e-mail.
func (s *Service) OpenEmailChange(ctx context.Context, accountID int64, email string) (Account, string, error) {
	token := rand.Text()
	var account Account
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if account, err = s.store.AccountByID(ctx, accountID); err != nil {
			return err
		}
		change, err := s.store.PendingEmail(ctx, accountID, s.clock.Now())
		if err != nil {
			return err
		}
		if change.Email != email || !account.Active {
			return fault.NotFound()
		}
		return s.store.SetEmailToken(ctx, accountID, hashToken(token))
	})
	return account, token, err
}

// ConfirmEmail sets the waiting e-mail of the link's account, ends the account's sessions and queues a mail to the
// former address. At the client's address, the failures of others do not slow the account any more. fault.Gone: the
// link is used, expired or unknown. fault.Forbidden: the person asked for it, and must use a provider now.
func (s *Service) ConfirmEmail(ctx context.Context, token, address string) error {
	now := s.clock.Now()
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		change, err := s.store.TakeEmailChange(ctx, hashToken(token), now)
		if err != nil {
			return goneEmail(err)
		}
		account, err := s.store.AccountByID(ctx, change.AccountID)
		if err != nil {
			return goneEmail(err)
		}
		if !account.Active {
			return goneEmail(nil)
		}
		if change.Own { // asked for before the domain had a compulsory provider
			if err := s.refuseCompulsory(ctx, account); err != nil {
				return err
			}
		}
		before := account.Email
		account.Email = change.Email
		if err := s.store.SetIdentity(ctx, account); err != nil {
			if fault.Is(err, fault.KindInvalid) {
				return fault.Conflict("Cette adresse est déjà celle d'un autre compte.")
			}
			return err
		}
		if err := s.store.RevokePasswordLinks(ctx, account.ID, now); err != nil {
			return err
		}
		if err := s.store.EndSessionsOf(ctx, account.ID, now); err != nil {
			return err
		}
		if _, err := s.store.RememberAddress(ctx, account.ID, s.addressBucket(network.Of(address)), now,
			now.Add(-FamiliarFor)); err != nil {
			return err
		}
		if err := s.store.QueueMailAt(ctx, outbox.EmailChanged, account.ID, before, now); err != nil {
			return err
		}
		if err := s.store.Record(ctx, audit.Entry{
			At: now, ActorID: account.ID, Action: audit.EmailConfirmed, Object: object(account.ID),
		}); err != nil {
			return err
		}
		return s.Security.Note(ctx,
			security.Event{At: now, Kind: security.EmailChanged, AccountID: account.ID, ActorID: account.ID})
	})
}

// goneEmail returns the refusal of a link that is no longer valid; an internal error is returned
// unchanged.
func goneEmail(err error) error {
	if err != nil && !fault.Is(err, fault.KindNotFound) {
		return err
	}
	return &fault.Error{
		Kind:   fault.KindGone,
		Detail: msgDeadLink + " Si vous l'avez déjà confirmée, connectez-vous avec cette adresse\u00a0; sinon, demandez un nouveau lien.",
	}
}

// TakenEmail returns the refusal of an e-mail that another account has.
func TakenEmail() error { return fault.Invalid("email", "Ce mail est déjà présent") }
