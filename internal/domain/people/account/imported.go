package account

import (
	"context"
	"slices"
	"time"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Consent is to what a customer agreed before an operator handed their data over.
type Consent struct {
	OperatorID int64
	At         time.Time
	Version    string // of the text

	OperatorName string // read-only
	Reference    string // read-only: how the operator's former system named the customer
}

// ConsentStore stores consents.
type ConsentStore interface {
	// KeepConsent stores to what an account agreed at an operator, in place of what was stored.
	KeepConsent(ctx context.Context, accountID int64, consent Consent) error
}

const (
	msgNoConsent   = "Sans l'instant et la version de son consentement, une personne ne peut être reprise"
	msgLateConsent = "Cet instant est dans le futur"
	msgOwnData     = "Cette personne gère elle-même son compte, ou n'est pas cliente de ce seul exploitant : ses données ne sont pas remplacées"
	msgOtherEmail  = "Une adresse e-mail ne se modifie pas par import"
)

// TakeOver finds or creates the account by which the operator refers to a customer of its former system, as
// [Service.RegisterCustomer] does, and makes it a customer. It runs in the caller's transaction, whose audit line tells
// of all. Only if mails is true is the owner of an e-mail that is known elsewhere asked to confirm. fault.Invalid: the
// data breaks a rule, or there is no consent.
func (s *Service) TakeOver(
	ctx context.Context, by Registration, consent Consent, mails bool,
) (id int64, created bool, err error) {
	now := s.clock.Now()
	if by, err = by.validate(); err != nil {
		return 0, false, err
	}
	if err := consent.validate(now); err != nil {
		return 0, false, err
	}
	ownerID, err := s.store.OwnerOf(ctx, by.Email)
	if err != nil {
		return 0, false, err
	}
	known, err := s.store.Knows(ctx, by.OperatorID, ownerID)
	if err != nil {
		return 0, false, err
	}
	if known {
		return ownerID, false, s.takenOver(ctx, ownerID, consent)
	}
	claim, err := s.store.ClaimOf(ctx, by.OperatorID, by.Email)
	if err == nil {
		return claim.AccountID, false, s.takenOver(ctx, claim.AccountID, consent)
	}
	if !fault.Is(err, fault.KindNotFound) {
		return 0, false, err
	}
	claimed := ownerID != 0
	id, err = s.store.CreateAccount(ctx, Account{
		Email: by.Email, LastName: by.LastName, FirstName: by.FirstName, Phone: by.Phone, Active: true, Unconfirmed: claimed,
	}, now)
	if err != nil {
		return 0, false, err
	}
	if claimed {
		if err := s.store.KeepClaim(ctx, Claim{id, by.OperatorID, ownerID, FoldEmail(by.Email), now}); err != nil {
			return 0, false, err
		}
	}
	if mails {
		if err := s.askToConfirm(ctx, by.OperatorID, by.Email, id, now); err != nil {
			return 0, false, err
		}
	}
	return id, true, s.takenOver(ctx, id, consent)
}

func (s *Service) takenOver(ctx context.Context, id int64, consent Consent) error {
	if err := s.store.GrantRole(ctx, id, consent.OperatorID, access.Customer); err != nil {
		return err
	}
	return s.store.KeepConsent(ctx, id, consent)
}

// CorrectTakenOver replaces the names, the telephone and the consent of a customer who was taken over. fault.Conflict:
// the person looks after the account, or it is more than that of a customer of this operator.
func (s *Service) CorrectTakenOver(ctx context.Context, id int64, by Registration, consent Consent) error {
	by, err := by.validate()
	if err != nil {
		return err
	}
	if err := consent.validate(s.clock.Now()); err != nil {
		return err
	}
	stored, err := s.store.AccountByID(ctx, id)
	if err != nil {
		return err
	}
	if FoldEmail(stored.Email) != FoldEmail(by.Email) {
		return fault.Invalid("email", msgOtherEmail)
	}
	if stored.LastName != by.LastName || stored.FirstName != by.FirstName || stored.Phone != by.Phone {
		known, err := s.store.KnownAt(ctx, id)
		if err != nil {
			return err
		}
		if stored.Admin || stored.PasswordHash != "" || len(known) != 1 ||
			!slices.Equal(stored.Roles[by.OperatorID], []access.Role{access.Customer}) {
			return fault.Conflict(msgOwnData)
		}
		stored.LastName, stored.FirstName, stored.Phone = by.LastName, by.FirstName, by.Phone
		if err := s.store.SetNames(ctx, stored); err != nil {
			return err
		}
	}
	return s.store.KeepConsent(ctx, id, consent)
}

func (c *Consent) validate(now time.Time) error {
	var broken fault.Broken
	broken.Line("consentement", &c.Version)
	broken.Unless(!c.At.IsZero() && c.Version != "", "consentement", msgNoConsent)
	broken.Unless(!c.At.After(now), "consentement", msgLateConsent)
	return broken.Err()
}
