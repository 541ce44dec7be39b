package people

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// Credentials is the body of a login.
type Credentials struct {
	Username string `json:"username" doc:"Adresse e-mail" required:"false"`
	Password string `json:"password" doc:"Mot de passe" required:"false"`
}

// Tokens is the answer to a login or a refresh.
type Tokens struct {
	Token        string `json:"token" doc:"JWT, valable 10 minutes"`
	RefreshToken string `json:"refreshToken" doc:"À présenter, une seule fois, pour obtenir la paire suivante"`
}

// PasswordRequest asks for a link to set a new password.
type PasswordRequest struct {
	Mail string `json:"mail" required:"false"`
}

// PasswordChange sets a new password with the token of such a link.
type PasswordChange struct {
	Jeton      string `json:"jeton" required:"false"`
	MotDePasse string `json:"motDePasse" doc:"De 12 à 128 caractères" required:"false"`
}

// EmailConfirmation carries the token of the link that was sent to an account's new e-mail, which it confirms.
type EmailConfirmation struct {
	Jeton string `json:"jeton" required:"false"`
}

// OwnAccount is the caller's own account and its rights.
type OwnAccount struct {
	ID     int64  `json:"id"`
	Nom    string `json:"nom"`
	Prenom string `json:"prenom"`
	Email  string `json:"email"`

	EmailEnAttente string `json:"emailEnAttente,omitempty" doc:"L'adresse qui remplacera email quand la personne l'aura confirmée"`

	FournisseurObligatoire string `json:"fournisseurObligatoire,omitempty" doc:"Le fournisseur d'identité par lequel la personne doit se connecter : elle ne change ici ni adresse ni mot de passe"`

	Roles []string `json:"roles" doc:"Chez cet exploitant, ou Administrateur"`

	Droits []RightItem `json:"droits"`

	Cle *OwnKey `json:"cle,omitempty" doc:"La clé qui fait l'appel, s'il n'est pas fait par un compte : id est alors 0, et nom son libellé"`
}

// OwnKey is the key that makes the call.
type OwnKey struct {
	ID         int64      `json:"id"`
	Exploitant int64      `json:"exploitant"`
	Terrain    bool       `json:"terrain"`
	Expiration *time.Time `json:"expiration"`
	Limite     *int64     `json:"limite" doc:"Appels par minute ; null : aucune"`
}

// RightItem is one right held.
type RightItem struct {
	Droit shape.HeldRight `json:"droit"`
}

// RefreshToken is the body of a call about the session it belongs to.
type RefreshToken struct {
	RefreshToken string `json:"refreshToken" required:"false"`
}

type refreshInQuery struct {
	RefreshToken  string `query:"refreshToken"`
	Authorization string `header:"Authorization" doc:"Bearer de la même session, expiré ou non"`
}

type refreshInBody struct {
	Authorization string `header:"Authorization" doc:"Bearer de la même session, expiré ou non"`
	Body          RefreshToken
}

func (s area) registerSession() {
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "login", Method: http.MethodPost, Path: "/api/compte/connexion", Tags: []string{"Session"},
		Summary:     "Se connecter",
		Description: "Un compte sans double authentification reçoit les jetons de sa session ; un autre, l'étape qui la précède. 403 : les comptes du domaine doivent passer par un fournisseur d'identité.",
		Errors:      []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct{ Body Credentials }) (*api.Answer[LoginAnswer], error) {
		entered, err := s.Accounts.Login(ctx, in.Body.Username, in.Body.Password, api.CallerOf(ctx))
		return api.Reply(loginAnswer(entered)), err
	})

	s.registerRefresh()

	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "request-password", Method: http.MethodPost, Path: "/api/mot-de-passe/demander-changement",
		Tags:        []string{"Session"},
		Summary:     "Demander un nouveau mot de passe",
		Description: "La réponse est la même, que l'adresse soit connue ou non. 403 : les comptes du domaine doivent passer par un fournisseur d'identité.",
		Errors:      []int{http.StatusForbidden, http.StatusUnprocessableEntity, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct{ Body PasswordRequest }) (*api.Answer[api.Message], error) {
		err := s.Accounts.RequestPasswordReset(ctx, in.Body.Mail, api.ClientAddress(ctx))
		return api.Reply(api.Message{Message: "Un email de réinitialisation a été envoyé."}), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "change-password", Method: http.MethodPost, Path: "/api/mot-de-passe/changer", Tags: []string{"Session"},
		Summary: "Choisir un nouveau mot de passe", Errors: []int{http.StatusGone, http.StatusUnprocessableEntity},
	}, func(ctx context.Context, in *struct{ Body PasswordChange }) (*api.Answer[api.Message], error) {
		err := s.Accounts.ChangePassword(ctx, in.Body.Jeton, in.Body.MotDePasse, api.ClientAddress(ctx))
		return api.Reply(api.Message{Message: "Le mot de passe a été modifié."}), err
	})

	// Public: the token identifies the account.
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "confirm-email", Method: http.MethodPost, Path: "/api/compte/adresse/confirmer",
		Tags:    []string{"Session"},
		Summary: "Confirmer une nouvelle adresse e-mail", Description: "Met fin aux sessions du compte.",
		Errors: []int{http.StatusConflict, http.StatusGone},
	}, func(ctx context.Context, in *struct{ Body EmailConfirmation }) (*api.Answer[api.Message], error) {
		err := s.Accounts.ConfirmEmail(ctx, in.Body.Jeton, api.ClientAddress(ctx))
		return api.Reply(api.Message{Message: "L'adresse e-mail a été confirmée."}), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, At: api.OperatorInQuery}, huma.Operation{
		OperationID: "account-details", Method: http.MethodGet, Path: "/api/admin/compte/details", Tags: []string{"Session"},
		Summary:     "Son propre compte et ses droits chez un exploitant",
		Description: "Pour une clé : son libellé et ses droits, chez son exploitant sauf demande.",
	}, func(ctx context.Context, in *struct {
		Exploitant int64 `query:"exploitant" doc:"Sans lui : les droits sur la plateforme"`
	},
	) (*api.Answer[OwnAccount], error) {
		actor := api.ActorOf(ctx)
		if key := api.KeyOf(ctx); key.ID != 0 {
			return api.Reply(ownKey(key)), nil
		}
		account, err := s.Accounts.Details(ctx, actor)
		if err != nil {
			return nil, err
		}
		provider, err := s.Accounts.CompulsoryProvider(ctx, account)
		if err != nil {
			return nil, err
		}
		details := OwnAccount{
			ID: account.ID, Nom: account.LastName, Prenom: account.FirstName, Email: account.Email,
			EmailEnAttente: account.PendingEmail, FournisseurObligatoire: provider, Roles: ownRoles(account, in.Exploitant),
			Droits: []RightItem{},
		}
		for _, right := range actor.RightsAt(in.Exploitant) {
			details.Droits = append(details.Droits, RightItem{shape.HeldRight(right)})
		}
		return api.Reply(details), nil
	})
}

