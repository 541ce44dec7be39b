package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/security"
	"consigne/internal/kernel/clock"
)

// SecurityEvent is an event that concerns the security of accounts.
type SecurityEvent struct {
	ID      int64         `json:"id"`
	Instant time.Time     `json:"instant"`
	Type    security.Kind `json:"type"`
	Compte  *int64        `json:"compte" doc:"Le numéro du compte concerné ; null : aucun compte n'a l'adresse saisie"`
	Acteur  *int64        `json:"acteur" doc:"Le numéro du compte qui a agi ; null : personne de connu"`
	Saisie  string        `json:"saisie" doc:"Empreinte de l'adresse e-mail saisie, la même pour une même adresse"`
	Adresse string        `json:"adresse" doc:"L'adresse IP de l'appel"`
	Motif   string        `json:"motif"`
}

// SecurityPage is a page of security events.
type SecurityPage struct {
	Items         []SecurityEvent `json:"items"`
	Total         int             `json:"total"`
	TotalPlafonne bool            `json:"totalPlafonne,omitempty" doc:"Il y en a plus que total, qui s'arrête à 10 000"`
	Neighbours
}

func (s *server) registerSecurity() {
	register(s, huma.Operation{
		OperationID: "list-security-events", Method: http.MethodGet, Path: "/api/admin/securite/evenements", Tags: []string{"Journal"},
		Summary: "Les événements de sécurité, du plus récent au plus ancien",
		Description: "Connexions refusées et blocages, accès refusés (une fois par minute, compte et appel), " +
			"changements d'adresse, de mot de passe, de rôle et de clé. " + keyedPages,
	}, func(ctx context.Context, in *struct {
		KeyInput
		Type    security.Kind `query:"type" enum:"connexion.echec,connexion.blocage,acces.refus,compte.mot_de_passe,compte.email_demande,compte.email,compte.role_ajoute,compte.role_retire,compte.facteur_ajoute,compte.facteur_retire,compte.facteurs_effaces,compte.code_secours,compte.codes_secours,compte.sessions_terminees,compte.fournisseur_lie,compte.fournisseur_retire,fournisseur.creation,fournisseur.modification,fournisseur.suppression,cle.creation,cle.revocation"`
		Compte  int64         `query:"compte"`
		Adresse string        `query:"adresse"`
	},
	) (*answer[SecurityPage], error) {
		window, err := in.window()
		if err != nil {
			return nil, err
		}
		page, err := s.Security.Events(ctx, security.Filter{Kind: in.Type, AccountID: in.Compte, Address: in.Adresse}, window)
		return reply(SecurityPage{each(page.Items, securityBody), page.Total, page.Capped, neighboursOf(page)}), err
	})
}

func securityBody(e security.Event) SecurityEvent {
	return SecurityEvent{
		ID: e.ID, Instant: e.At.In(clock.Paris), Type: e.Kind, Compte: idOrNil(e.AccountID), Acteur: idOrNil(e.ActorID),
		Saisie: e.TypedKey, Adresse: e.Address, Motif: e.Reason,
	}
}

func idOrNil(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// noteDenied records that the caller was refused this request. A failure to record it does not change the refusal.
func (s *server) noteDenied(ctx context.Context) {
	refused := requestOf(ctx).route
	if key := keyOf(ctx); key.ID != 0 {
		refused += fmt.Sprintf(", clé %d", key.ID)
	}
	if err := s.Security.NoteDenied(ctx, actorOf(ctx).AccountID, refused, s.Clock.Now()); err != nil {
		s.Log.WarnContext(ctx, "a refusal is not noted", "request_id", requestID(ctx), "error", err)
	}
}
