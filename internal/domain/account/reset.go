package account

import (
	"context"
	"strings"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/domain/outbox"
	"consigne/internal/domain/security"
	"consigne/internal/kernel/fault"
)

// A person is sent no more links than this in an hour, however often they are asked for,
// and one address asks for so many in a minute.
const (
	linksPerAccount    = 5
	linkWindow         = time.Hour
	requestsPerAddress = 30
	requestWindow      = time.Minute
)

// RequestPasswordReset queues a mail for any well-formed address, to nobody when no
// account has it, so that neither the answer nor its time can tell.
func (s *Service) RequestPasswordReset(ctx context.Context, email, address string) error {
	email = strings.TrimSpace(email)
	if err := ValidateEmail("mail", email); err != nil {
		return err
	}
	now := s.clock.Now()
	if err := s.limitRequests(ctx, s.tokens.bucket("oubli", network(address)), requestsPerAddress, now); err != nil {
		return err
	}
	return s.store.QueueMailTo(ctx, outbox.PasswordReset, email, now)
}

// OpenPasswordLink makes a link for the account and returns its token.
// fault.NotFound: it may not log in, or it has had enough of them, and nobody is to
// be written to.
func (s *Service) OpenPasswordLink(ctx context.Context, accountID int64) (Account, string, error) {
	return s.openLink(ctx, accountID, resetLife)
}

// OpenInvitation makes the link with which a new member of a team sets their first
// password, and returns its token.
func (s *Service) OpenInvitation(ctx context.Context, accountID int64) (Account, string, error) {
	return s.openLink(ctx, accountID, invitationLife)
}

func (s *Service) openLink(ctx context.Context, accountID int64, life time.Duration) (Account, string, error) {
	now := s.clock.Now()
	link, token := s.tokens.newPasswordLink(now, life)
	link.AccountID = accountID
	var account Account
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if account, err = s.store.AccountByID(ctx, accountID); err != nil {
			return err
		}
		count, err := s.store.CountPasswordLinks(ctx, account.ID, now.Add(-linkWindow))
		if err != nil {
			return err
		}
		if !account.Active || count >= linksPerAccount {
			return fault.Missing()
		}
		if err := s.store.CreatePasswordLink(ctx, link); err != nil {
			return err
		}
		return s.store.Record(ctx, journal.Entry{At: now, Action: journal.PasswordLinkMade, Object: object(account.ID)})
	})
	return account, token, err
}

// ChangePassword sets the password of the link's account, ends all its sessions
// and uses up its links. fault.Gone: the link is used, expired or unknown.
func (s *Service) ChangePassword(ctx context.Context, token, password string) error {
	now, tokenHash := s.clock.Now(), hashToken(token)
	// A first look keeps a stranger from making the server hash for nothing; the
	// link is claimed by UsePasswordLink.
	accountID, err := s.store.PasswordLinkOwner(ctx, tokenHash, now)
	if err != nil {
		return goneLink(err)
	}
	personal, err := s.personalWords(ctx, accountID)
	if err != nil {
		return goneLink(err)
	}
	if err := ValidatePassword("motDePasse", password, personal); err != nil {
		return err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return s.Security.Atomically(ctx, s.store.Atomically, func(ctx context.Context) error {
		account, err := s.store.AccountByID(ctx, accountID)
		if err != nil {
			return goneLink(err)
		}
		first, err := s.store.UsePasswordLink(ctx, tokenHash, now)
		if err != nil {
			return err
		}
		if !first || !account.Active {
			return goneLink(nil)
		}
		if err := s.store.SetPassword(ctx, accountID, hash); err != nil {
			return err
		}
		if err := s.store.EndSessionsOf(ctx, accountID, now); err != nil {
			return err
		}
		if err := s.store.Touch(ctx, accountID, now); err != nil {
			return err
		}
		// Whoever did not expect another e-mail is told to choose a new password.
		if err := s.store.DropEmailChange(ctx, accountID); err != nil {
			return err
		}
		if err := s.store.QueueMailAt(ctx, outbox.PasswordChanged, accountID, account.Email, now); err != nil {
			return err
		}
		if err := s.Security.Note(ctx, security.Event{At: now, Kind: security.PasswordChanged, AccountID: accountID, ActorID: accountID}); err != nil {
			return err
		}
		return s.store.Record(ctx, journal.Entry{
			At: now, ActorID: accountID, Action: journal.PasswordChanged, Object: object(accountID),
		})
	})
}

// personalWords are what a stranger would try first of a person: names, e-mail, operators.
func (s *Service) personalWords(ctx context.Context, accountID int64) ([]string, error) {
	account, err := s.store.AccountByID(ctx, accountID)
	if err != nil {
		return nil, err
	}
	operators, err := s.store.OperatorNames(ctx)
	if err != nil {
		return nil, err
	}
	words := []string{account.Email, account.LastName, account.FirstName}
	for id := range account.Roles {
		words = append(words, operators[id])
	}
	return words, nil
}

// HashPassword is for those who fill an empty database.
func (s *Service) HashPassword(ctx context.Context, password string) (string, error) {
	return s.hasher.hash(ctx, password)
}

// goneLink says that a link is good no more, but hides no internal error.
func goneLink(err error) error {
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	return &fault.Error{Kind: fault.Gone, Detail: "Ce lien n'est plus valable. Veuillez demander un nouveau mot de passe."}
}
