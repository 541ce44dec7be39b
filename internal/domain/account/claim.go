package account

import (
	"context"
	"crypto/hmac"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/domain/outbox"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Claim is an account that the key of an operator opened with an e-mail that was known
// elsewhere (docs/adr/0021). Until the person confirms, it is an account of the operator's
// own that holds what the key sent, and nothing links it to the person's for the operator.
type Claim struct {
	AccountID  int64
	OperatorID int64
	PersonID   int64  // the account that had the e-mail when it was last named; 0: nobody, it is no claim
	Email      string // folded
	At         time.Time
}

// Introduction is what the key of an operator says of a customer.
type Introduction struct {
	OperatorID, KeyID                 int64
	Email, LastName, FirstName, Phone string
}

// The limits of naming people.
const (
	peoplePerKey     = 300 // a minute
	confirmationLife = 7 * 24 * time.Hour
	confirmationRest = 24 * time.Hour // between two letters about one person and operator
)

const (
	msgDeadLink    = "Ce lien a déjà servi ou n'est plus valable."
	msgClaimOpen   = "Ce compte ne peut être %s : le compte n° %d, ouvert avec la même adresse et non confirmé, a une utilisation en cours ou un paiement à régler."
	msgUnconfirmed = "Ce compte n'a pas été confirmé par la personne : donnez le rôle à celui qu'elle ouvre avec cette adresse."
)

// ClaimStore is what claims need kept. What is not found is fault.NotFound.
type ClaimStore interface {
	// OwnerOf finds the living account that has the e-mail; 0: nobody's.
	OwnerOf(ctx context.Context, email string) (int64, error)
	// Knows tells whether the operator may refer to the account.
	Knows(ctx context.Context, operatorID, accountID int64) (bool, error)
	// ClaimOf finds the claim of an operator on an e-mail, not confirmed yet.
	ClaimOf(ctx context.Context, operatorID int64, email string) (Claim, error)
	// ClaimByAccount finds a claim that is not confirmed yet, by an operator in service.
	ClaimByAccount(ctx context.Context, accountID int64) (Claim, error)
	// ClaimsOn lists the claims on a person that are not confirmed yet.
	ClaimsOn(ctx context.Context, personID int64) ([]Claim, error)
	// KeepClaim keeps a claim, or whom it is on by now. One on nobody is the same work, and
	// keeps nothing.
	KeepClaim(ctx context.Context, claim Claim) error
	// MergeClaim makes what the account of the claim did, pays with and is the person's, and
	// takes that account away. Its number goes on to mean the person for that operator.
	MergeClaim(ctx context.Context, claim Claim, at time.Time) error
}

// introduce finds or makes the account by which the operator refers to the customer. What
// tells a new person from one who is known elsewhere is neither in the answer nor in the
// work: both make the same statements, leave two lines in the journal, whose numbers the
// operator sees, and queue a letter, which for the first is written to nobody.
func (s *Service) introduce(ctx context.Context, by Introduction) (id int64, created bool, err error) {
	now := s.clock.Now()
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		ownerID, err := s.store.OwnerOf(ctx, by.Email)
		if err != nil {
			return err
		}
		known, err := s.store.Knows(ctx, by.OperatorID, ownerID)
		if err != nil {
			return err
		}
		claim, err := s.store.ClaimOf(ctx, by.OperatorID, by.Email)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
		id, created = claim.AccountID, !known && claim.AccountID == 0
		if known {
			id = ownerID
		}
		if created {
			id, err = s.open(ctx, by, ownerID, now)
		} else {
			err = s.store.Touch(ctx, id, now)
		}
		if err != nil {
			return err
		}
		// The e-mail may have become somebody else's since it was claimed.
		if !known && !created && ownerID != 0 && ownerID != claim.PersonID {
			claim.PersonID = ownerID
			if err := s.store.KeepClaim(ctx, claim); err != nil {
				return err
			}
		}
		written, _, err := s.store.CountAttempt(ctx, s.tokens.bucket("confirmation", fmt.Sprint(by.OperatorID, " ", FoldEmail(by.Email))), now, confirmationRest)
		if err != nil || written > 1 {
			return err
		}
		return s.store.QueueMail(ctx, outbox.Confirmation, id, now)
	})
	return id, created, err
}

// open makes an account of the operator's customer, a claim on the owner of the e-mail
// if there is one. The line that tells of it is the platform's: the operator must not read
// that somebody is known elsewhere.
func (s *Service) open(ctx context.Context, by Introduction, ownerID int64, now time.Time) (int64, error) {
	id, err := s.store.CreateAccount(ctx, Account{
		Email: by.Email, LastName: by.LastName, FirstName: by.FirstName, Phone: by.Phone, Active: true, Unconfirmed: ownerID != 0,
	}, now)
	if err != nil {
		return 0, err
	}
	if err := s.store.KnowAccount(ctx, id, by.OperatorID); err != nil {
		return 0, err
	}
	if err := s.store.KeepClaim(ctx, Claim{id, by.OperatorID, ownerID, FoldEmail(by.Email), now}); err != nil {
		return 0, err
	}
	if err := s.store.Record(ctx, journal.Entry{At: now, OperatorID: by.OperatorID, Action: journal.AccountCreated, Object: object(id)}); err != nil {
		return 0, err
	}
	line := journal.Entry{
		At: now, Action: journal.AccountNamed, Object: object(id), Changes: map[string]any{"exploitant": by.OperatorID, "compte": id, "cle": by.KeyID},
	}
	if ownerID != 0 {
		line.Action, line.Object = journal.AccountClaimed, object(ownerID)
	}
	return id, s.store.Record(ctx, line)
}

