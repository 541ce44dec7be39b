package people

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// AccountPage is a page of accounts.
type AccountPage struct {
	Items         []shape.AccountDetails `json:"items"`
	Total         int                    `json:"total"`
	TotalPlafonne bool                   `json:"totalPlafonne,omitempty" doc:"Il y en a plus que total, qui s'arrête à 100 000"`
}

// StayPage is a page of stays.
type StayPage struct {
	Items []shape.Stay `json:"items"`
	Total int          `json:"total"`
}

// SubscriptionPage is a page of subscriptions.
type SubscriptionPage struct {
	Items []shape.Subscription `json:"items"`
	Total int                  `json:"total"`
}

// RoleChange grants an account a role at an exploitant.
type RoleChange struct {
	Exploitant int64       `json:"exploitant"`
	Role       access.Role `json:"role" doc:"Gestionnaire, Hotline ou Mainteneur"`
}

// AccountInput identifies an account, and the exploitant from whose pages the call comes.
type AccountInput struct {
	api.IDInput
	Exploitant int64 `query:"exploitant"`
}

// CustomerCompany is for which company a customer pays.
type CustomerCompany struct {
	Societe *shape.Company `json:"societe,omitempty" doc:"Que ses reçus nomment ; absente : la personne paie pour elle-même"`
}

const accountTag = "Utilisateurs"

