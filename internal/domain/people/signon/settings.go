package signon

import (
	"context"
	"errors"
	"slices"
	"strings"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

const (
	msgIssuer    = "L'émetteur est une adresse https://, sans paramètres, telle que le fournisseur la publie."
	msgPrivate   = "Cette adresse est celle d'un réseau privé ou réservé\u00a0: rien ne peut y être demandé."
	msgNoSecret  = "Veuillez donner le secret que le fournisseur a attribué à Consigne." //nolint:gosec // G101: a sentence, no credential
	msgNewIssuer = "L'émetteur change\u00a0: donnez de nouveau le secret, qui serait sinon envoyé à un autre serveur."
	msgFixed     = "Ce fournisseur vient de la configuration du serveur, où il se modifie."
	msgSameHere  = "La configuration du serveur a déjà un fournisseur pour cet émetteur."
)

// Provider returns a provider, with its secret sealed.
func (s *Service) Provider(ctx context.Context, wireID string) (Provider, error) {
	p, err := s.provider(ctx, wireID)
	if err != nil || p.FromEnvironment {
		return p, err
	}
	return s.store.ProviderByID(ctx, p.ID)
}

// Add creates a provider and returns it.
func (s *Service) Add(ctx context.Context, actor access.Actor, typed Provider) (Provider, error) {
	valid, err := s.validate(typed)
	if err != nil {
		return valid, err
	}
	secret, err := secretOf(typed.Secret)
	if err != nil {
		return valid, err
	}
	if secret == "" {
		return valid, fault.Invalid("secret", msgNoSecret)
	}
	var created Provider
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		// The secret is sealed for the row, so the row is made first.
		if valid.ID, err = s.store.CreateProvider(ctx,
			Provider{Label: valid.Label, Issuer: valid.Issuer, ClientID: valid.ClientID}); err != nil {
			return err
		}
		if err := s.update(ctx, valid, secret); err != nil {
			return err
		}
		if err := s.tellProvider(ctx, actor, audit.ProviderCreated, security.ProviderCreated, valid.ID,
			valid.facts()); err != nil {
			return err
		}
		created, err = s.store.ProviderByID(ctx, valid.ID)
		return err
	})
	return created, err
}

// Change replaces the settings of a provider; an empty secret keeps the stored one. audit.Overwrite: it was changed
// after typed.Version.
func (s *Service) Change(ctx context.Context, actor access.Actor, wireID string, typed Provider) (Provider, error) {
	secret, err := secretOf(typed.Secret)
	if err != nil {
		return typed, err
	}
	var changed Provider
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.editable(ctx, wireID, typed.Version)
		if err != nil {
			return err
		}
		valid, err := s.validate(typed)
		if err != nil {
			return err
		}
		valid.ID = before.ID
		if secret == "" && valid.Issuer != before.Issuer {
			return fault.Invalid("secret", msgNewIssuer)
		}
		differences := audit.Differences(before.facts(), valid.facts())
		if secret != "" {
			differences["secret"] = true // never its value
		}
		if len(differences) > 0 {
			valid.Secret = before.Secret
			if err := s.update(ctx, valid, secret); err != nil {
				return err
			}
			if err := s.tellProvider(ctx, actor, audit.ProviderChanged, security.ProviderChanged, valid.ID,
				differences); err != nil {
				return err
			}
		}
		changed, err = s.store.ProviderByID(ctx, valid.ID)
		return err
	})
	return changed, err
}

// Remove deletes a provider. The accounts stay linked to their identities there, in case it comes back, and their
// sessions stay open. audit.Overwrite: it was changed after the version that the actor saw; 0: not told.
func (s *Service) Remove(ctx context.Context, actor access.Actor, wireID string, seen int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.editable(ctx, wireID, seen)
		if err != nil {
			return err
		}
		if err := s.store.DeleteProvider(ctx, before.ID); err != nil {
			return err
		}
		return s.tellProvider(ctx, actor, audit.ProviderDeleted, security.ProviderDeleted, before.ID,
			map[string]any{"libelle": before.Label, "emetteur": before.Issuer})
	})
}

