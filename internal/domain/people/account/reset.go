package account

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
	"consigne/internal/kernel/text"
)

// At most linksPerAccount links of a kind are sent to a person in linkWindow, however many are asked for.
const (
	linksPerAccount    = 5
	linkWindow         = time.Hour
	requestsPerAddress = 30
	requestWindow      = time.Minute
)

// RequestPasswordReset queues a mail for any well-formed address. When no account has it, the mail is for nobody, so
// that neither the answer nor its time shows whether an account exists. fault.Forbidden: the accounts of the domain
// must use a provider; an administrator still gets the mail.
func (s *Service) RequestPasswordReset(ctx context.Context, email, address string) error {
	email = text.Email(email)
	if err := ValidateEmail("mail", email); err != nil {
		return err
	}
	now := s.clock.Now()
	if err := s.limitRequests(ctx, s.tokens.bucket("oubli", network.Of(address)), requestsPerAddress, now); err != nil {
		return err
	}
	provider, err := s.compulsory(ctx, email)
	if err != nil {
		return err
	}
	if err := s.store.QueueMailTo(ctx, outbox.PasswordReset, email, now); err != nil {
		return err
	}
	if provider != "" {
		return errMustUse(provider)
	}
	return nil
}

// OpenPasswordLink creates a link for the account and returns its token. fault.NotFound: no mail must
// be sent, because the account may not sign in, must use a provider or has reached its limit of links.
func (s *Service) OpenPasswordLink(ctx context.Context, accountID int64) (Account, string, error) {
	_, provider, err := s.Invited(ctx, accountID)
	if err == nil && provider != "" {
		err = fault.NotFound()
	}
	if err != nil {
		return Account{}, "", err
	}
	return s.openLink(ctx, accountID, resetLife)
}

// OpenInvitation creates the link with which a new member of a team sets the first password, and
// returns its token.
func (s *Service) OpenInvitation(ctx context.Context, accountID int64) (Account, string, error) {
	return s.openLink(ctx, accountID, invitationLife)
}

// Invited returns an account that a mail asks to sign in, and the label of the provider that it must use; empty: it
// needs a password. fault.NotFound: it may not sign in.
func (s *Service) Invited(ctx context.Context, accountID int64) (Account, string, error) {
	account, err := s.store.AccountByID(ctx, accountID)
	if err == nil && !account.Active {
		err = fault.NotFound()
	}
	if err != nil {
		return account, "", err
	}
	provider, err := s.CompulsoryProvider(ctx, account)
	return account, provider, err
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
		count, err := s.store.CountPasswordLinks(ctx, account.ID, now.Add(-linkWindow), life)
		if err != nil {
			return err
		}
		if !account.Active || count >= linksPerAccount {
			return fault.NotFound()
		}
		if err := s.store.CreatePasswordLink(ctx, link); err != nil {
			return err
		}
		return s.store.Record(ctx, audit.Entry{At: now, Action: audit.PasswordLinkMade, Object: object(account.ID)})
	})
	return account, token, err
}

// ChangePassword sets the password of the link's account, ends all its sessions and marks all its links
// as used. At the client's address, the failures of others do not slow the account any more. fault.Gone:
// the link is used, expired or unknown.
func (s *Service) ChangePassword(ctx context.Context, token, password, address string) error {
	now, tokenHash := s.clock.Now(), hashToken(token)
	// Checking the link first prevents a stranger from making the server compute hashes for nothing.
	// UsePasswordLink below is what claims the link.
	accountID, err := s.store.PasswordLinkOwner(ctx, tokenHash, now)
	if err != nil {
		return goneLink(err)
	}
	hash, err := s.newHash(ctx, accountID, password)
	if err != nil {
		return goneLink(err)
	}
	return s.store.Atomically(ctx, func(ctx context.Context) error {
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
		if err := s.store.EndSessionsOf(ctx, accountID, now); err != nil {
			return err
		}
		if _, err := s.store.RememberAddress(ctx, accountID, s.addressBucket(network.Of(address)), now,
			now.Add(-FamiliarFor)); err != nil {
			return err
		}
		if err := s.store.Touch(ctx, accountID, now); err != nil {
			return err
		}
		return s.setPassword(ctx, account, hash, now)
	})
}

// setPassword stores the new password that the person chose, and tells of it.
func (s *Service) setPassword(ctx context.Context, account Account, hash string, now time.Time) error {
	if err := s.store.SetPassword(ctx, account.ID, hash); err != nil {
		return err
	}
	// The mail about an e-mail change advises a person who did not expect it to choose a new
	// password: that cancels the change.
	if err := s.store.DropEmailChange(ctx, account.ID); err != nil {
		return err
	}
	if err := s.store.QueueMailAt(ctx, outbox.PasswordChanged, account.ID, account.Email, now); err != nil {
		return err
	}
	if err := s.Security.Note(ctx,
		security.Event{At: now, Kind: security.PasswordChanged, AccountID: account.ID, ActorID: account.ID}); err != nil {
		return err
	}
	return s.store.Record(ctx, audit.Entry{
		At: now, ActorID: account.ID, Action: audit.PasswordChanged, Object: object(account.ID),
	})
}

// newHash checks a new password of the account and returns its hash.
func (s *Service) newHash(ctx context.Context, accountID int64, password string) (string, error) {
	personal, err := s.personalWords(ctx, accountID)
	if err != nil {
		return "", err
	}
	if err := ValidatePassword("motDePasse", password, personal); err != nil {
		return "", err
	}
	return s.hasher.hash(ctx, password)
}

// personalWords returns the words that somebody who knows the person would try first: names, e-mail,
// operators.
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

// HashPassword returns the hash of a password, for code that fills an empty database.
func (s *Service) HashPassword(ctx context.Context, password string) (string, error) {
	return s.hasher.hash(ctx, password)
}

// goneLink returns the refusal of a link that is no longer valid; an internal error is returned
// unchanged.
func goneLink(err error) error {
	if err != nil && !fault.Is(err, fault.KindNotFound) {
		return err
	}
	return &fault.Error{
		Kind:   fault.KindGone,
		Detail: "Ce lien n'est plus valable. Veuillez demander un nouveau mot de passe.",
	}
}