func (s area) registerAccounts() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.HotlineRead, At: api.OperatorInQuery,
	}, huma.Operation{
		OperationID: "list-users", Method: http.MethodGet, Path: "/api/admin/utilisateurs", Tags: []string{accountTag},
		Summary: "Les utilisateurs, par nom", Description: "Sans exploitant : tous, pour les administrateurs.",
	}, func(ctx context.Context, in *struct {
		api.PageInput
		Exploitant int64    `query:"exploitant"`
		Search     string   `query:"search" maxLength:"255" doc:"Chaque mot, dans le nom, le prénom ou l'email ; ou un téléphone, en toute écriture"`
		Email      string   `query:"email" maxLength:"255"`
		Nom        string   `query:"nom" maxLength:"255"`
		Prenom     string   `query:"prenom" maxLength:"255"`
		Role       []string `query:"role,explode" enum:"Administrateur,Gestionnaire,Hotline,Mainteneur,Utilisateur"`
	},
	) (*api.Answer[AccountPage], error) {
		filter := account.Filter{
			OperatorID: in.Exploitant, Search: in.Search, Email: in.Email, LastName: in.Nom, FirstName: in.Prenom,
			Admins: slices.Contains(in.Role, shape.Administrator),
		}
		for _, role := range in.Role {
			if role != shape.Administrator {
				filter.Roles = append(filter.Roles, access.Role(role))
			}
		}
		actor := api.ActorOf(ctx)
		offset, limit := in.Window()
		accounts, total, err := s.Accounts.List(ctx, actor, filter, offset, limit)
		total, capped := filter.Shown(total)
		return api.Reply(AccountPage{
			Items: shape.Each(accounts,
				func(u account.Details) shape.AccountDetails {
					return shape.AccountDetailsBody(u, actor,
						in.Exploitant)
				}), Total: total, TotalPlafonne: capped,
		}), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.HotlineRead, At: api.OperatorInQuery,
	}, huma.Operation{
		OperationID: "get-user", Method: http.MethodGet, Path: "/api/admin/utilisateur/{id}", Tags: []string{accountTag},
		Summary: "Un utilisateur",
		Errors:  []int{http.StatusNotFound},
	}, func(ctx context.Context, in *AccountInput) (*api.Answer[shape.AccountDetails], error) {
		return s.accountAnswer(ctx, in)
	})

	// Staff: those where the caller may see the account.
	api.Register(s.Server, api.Rule{Audience: api.Staff}, huma.Operation{
		OperationID: "list-user-operators", Method: http.MethodGet, Path: "/api/admin/utilisateur/{id}/exploitants",
		Tags:    []string{accountTag},
		Summary: "Les exploitants sous lesquels l'appelant voit cet utilisateur, par nom", Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]shape.Named], error) {
		operators, err := s.Accounts.OperatorsOf(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(shape.Each(operators,
			func(m account.Membership) shape.Named { return shape.Named{ID: m.OperatorID, Nom: m.OperatorName} })), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.HotlineRead, At: api.OperatorInQuery,
	}, huma.Operation{
		OperationID: "list-user-uses", Method: http.MethodGet, Path: "/api/admin/utilisateur/{id}/occupation/detail",
		Tags:    []string{accountTag},
		Summary: "Les utilisations d'un utilisateur, de la plus récente à la plus ancienne",
		Errors:  []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		AccountInput
		api.PageInput
	},
	) (*api.Answer[StayPage], error) {
		if _, err := s.Accounts.DetailsAt(ctx, api.ActorOf(ctx), in.ID, in.Exploitant); err != nil {
			return nil, err
		}
		offset, limit := in.Window()
		stays, total, err := s.Stays.OfAccount(ctx, in.ID, in.Exploitant, offset, limit)
		return api.Reply(StayPage{shape.Each(stays, s.At().StayForStaff), total}), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.HotlineRead, At: api.OperatorInQuery,
	}, huma.Operation{
		OperationID: "list-user-subscriptions", Method: http.MethodGet, Path: "/api/admin/utilisateur/{id}/abonnements",
		Tags:    []string{accountTag},
		Summary: "Les abonnements d'un utilisateur, du plus récent au plus ancien", Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		AccountInput
		api.PageInput
	},
	) (*api.Answer[SubscriptionPage], error) {
		if _, err := s.Accounts.DetailsAt(ctx, api.ActorOf(ctx), in.ID, in.Exploitant); err != nil {
			return nil, err
		}
		offset, limit := in.Window()
		list, total, err := s.Subscriptions.OfAccount(ctx, in.ID, in.Exploitant, offset, limit)
		return api.Reply(SubscriptionPage{shape.Each(list, s.At().Subscription), total}), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Admins}, huma.Operation{
		OperationID: "switch-user", Method: http.MethodPatch, Path: "/api/admin/utilisateur/{id}/switch-actif",
		Tags:    []string{accountTag},
		Summary: "Bannir un utilisateur, ou le rétablir", Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
	},
	) (*api.Answer[shape.AccountDetails], error) {
		actor := api.ActorOf(ctx)
		details, err := s.Accounts.Ban(ctx, actor, in.ID, in.Seen)
		return api.Reply(shape.AccountDetailsBody(details, actor, 0)), err
	})

	// Managers: of customers of their operator.
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInQuery}, huma.Operation{
		OperationID: "change-user-company", Method: http.MethodPut, Path: "/api/admin/utilisateur/{id}/societe",
		Tags:    []string{accountTag},
		Summary: "Dire pour quelle société un utilisateur paie",
		Description: "Les reçus et avoirs numérotés ensuite la nomment. Un gestionnaire le peut, avec exploitant, d'un usager du sien ; " +
			"sans société, la personne paie pour elle-même.",
		Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		AccountInput
		api.VersionInput
		Body CustomerCompany
	},
	) (*api.Answer[shape.AccountDetails], error) {
		actor := api.ActorOf(ctx)
		if _, err := s.Accounts.SetCompany(ctx, actor, in.Exploitant, in.ID, in.Body.Societe.Typed(), in.Seen); err != nil {
			return nil, err
		}
		details, err := s.Accounts.DetailsAt(ctx, actor, in.ID, in.Exploitant)
		return api.Reply(shape.AccountDetailsBody(details, actor, in.Exploitant)), err
	})

	// Managers: of customers of their operator alone.
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInQuery}, huma.Operation{
		OperationID: "anonymise-user", Method: http.MethodPost, Path: "/api/admin/utilisateur/{id}/anonymiser",
		Tags:    []string{accountTag},
		Summary: "Anonymiser un utilisateur", DefaultStatus: http.StatusCreated,
		Description: "Un gestionnaire le peut, avec exploitant, d'un usager du sien seul. 409 : un autre exploitant le connaît aussi, " +
			"une utilisation est en cours ou un paiement est dû.",
		Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *AccountInput) (*api.Answer[shape.AccountDetails], error) {
		actor := api.ActorOf(ctx)
		details, err := s.Accounts.Erase(ctx, actor, in.ID, in.Exploitant, account.Anonymisation)
		return api.Reply(shape.AccountDetailsBody(details, actor, in.Exploitant)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.HotlineWrite, At: api.OperatorInQuery,
	}, huma.Operation{
		OperationID: "delete-user", Method: http.MethodPost, Path: "/api/admin/utilisateur/{id}/supprimer",
		Tags:          []string{accountTag},
		Summary:       "Supprimer un utilisateur",
		Description:   "Refusé tant qu'une utilisation est en cours ou qu'un paiement est dû.",
		DefaultStatus: http.StatusCreated, Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *AccountInput) (*api.Answer[Nothing], error) {
		_, err := s.Accounts.Erase(ctx, api.ActorOf(ctx), in.ID, in.Exploitant, account.Deletion)
		return api.Reply(Nothing{}), err
	})

	// Holders: and who ranks above the account.
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.HotlineWrite, At: api.OperatorInQuery, StepUp: true,
	}, huma.Operation{
		OperationID: "reset-second-factor", Method: http.MethodPost,
		Path: "/api/admin/utilisateur/{id}/second-facteur/reinitialiser", Tags: []string{accountTag},
		Summary:     "Retirer les seconds facteurs d'une personne qui les a perdus",
		Description: "Met fin à ses sessions ; un courriel le lui dit.",
		Errors:      []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *AccountInput) (*api.Answer[shape.AccountDetails], error) {
		actor := api.ActorOf(ctx)
		details, err := s.Accounts.ResetFactors(ctx, actor, in.ID, in.Exploitant)
		return api.Reply(shape.AccountDetailsBody(details, actor, in.Exploitant)), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Admins}, huma.Operation{
		OperationID: "grant-role", Method: http.MethodPost, Path: "/api/admin/utilisateur/{id}/role",
		Tags:    []string{accountTag},
		Summary: "Donner à un compte un rôle chez un exploitant", Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body RoleChange
	},
	) (*api.Answer[shape.AccountDetails], error) {
		if _, err := s.Operators.ByID(ctx, in.Body.Exploitant); err != nil {
			return nil, err
		}
		if err := s.Accounts.GrantRole(ctx, api.ActorOf(ctx), in.ID, in.Body.Exploitant, in.Body.Role, in.Seen); err != nil {
			return nil, err
		}
		return s.accountAnswer(ctx, &AccountInput{IDInput: in.IDInput})
	})

	api.Register(s.Server, api.Rule{Audience: api.Admins, At: api.OperatorInQuery}, huma.Operation{
		OperationID: "take-role", Method: http.MethodDelete, Path: "/api/admin/utilisateur/{id}/role",
		Tags:    []string{accountTag},
		Summary: "Retirer à un compte son rôle chez un exploitant", DefaultStatus: http.StatusNoContent,
		Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Exploitant int64       `query:"exploitant" required:"true"`
		Role       access.Role `query:"role" required:"true" enum:"Gestionnaire,Hotline,Mainteneur"`
	},
	) (*struct{}, error) {
		return &struct{}{}, s.Accounts.RemoveMember(ctx, api.ActorOf(ctx), in.Exploitant, in.Role, in.ID, in.Seen)
	})
}

// Nothing is an empty object.
type Nothing struct{}

func (s area) accountAnswer(ctx context.Context, in *AccountInput) (*api.Answer[shape.AccountDetails], error) {
	actor := api.ActorOf(ctx)
	details, err := s.Accounts.DetailsAt(ctx, actor, in.ID, in.Exploitant)
	return api.Reply(shape.AccountDetailsBody(details, actor, in.Exploitant)), err
}