// Try asks a provider what it publishes of itself. fault.BadGateway: it cannot be used.
func (s *Service) Try(ctx context.Context, wireID string) (Metadata, error) {
	p, err := s.provider(ctx, wireID)
	if err != nil {
		return Metadata{}, err
	}
	found, err := s.client.Check(ctx, p)
	if cause := unreachable(err); cause != "" {
		return found, &fault.Error{
			Kind:   fault.KindBadGateway,
			Detail: "Ce fournisseur ne peut pas être utilisé\u00a0: " + cause + ".",
		}
	}
	if _, refused := errors.AsType[*Refused](err); refused {
		return found, &fault.Error{
			Kind:   fault.KindBadGateway,
			Detail: "Ce fournisseur publie des informations qui ne peuvent pas être vérifiées.",
		}
	}
	return found, err
}

// editable finds a provider that may be changed, at the version that the actor saw.
func (s *Service) editable(ctx context.Context, wireID string, seen int64) (Provider, error) {
	before, err := s.Provider(ctx, wireID)
	if err != nil {
		return before, err
	}
	if before.FromEnvironment {
		return before, fault.Conflict(msgFixed)
	}
	return before, audit.Unchanged(ctx, s.store, providerObject(before.ID), seen, nil)
}

func (s *Service) validate(typed Provider) (Provider, error) {
	valid, err := typed.Validate(s.reach)
	if err != nil || s.Environment == nil {
		return valid, err
	}
	if valid.Issuer == s.Environment.Issuer {
		return valid, fault.Invalid("emetteur", msgSameHere)
	}
	if i := slices.IndexFunc(valid.Domains, s.Environment.compels); i >= 0 && valid.Required && valid.Active {
		return valid, TakenDomain(valid.Domains[i])
	}
	return valid, nil
}

// TakenDomain returns the refusal of a domain for which another provider is compulsory.
func TakenDomain(domain string) error {
	detail := "Un autre fournisseur est déjà obligatoire pour un de ces domaines."
	if domain != "" {
		detail = "Un autre fournisseur est déjà obligatoire pour «\u00a0" + domain + "\u00a0»."
	}
	return fault.Invalid("domaines", detail)
}

// TakenIssuer returns the refusal of an issuer that another provider has.
func TakenIssuer() error {
	return fault.Invalid("emetteur", "Un autre fournisseur a déjà cet émetteur.")
}

// secretOf returns a typed secret, trimmed.
func secretOf(typed string) (string, error) {
	var broken fault.Broken
	broken.Line("secret", &typed)
	return typed, broken.Err()
}

// update stores a provider with a secret, which is sealed; empty: that of p, which is.
func (s *Service) update(ctx context.Context, p Provider, secret string) error {
	if secret != "" {
		var err error
		if p.Secret, err = s.sealed.Seal([]byte(secret), ownerOf(p.ID)); err != nil {
			return err
		}
	}
	return s.store.UpdateProvider(ctx, p)
}

func (s *Service) tellProvider(
	ctx context.Context, actor access.Actor, action audit.Action, event security.Kind, id int64, facts map[string]any,
) error {
	now := s.clock.Now()
	if err := s.security.Note(ctx,
		security.Event{At: now, Kind: event, ActorID: actor.AccountID, Reason: Provider{ID: id}.WireID()}); err != nil {
		return err
	}
	return s.store.Record(ctx,
		audit.Entry{At: now, ActorID: actor.AccountID, Action: action, Object: providerObject(id), Changes: facts})
}

// facts returns the settings by their names on the wire, without the secret.
func (p Provider) facts() map[string]any {
	return map[string]any{
		"libelle": p.Label, "emetteur": p.Issuer, "idClient": p.ClientID, "domaines": strings.Join(p.Domains, ", "),
		"obligatoire": p.Required, "actif": p.Active,
	}
}

func providerObject(id int64) audit.Object { return audit.Object{Kind: audit.KindProvider, ID: id} }
