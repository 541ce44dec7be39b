package signon

import (
	"context"
	"crypto/rand"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Linked is an identity of an account, with the name of its provider.
type Linked struct {
	Identity
	Label string
}

// Of lists the identities of another account. fault.NotFound: the operator knows no such account, or, with operatorID
// 0, there is none. fault.Forbidden: the actor does not rank above the account everywhere it has roles.
func (s *Service) Of(ctx context.Context, actor access.Actor, accountID, operatorID int64) ([]Linked, error) {
	if _, err := s.accounts.Outranked(ctx, actor, accountID, operatorID); err != nil {
		return nil, err
	}
	return s.IdentitiesOf(ctx, accountID)
}

// IdentitiesOf lists the identities of an account, oldest first.
func (s *Service) IdentitiesOf(ctx context.Context, accountID int64) ([]Linked, error) {
	identities, err := s.store.Identities(ctx, accountID)
	if err != nil || len(identities) == 0 {
		return nil, err
	}
	providers, err := s.Providers(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]Linked, len(identities))
	for i, identity := range identities {
		list[i] = Linked{identity, labelOf(providers, identity.Issuer)}
	}
	return list, nil
}

// UnlinkOwn removes an identity of the actor, and ends the other sessions that it opened.
func (s *Service) UnlinkOwn(ctx context.Context, actor access.Actor, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		person, err := s.accounts.ByID(ctx, actor.AccountID)
		if err != nil {
			return err
		}
		return s.unlink(ctx, actor, person, 0, id)
	})
}

// Unlink removes an identity of another account, and ends the sessions that it opened. It is refused as Of.
func (s *Service) Unlink(ctx context.Context, actor access.Actor, accountID, operatorID, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		person, err := s.accounts.Outranked(ctx, actor, accountID, operatorID)
		if err != nil {
			return err
		}
		return s.unlink(ctx, actor, person, operatorID, id)
	})
}

func (s *Service) unlink(ctx context.Context, actor access.Actor, person account.Account, operatorID, id int64) error {
	removed, err := s.store.DeleteIdentity(ctx, person.ID, id)
	if err != nil {
		return err
	}
	if !removed {
		return fault.NotFound()
	}
	if err := s.store.EndSessionsOfIdentity(ctx, id, actor.SessionID, s.clock.Now()); err != nil {
		return err
	}
	return s.tellIdentity(ctx, unlinked,
		identityChange{person: person, actorID: actor.AccountID, operatorID: operatorID, identity: Identity{ID: id}})
}

// EndSession returns the address that ends the session of the actor at its provider; empty: no provider opened it, or
// none is to be told.
func (s *Service) EndSession(ctx context.Context, actor access.Actor) (string, error) {
	opened, err := s.store.OpenedBy(ctx, actor.SessionID)
	if fault.Is(err, fault.KindNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	p, err := s.byIssuer(ctx, opened.Issuer)
	if fault.Is(err, fault.KindNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	idToken, err := s.sealed.Open(opened.IDToken, idTokenOf(opened.IdentityID))
	if err != nil {
		return "", nil //nolint:nilerr // CONSIGNE_SECRET has changed since
	}
	address, err := s.client.EndSessionURL(ctx, p, string(idToken), s.SignedOutURL(), rand.Text())
	if unreachable(err) != "" {
		return "", nil // the session here ends all the same
	}
	return address, err
}

// identityEvent is the link of an identity, or its end.
type identityEvent struct {
	mail   outbox.Kind
	event  security.Kind
	action audit.Action
}

var (
	linked   = identityEvent{outbox.IdentityAdded, security.IdentityAdded, audit.IdentityAdded}
	unlinked = identityEvent{outbox.IdentityRemoved, security.IdentityRemoved, audit.IdentityRemoved}
)

type identityChange struct {
	person     account.Account
	actorID    int64
	operatorID int64 // whose audit log tells it; 0: the platform's
	identity   Identity
	label      string // of the provider; empty: not told
}

// tellIdentity tells the person, the audit log and those who watch the security of accounts.
func (s *Service) tellIdentity(ctx context.Context, what identityEvent, change identityChange) error {
	now := s.clock.Now()
	if err := s.store.QueueMailAt(ctx, what.mail, change.person.ID, change.person.Email, now); err != nil {
		return err
	}
	if err := s.security.Note(ctx,
		security.Event{
			At: now, Kind: what.event, AccountID: change.person.ID, ActorID: change.actorID, Reason: change.label,
		}); err != nil {
		return err
	}
	facts := map[string]any{"identite": change.identity.ID}
	if change.label != "" {
		facts["fournisseur"] = change.label
	}
	return s.store.Record(ctx, audit.Entry{
		At: now, ActorID: change.actorID, OperatorID: change.operatorID, Action: what.action,
		Object: audit.Object{Kind: audit.KindAccount, ID: change.person.ID}, Changes: facts,
	})
}