// OpenConfirmation returns to whom the letter about a claim goes, the operator that made
// it, and the token of its link. fault.NotFound: nobody is to be written to, because the
// account is no claim, the address is somebody else's by now, or the person is banned.
func (s *Service) OpenConfirmation(ctx context.Context, accountID int64) (to Account, operatorID int64, token string, err error) {
	claim, err := s.store.ClaimByAccount(ctx, accountID)
	if err != nil {
		return Account{}, 0, "", err
	}
	to, err = s.store.AccountByID(ctx, claim.PersonID)
	if err == nil && (!to.Active || FoldEmail(to.Email) != claim.Email) {
		err = fault.Missing()
	}
	return to, claim.OperatorID, s.tokens.confirmation(claim, s.clock.Now().Add(confirmationLife)), err
}

// Confirm makes the account of a claim the person's who got the link, and returns the
// operator, which sees the person from now on. fault.Gone: the link is used, expired or
// unknown, or the address is no longer the person's.
func (s *Service) Confirm(ctx context.Context, token, address string) (operatorID int64, err error) {
	now := s.clock.Now()
	if err := s.limitRequests(ctx, s.tokens.bucket("confirmation-adresse", network(address)), requestsPerAddress, now); err != nil {
		return 0, err
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		claim, err := s.store.ClaimByAccount(ctx, claimedAccount(token))
		if err != nil {
			return deadLink(err)
		}
		if !s.tokens.confirms(token, claim, now) {
			return deadLink(nil)
		}
		person, err := s.store.AccountByID(ctx, claim.PersonID)
		if err != nil {
			return deadLink(err)
		}
		if FoldEmail(person.Email) != claim.Email {
			return deadLink(nil)
		}
		if err := s.store.MergeClaim(ctx, claim, now); err != nil {
			return err
		}
		if err := s.store.Touch(ctx, person.ID, now); err != nil {
			return err
		}
		operatorID = claim.OperatorID
		return s.record(ctx, journal.AccountConfirmed, access.Actor{AccountID: person.ID}, operatorID, person.ID, map[string]any{"compte": claim.AccountID})
	})
	return operatorID, err
}

// claimsToErase lists the claims that go with a person whom an administrator erases: the
// staff of one operator reach nothing at another. fault.Conflict: something is open there.
func (s *Service) claimsToErase(ctx context.Context, actor access.Actor, personID int64, kind Erasure) ([]Claim, error) {
	if !actor.Admin {
		return nil, nil
	}
	claims, err := s.store.ClaimsOn(ctx, personID)
	if err != nil {
		return nil, err
	}
	for _, claim := range claims {
		open, due, err := s.store.Unsettled(ctx, claim.AccountID)
		if err != nil {
			return nil, err
		}
		if open+due > 0 {
			return nil, fault.Refused(fmt.Sprintf(msgClaimOpen, kind.participle(), claim.AccountID))
		}
	}
	return claims, nil
}

// confirmation derives the token of a link: nothing is kept that a thief could use. It is
// good once, as the claim that it names ends with it.
func (t *tokens) confirmation(claim Claim, until time.Time) string {
	return t.signedClaim(claim, strconv.FormatInt(until.Unix(), 10))
}

func (t *tokens) signedClaim(claim Claim, until string) string {
	text := strconv.FormatInt(claim.AccountID, 10) + "." + until
	mac := sign(t.claimKey, fmt.Sprint(text, " ", claim.OperatorID, " ", claim.PersonID, " ", claim.Email))
	return text + "." + base64.RawURLEncoding.EncodeToString(mac)
}

// confirms tells whether a token is that of the claim as it is now, and still good.
func (t *tokens) confirms(token string, claim Claim, now time.Time) bool {
	parts := strings.Split(token, ".")
	if len(parts) != 3 || !hmac.Equal([]byte(t.signedClaim(claim, parts[1])), []byte(token)) {
		return false
	}
	until, err := strconv.ParseInt(parts[1], 10, 64)
	return err == nil && now.Before(time.Unix(until, 0))
}

// claimedAccount reads the number that a token names; 0: it names none.
func claimedAccount(token string) int64 {
	text, _, _ := strings.Cut(token, ".")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// deadLink says that a link confirms nothing any more, but hides no internal error.
func deadLink(err error) error {
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	return &fault.Error{Kind: fault.Gone, Detail: msgDeadLink}
}
