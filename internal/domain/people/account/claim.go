package account

import (
	"context"
	"crypto/hmac"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
	"consigne/internal/kernel/text"
)

// Claim is an account that an operator's key created with an e-mail already used by another account
// (docs/adr/0021). Until the person confirms, it is a separate account of the operator that holds only
// what the key sent, and the operator sees no link to the person's account.
type Claim struct {
	AccountID  int64
	OperatorID int64
	OwnerID    int64  // the owner of the e-mail when the key last named it; 0: none, so this is no claim
	Email      string // folded
	At         time.Time
}

// Registration is the data that an operator's key sends about a customer.
type Registration struct {
	OperatorID, KeyID                 int64
	Email, LastName, FirstName, Phone string
	Language                          text.Language
	Company                           *Company // nil: the person pays for themselves
}

// The limits on registering people with a key, and on mails to them.
const (
	accountsPerKey   = 300 // per minute
	confirmationLife = 7 * 24 * time.Hour
	confirmationRest = 24 * time.Hour // least time between two mails about the same person and operator
	bannedRest       = 24 * time.Hour // least time between two mails about bans of an account
)

const (
	msgDeadLink    = "Ce lien a déjà servi ou n'est plus valable."
	msgClaimOpen   = "Ce compte ne peut être %s\u00a0: le compte n°\u00a0%d, ouvert avec la même adresse et non confirmé, a une utilisation en cours ou un paiement à régler."
	msgUnconfirmed = "Ce compte n'a pas été confirmé par la personne\u00a0: donnez le rôle à celui qu'elle ouvre avec cette adresse."
)

// register finds or creates the account by which the operator refers to the customer. The operator
// must not learn from the answer or the work done whether the person is known elsewhere: both cases run
// the same statements, add two lines to the audit log (the operator can see gaps in their numbers) and
// queue one mail, which is sent to nobody for a new person.
func (s *Service) register(ctx context.Context, by Registration) (id int64, created bool, err error) {
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
		if err != nil && !fault.Is(err, fault.KindNotFound) {
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
		// Another account may have taken the e-mail since it was claimed.
		if !known && !created && ownerID != 0 && ownerID != claim.OwnerID {
			claim.OwnerID = ownerID
			if err := s.store.KeepClaim(ctx, claim); err != nil {
				return err
			}
		}
		return s.askToConfirm(ctx, by.OperatorID, by.Email, id, now)
	})
	return id, created, err
}

// askToConfirm queues the mail about a claim, once a day for each e-mail and operator. For an account that is no claim
// it has no recipient.
func (s *Service) askToConfirm(ctx context.Context, operatorID int64, email string, id int64, now time.Time) error {
	written, _, err := s.store.CountTry(ctx,
		s.tokens.bucket("confirmation", fmt.Sprint(operatorID, " ", FoldEmail(email))), now, confirmationRest)
	if err != nil || written > 1 {
		return err
	}
	return s.store.QueueMail(ctx, outbox.Confirmation, id, now)
}

// open creates an account for the operator's customer. If an account already has the e-mail, the new
// one is a claim on it. The second audit line belongs to the platform, because the operator must not
// read that the person is known elsewhere.
func (s *Service) open(ctx context.Context, by Registration, ownerID int64, now time.Time) (int64, error) {
	opened := Account{
		Email: by.Email, LastName: by.LastName, FirstName: by.FirstName, Phone: by.Phone, Language: by.Language, Active: true,
		Unconfirmed: ownerID != 0,
	}
	if by.Company != nil {
		opened.Company = *by.Company
	}
	id, err := s.store.CreateAccount(ctx, opened, now)
	if err != nil {
		return 0, err
	}
	if err := s.store.KnowAccount(ctx, id, by.OperatorID); err != nil {
		return 0, err
	}
	if err := s.store.KeepClaim(ctx, Claim{id, by.OperatorID, ownerID, FoldEmail(by.Email), now}); err != nil {
		return 0, err
	}
	if err := s.store.Record(ctx,
		audit.Entry{At: now, OperatorID: by.OperatorID, Action: audit.AccountCreated, Object: object(id)}); err != nil {
		return 0, err
	}
	line := audit.Entry{
		At: now, Action: audit.AccountNamed, Object: object(id),
		Changes: map[string]any{"exploitant": by.OperatorID, "compte": id, "cle": by.KeyID},
	}
	if ownerID != 0 {
		line.Action, line.Object = audit.AccountClaimed, object(ownerID)
	}
	return id, s.store.Record(ctx, line)
}