func ownKey(key servicekey.Key) OwnAccount {
	return OwnAccount{
		Nom: key.Label, Roles: []string{},
		Droits: shape.Each(key.Rights, func(right access.Right) RightItem { return RightItem{shape.HeldRight(right)} }),
		Cle: &OwnKey{
			ID: key.ID, Exploitant: key.OperatorID, Terrain: key.Field, Expiration: shape.InParis(key.ExpiresAt),
			Limite: key.Limit,
		},
	}
}

func ownRoles(a account.Account, operatorID int64) []string {
	if a.Admin {
		return []string{shape.Administrator}
	}
	return shape.Each(a.Roles[operatorID], func(role access.Role) string { return string(role) })
}

// registerRefresh adds the calls that carry a refresh token, each twice: with the token in the body, and with the
// token in the address, which other clients use (docs/rules.md#sessions).
func (s area) registerRefresh() {
	const inAddress = "Préférer l'appel POST : une adresse peut être conservée par un journal ou un historique."
	refresh := func(ctx context.Context, authorization, token string) (*api.Answer[Tokens], error) {
		tokens, err := s.Accounts.Refresh(ctx, api.BearerIn(authorization), token)
		return api.Reply(tokensBody(tokens)), err
	}
	invalidate := func(ctx context.Context, authorization, token string) (*api.Answer[api.Message], error) {
		err := s.Accounts.Invalidate(ctx, api.BearerIn(authorization), token)
		return api.Reply(api.Message{Message: "La session est terminée."}), err
	}

	// Public: the handler checks both tokens.
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "refresh-session-by-body", Method: http.MethodPost, Path: "/api/token/refresh",
		Tags:    []string{"Session"},
		Summary: "Renouveler la session", Errors: []int{http.StatusUnauthorized},
	}, func(ctx context.Context, in *refreshInBody) (*api.Answer[Tokens], error) {
		return refresh(ctx, in.Authorization, in.Body.RefreshToken)
	})

	// Public: the handler checks both tokens.
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "refresh-session", Method: http.MethodGet, Path: "/api/token/refresh", Tags: []string{"Session"},
		Summary: "Renouveler la session", Description: inAddress, Errors: []int{http.StatusUnauthorized},
	}, func(ctx context.Context, in *refreshInQuery) (*api.Answer[Tokens], error) {
		return refresh(ctx, in.Authorization, in.RefreshToken)
	})

	// Public: the handler checks both tokens.
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "end-session-by-body", Method: http.MethodPost, Path: "/api/token/invalidate", Tags: []string{"Session"},
		Summary: "Mettre fin à la session", Errors: []int{http.StatusUnauthorized},
	}, func(ctx context.Context, in *refreshInBody) (*api.Answer[api.Message], error) {
		return invalidate(ctx, in.Authorization, in.Body.RefreshToken)
	})

	// Public: the handler checks both tokens.
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "end-session", Method: http.MethodGet, Path: "/api/token/invalidate", Tags: []string{"Session"},
		Summary: "Mettre fin à la session", Description: inAddress, Errors: []int{http.StatusUnauthorized},
	}, func(ctx context.Context, in *refreshInQuery) (*api.Answer[api.Message], error) {
		return invalidate(ctx, in.Authorization, in.RefreshToken)
	})
}
