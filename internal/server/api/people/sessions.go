package people

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// OpenSessions lists the open sessions of an account.
type OpenSessions struct {
	Sessions []OpenSession `json:"sessions" doc:"De la dernière utilisée à la première, cent au plus"`
}

// OpenSession is one of them.
type OpenSession struct {
	ID                  string      `json:"id"`
	Appareil            string      `json:"appareil" doc:"Le navigateur et le système ; vide : inconnu"`
	Adresse             string      `json:"adresse" doc:"Le réseau de l'appel qui l'a ouverte, /24 ou /48 ; vide : inconnu"`
	Moyen               account.Way `json:"moyen" enum:"mot-de-passe,cle-acces,fournisseur"`
	Fournisseur         string      `json:"fournisseur,omitempty" doc:"Son libellé, pour le moyen du même nom"`
	OuverteLe           time.Time   `json:"ouverteLe"`
	DerniereUtilisation time.Time   `json:"derniereUtilisation" doc:"À dix minutes près"`
	ExpireLe            time.Time   `json:"expireLe" doc:"Si elle ne sert plus"`
	Courante            bool        `json:"courante" doc:"Celle de l'appel"`
}

// SessionInput identifies a session of an account.
type SessionInput struct {
	AccountInput
	IDSession string `path:"idSession" maxLength:"64"`
}

func (s area) registerSessions() {
	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "list-own-sessions", Method: http.MethodGet, Path: "/api/admin/compte/sessions",
		Tags:    []string{"Session"},
		Summary: "Les sessions ouvertes de l'appelant",
	}, func(ctx context.Context, _ *struct{}) (*api.Answer[OpenSessions], error) {
		actor := api.ActorOf(ctx)
		open, err := s.Accounts.OwnSessions(ctx, actor)
		return api.Reply(openSessions(open, actor)), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "end-own-session", Method: http.MethodDelete, Path: "/api/admin/compte/session/{id}",
		Tags:    []string{"Session"},
		Summary: "Mettre fin à une session de l'appelant", DefaultStatus: http.StatusNoContent,
		Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		ID string `path:"id" maxLength:"64"`
	},
	) (*struct{}, error) {
		return &struct{}{}, s.Accounts.EndOwnSession(ctx, api.ActorOf(ctx), in.ID)
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "end-own-other-sessions", Method: http.MethodPost, Path: "/api/admin/compte/sessions/terminer-autres",
		Tags:    []string{"Session"},
		Summary: "Mettre fin à toutes les sessions de l'appelant, sauf celle de l'appel", DefaultStatus: http.StatusNoContent,
	}, func(ctx context.Context, _ *struct{}) (*struct{}, error) {
		return &struct{}{}, s.Accounts.EndOwnOtherSessions(ctx, api.ActorOf(ctx))
	})

	// Holders: and who ranks above the account.
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.HotlineWrite, At: api.OperatorInQuery,
	}, huma.Operation{
		OperationID: "list-user-sessions", Method: http.MethodGet, Path: "/api/admin/utilisateur/{id}/sessions",
		Tags:        []string{accountTag},
		Summary:     "Les sessions ouvertes d'une autre personne",
		Description: "De qui l'appelant peut réinitialiser la double authentification.",
		Errors:      []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *AccountInput) (*api.Answer[OpenSessions], error) {
		actor := api.ActorOf(ctx)
		open, err := s.Accounts.SessionsOf(ctx, actor, in.ID, in.Exploitant)
		return api.Reply(openSessions(open, actor)), err
	})

	// Holders: and who ranks above the account.
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.HotlineWrite, At: api.OperatorInQuery, StepUp: true,
	}, huma.Operation{
		OperationID: "end-user-session", Method: http.MethodDelete, Path: "/api/admin/utilisateur/{id}/session/{idSession}",
		Tags:    []string{accountTag},
		Summary: "Mettre fin à une session d'une autre personne", Description: "Un courriel le lui dit.",
		DefaultStatus: http.StatusNoContent,
		Errors:        []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *SessionInput) (*struct{}, error) {
		return &struct{}{}, s.Accounts.EndSessionOf(ctx, api.ActorOf(ctx), in.ID, in.Exploitant, in.IDSession)
	})

	// Holders: and who ranks above the account.
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.HotlineWrite, At: api.OperatorInQuery, StepUp: true,
	}, huma.Operation{
		OperationID: "end-user-sessions", Method: http.MethodPost, Path: "/api/admin/utilisateur/{id}/sessions/terminer",
		Tags:    []string{accountTag},
		Summary: "Mettre fin à toutes les sessions d'une autre personne", Description: "Un courriel le lui dit.",
		DefaultStatus: http.StatusNoContent,
		Errors:        []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *AccountInput) (*struct{}, error) {
		return &struct{}{}, s.Accounts.EndSessionsOf(ctx, api.ActorOf(ctx), in.ID, in.Exploitant)
	})
}

func openSessions(open []account.Session, viewer access.Actor) OpenSessions {
	return OpenSessions{shape.Each(open, func(session account.Session) OpenSession {
		from := session.Origin
		return OpenSession{
			ID: session.ID, Appareil: from.Device, Adresse: from.Network, Moyen: from.Way, Fournisseur: from.Provider,
			OuverteLe: session.CreatedAt.In(clock.Paris), DerniereUtilisation: session.RotatedAt.In(clock.Paris),
			ExpireLe: session.ExpiresAt.In(clock.Paris),
			Courante: session.ID == viewer.SessionID,
		}
	})}
}