// OpenConfirmation returns the recipient of the mail about a claim, the operator that made the claim,
// and the token of the mail's link. fault.NotFound: the mail must not be sent, because the account is
// not a claim, the e-mail is now another account's, or the person is banned.
func (s *Service) OpenConfirmation(
	ctx context.Context, accountID int64,
) (to Account, operatorID int64, token string, err error) {
	claim, err := s.store.ClaimByAccount(ctx, accountID)
	if err != nil {
		return Account{}, 0, "", err
	}
	to, err = s.store.AccountByID(ctx, claim.OwnerID)
	if err == nil && (!to.Active || FoldEmail(to.Email) != claim.Email) {
		err = fault.NotFound()
	}
	return to, claim.OperatorID, s.tokens.confirmation(claim, s.clock.Now().Add(confirmationLife)), err
}

// Confirm merges the claim's account into the account of the person who received the link, and returns
// the operator, which sees the person from now on. fault.Gone: the link is used, expired or unknown, or
// the e-mail is no longer the person's.
func (s *Service) Confirm(ctx context.Context, token, address string) (operatorID int64, err error) {
	now := s.clock.Now()
	if err := s.limitRequests(ctx, s.tokens.bucket("confirmation-adresse", network.Of(address)), requestsPerAddress,
		now); err != nil {
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
		person, err := s.store.AccountByID(ctx, claim.OwnerID)
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
		return s.record(ctx, audit.AccountConfirmed, access.Actor{AccountID: person.ID}, operatorID, person.ID,
			map[string]any{"compte": claim.AccountID})
	})
	return operatorID, err
}

// claimsToErase lists the claims to erase together with a person. Only an erasure by an administrator
// reaches claims, because the staff of one operator cannot act at another. fault.Conflict: a claim has
// an open stay or a payment due.
func (s *Service) claimsToErase(ctx context.Context, actor access.Actor, ownerID int64, kind Erasure) ([]Claim, error) {
	if !actor.Admin {
		return nil, nil
	}
	claims, err := s.store.ClaimsOn(ctx, ownerID)
	if err != nil {
		return nil, err
	}
	for _, claim := range claims {
		open, due, err := s.store.Unsettled(ctx, claim.AccountID)
		if err != nil {
			return nil, err
		}
		if open+due > 0 {
			return nil, fault.Conflict(fmt.Sprintf(msgClaimOpen, kind.participle(), claim.AccountID))
		}
	}
	return claims, nil
}

// confirmation returns the token of a confirmation link. It is derived from the claim, so nothing that
// a thief could use is stored. It works once, because confirming ends the claim that it names.
func (t *tokens) confirmation(claim Claim, until time.Time) string {
	return t.signedClaim(claim, strconv.FormatInt(until.Unix(), 10))
}

func (t *tokens) signedClaim(claim Claim, until string) string {
	text := strconv.FormatInt(claim.AccountID, 10) + "." + until
	mac := sign(t.claimKey, fmt.Sprint(text, " ", claim.OperatorID, " ", claim.OwnerID, " ", claim.Email))
	return text + "." + base64.RawURLEncoding.EncodeToString(mac)
}

// confirms reports whether the token is that of the claim in its present state and has not expired.
func (t *tokens) confirms(token string, claim Claim, now time.Time) bool {
	parts := strings.Split(token, ".")
	if len(parts) != 3 || !hmac.Equal([]byte(t.signedClaim(claim, parts[1])), []byte(token)) {
		return false
	}
	until, err := strconv.ParseInt(parts[1], 10, 64)
	return err == nil && now.Before(time.Unix(until, 0))
}

// claimedAccount returns the account number in a token; 0: the token has none.
func claimedAccount(token string) int64 {
	text, _, _ := strings.Cut(token, ".")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// deadLink returns the refusal of a link that is no longer valid; an internal error is returned
// unchanged.
func deadLink(err error) error {
	if err != nil && !fault.Is(err, fault.KindNotFound) {
		return err
	}
	return &fault.Error{
		Kind:   fault.KindGone,
		Detail: msgDeadLink + " Si vous n'avez pas encore confirmé, inscrivez-vous de nouveau auprès de l'exploitant\u00a0: un autre message vous sera envoyé, demain au plus tard.",
	}
}
