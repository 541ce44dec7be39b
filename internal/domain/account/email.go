package account

import (
	"context"
	"crypto/rand"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/domain/outbox"
	"consigne/internal/domain/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// EmailChange is an e-mail that a colleague gave an account. It opens nothing until the
// person confirms it with the link that is sent there.
type EmailChange struct {
	AccountID int64
	Email     string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// askEmail keeps the new e-mail of an account that has a password until it is confirmed,
// and tells the address that the account has. The same e-mail once more sends nothing.
func (s *Service) askEmail(ctx context.Context, actor access.Actor, member Account, email string) error {
	now := s.clock.Now()
	_, err := s.store.AccountByEmail(ctx, email)
	if err == nil {
		return TakenEmail()
	}
	if !fault.Is(err, fault.NotFound) {
		return err
	}
	asked, err := s.store.AskedEmail(ctx, member.ID, now)
	if err == nil && FoldEmail(asked.Email) == FoldEmail(email) {
		return nil
	}
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	change := EmailChange{AccountID: member.ID, Email: email, CreatedAt: now, ExpiresAt: now.Add(invitationLife)}
	if err := s.store.AskEmail(ctx, change); err != nil {
		return err
	}
	if err := s.store.CancelMails(ctx, outbox.EmailConfirm, member.ID); err != nil {
		return err
	}
	if err := s.store.QueueMailAt(ctx, outbox.EmailConfirm, member.ID, email, now); err != nil {
		return err
	}
	if err := s.store.QueueMailAt(ctx, outbox.EmailAsked, member.ID, member.Email, now); err != nil {
		return err
	}
	return s.Security.Note(ctx, security.Event{At: now, Kind: security.EmailAsked, AccountID: member.ID, ActorID: actor.AccountID})
}

// OpenEmailChange makes the link that confirms the e-mail that an account waits for, and
// returns its token. fault.NotFound: it waits for no such e-mail any more.
func (s *Service) OpenEmailChange(ctx context.Context, accountID int64, email string) (Account, string, error) {
	token := rand.Text()
	var account Account
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if account, err = s.store.AccountByID(ctx, accountID); err != nil {
			return err
		}
		asked, err := s.store.AskedEmail(ctx, accountID, s.clock.Now())
		if err != nil {
			return err
		}
		if asked.Email != email || !account.Active {
			return fault.Missing()
		}
		return s.store.SetEmailToken(ctx, accountID, hashToken(token))
	})
	return account, token, err
}

// ConfirmEmail gives the account of the link the e-mail that it waits for, ends its
// sessions, and tells the address before. fault.Gone: the link is used, expired or unknown.
func (s *Service) ConfirmEmail(ctx context.Context, token string) error {
	now := s.clock.Now()
	return s.Security.Atomically(ctx, s.store.Atomically, func(ctx context.Context) error {
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
		before := account.Email
		account.Email = change.Email
		if err := s.store.SetIdentity(ctx, account); err != nil {
			if fault.Is(err, fault.Invalid) {
				return fault.Refused("Cette adresse est déjà celle d'un autre compte.")
			}
			return err
		}
		if err := s.store.RevokePasswordLinks(ctx, account.ID, now); err != nil {
			return err
		}
		if err := s.store.EndSessionsOf(ctx, account.ID, now); err != nil {
			return err
		}
		if err := s.store.QueueMailAt(ctx, outbox.EmailChanged, account.ID, before, now); err != nil {
			return err
		}
		if err := s.store.Record(ctx, journal.Entry{
			At: now, ActorID: account.ID, Action: journal.EmailConfirmed, Object: object(account.ID),
		}); err != nil {
			return err
		}
		return s.Security.Note(ctx, security.Event{At: now, Kind: security.EmailChanged, AccountID: account.ID, ActorID: account.ID})
	})
}

// goneEmail says that a link is good no more, but hides no internal error.
func goneEmail(err error) error {
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	return &fault.Error{Kind: fault.Gone, Detail: "Ce lien n'est plus valable. Demandez à la personne qui a saisi cette adresse de la saisir de nouveau."}
}

// TakenEmail is the refusal of an e-mail that another account has.
func TakenEmail() error { return fault.At("email", "Ce mail est déjà présent") }
