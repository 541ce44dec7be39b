package api

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
)

// AccountPage is a page of accounts.
type AccountPage struct {
	Items         []AccountDetails `json:"items"`
	Total         int              `json:"total"`
	TotalPlafonne bool             `json:"totalPlafonne,omitempty" doc:"Il y en a plus que total, qui s'arrête à 100 000"`
}

// StayPage is a page of stays.
type StayPage struct {
	Items []Stay `json:"items"`
	Total int    `json:"total"`
}

// SubscriptionPage is a page of subscriptions.
type SubscriptionPage struct {
	Items []Subscription `json:"items"`
	Total int            `json:"total"`
}

// RoleChange grants an account a role at an exploitant.
type RoleChange struct {
	Exploitant int64       `json:"exploitant"`
	Role       access.Role `json:"role" doc:"Gestionnaire, Hotline ou Mainteneur"`
}

// AccountInput identifies an account, and the exploitant from whose pages the call comes.
type AccountInput struct {
	IDInput
	Exploitant int64 `query:"exploitant"`
}

const accountTag = "Utilisateurs"

func (s *server) registerAccounts() {
	register(s, rule{audience: holders, right: access.HotlineRead, at: operatorInQuery}, huma.Operation{
		OperationID: "list-users", Method: http.MethodGet, Path: "/api/admin/utilisateurs", Tags: []string{accountTag},
		Summary: "Les utilisateurs, par nom", Description: "Sans exploitant : tous, pour les administrateurs.",
	}, func(ctx context.Context, in *struct {
		PageInput
		Exploitant int64    `query:"exploitant"`
		Search     string   `query:"search" maxLength:"255" doc:"Chaque mot, dans le nom, le prénom ou l'email ; ou un téléphone, en toute écriture"`
		Email      string   `query:"email" maxLength:"255"`
		Nom        string   `query:"nom" maxLength:"255"`
		Prenom     string   `query:"prenom" maxLength:"255"`
		Role       []string `query:"role,explode" enum:"Administrateur,Gestionnaire,Hotline,Mainteneur,Utilisateur"`
	},
	) (*answer[AccountPage], error) {
		filter := account.Filter{
			OperatorID: in.Exploitant, Search: in.Search, Email: in.Email, LastName: in.Nom, FirstName: in.Prenom,
			Admins: slices.Contains(in.Role, administrator),
		}
		for _, role := range in.Role {
			if role != administrator {
				filter.Roles = append(filter.Roles, access.Role(role))
			}
		}
		actor := actorOf(ctx)
		offset, limit := in.window()
		accounts, total, err := s.Accounts.List(ctx, actor, filter, offset, limit)
		total, capped := filter.Shown(total)
		return reply(AccountPage{
			Items: each(accounts, func(u account.Details) AccountDetails { return accountDetails(u, actor, in.Exploitant) }), Total: total, TotalPlafonne: capped,
		}), err
	})

	register(s, rule{audience: holders, right: access.HotlineRead, at: operatorInQuery}, huma.Operation{
		OperationID: "get-user", Method: http.MethodGet, Path: "/api/admin/utilisateur/{id}", Tags: []string{accountTag}, Summary: "Un utilisateur",
		Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *AccountInput) (*answer[AccountDetails], error) {
		return s.accountAnswer(ctx, in)
	})

	// Staff: those where the caller may see the account.
	register(s, rule{audience: staff}, huma.Operation{
		OperationID: "list-user-operators", Method: http.MethodGet, Path: "/api/admin/utilisateur/{id}/exploitants", Tags: []string{accountTag},
		Summary: "Les exploitants sous lesquels l'appelant voit cet utilisateur, par nom", Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *IDInput) (*answer[[]Named], error) {
		operators, err := s.Accounts.OperatorsOf(ctx, actorOf(ctx), in.ID)
		return reply(each(operators, func(m account.Membership) Named { return Named{ID: m.OperatorID, Nom: m.OperatorName} })), err
	})

	register(s, rule{audience: holders, right: access.HotlineRead, at: operatorInQuery}, huma.Operation{
		OperationID: "list-user-uses", Method: http.MethodGet, Path: "/api/admin/utilisateur/{id}/occupation/detail", Tags: []string{accountTag},
		Summary: "Les utilisations d'un utilisateur, de la plus récente à la plus ancienne", Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		AccountInput
		PageInput
	},
	) (*answer[StayPage], error) {
		if _, err := s.Accounts.DetailsAt(ctx, actorOf(ctx), in.ID, in.Exploitant); err != nil {
			return nil, err
		}
		offset, limit := in.window()
		stays, total, err := s.Stays.OfAccount(ctx, in.ID, in.Exploitant, offset, limit)
		return reply(StayPage{each(stays, s.at().Stay), total}), err
	})

	register(s, rule{audience: holders, right: access.HotlineRead, at: operatorInQuery}, huma.Operation{
		OperationID: "list-user-subscriptions", Method: http.MethodGet, Path: "/api/admin/utilisateur/{id}/abonnements", Tags: []string{accountTag},
		Summary: "Les abonnements d'un utilisateur, du plus récent au plus ancien", Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		AccountInput
		PageInput
	},
	) (*answer[SubscriptionPage], error) {
		if _, err := s.Accounts.DetailsAt(ctx, actorOf(ctx), in.ID, in.Exploitant); err != nil {
			return nil, err
		}
		offset, limit := in.window()
		list, total, err := s.Subscriptions.OfAccount(ctx, in.ID, in.Exploitant, offset, limit)
		return reply(SubscriptionPage{each(list, s.at().Subscription), total}), err
	})

	register(s, rule{audience: admins}, huma.Operation{
		OperationID: "switch-user", Method: http.MethodPatch, Path: "/api/admin/utilisateur/{id}/switch-actif", Tags: []string{accountTag},
		Summary: "Bannir un utilisateur, ou le rétablir", Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		IDInput
		VersionInput
	},
	) (*answer[AccountDetails], error) {
		actor := actorOf(ctx)
		details, err := s.Accounts.Ban(ctx, actor, in.ID, in.seen)
		return reply(accountDetails(details, actor, 0)), err
	})

	register(s, rule{audience: admins}, huma.Operation{
		OperationID: "anonymise-user", Method: http.MethodPost, Path: "/api/admin/utilisateur/{id}/anonymiser", Tags: []string{accountTag},
		Summary: "Anonymiser un utilisateur", DefaultStatus: http.StatusCreated, Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *IDInput) (*answer[AccountDetails], error) {
		actor := actorOf(ctx)
		details, err := s.Accounts.Erase(ctx, actor, in.ID, 0, account.Anonymisation)
		return reply(accountDetails(details, actor, 0)), err
	})

	register(s, rule{audience: holders, right: access.HotlineWrite, at: operatorInQuery}, huma.Operation{
		OperationID: "delete-user", Method: http.MethodPost, Path: "/api/admin/utilisateur/{id}/supprimer", Tags: []string{accountTag},
		Summary: "Supprimer un utilisateur", Description: "Refusé tant qu'une utilisation est en cours ou qu'un paiement est dû.",
		DefaultStatus: http.StatusCreated, Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *AccountInput) (*answer[Nothing], error) {
		_, err := s.Accounts.Erase(ctx, actorOf(ctx), in.ID, in.Exploitant, account.Deletion)
		return reply(Nothing{}), err
	})

	// Holders: and who ranks above the account.
	register(s, rule{audience: holders, right: access.HotlineWrite, at: operatorInQuery, stepUp: true}, huma.Operation{
		OperationID: "reset-second-factor", Method: http.MethodPost, Path: "/api/admin/utilisateur/{id}/second-facteur/reinitialiser", Tags: []string{accountTag},
		Summary: "Retirer les seconds facteurs d'une personne qui les a perdus", Description: "Met fin à ses sessions ; un courriel le lui dit.",
		Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *AccountInput) (*answer[AccountDetails], error) {
		actor := actorOf(ctx)
		details, err := s.Accounts.ResetFactors(ctx, actor, in.ID, in.Exploitant)
		return reply(accountDetails(details, actor, in.Exploitant)), err
	})

	register(s, rule{audience: admins}, huma.Operation{
		OperationID: "grant-role", Method: http.MethodPost, Path: "/api/admin/utilisateur/{id}/role", Tags: []string{accountTag},
		Summary: "Donner à un compte un rôle chez un exploitant", Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		IDInput
		VersionInput
		Body RoleChange
	},
	) (*answer[AccountDetails], error) {
		if _, err := s.Operators.ByID(ctx, in.Body.Exploitant); err != nil {
			return nil, err
		}
		if err := s.Accounts.GrantRole(ctx, actorOf(ctx), in.ID, in.Body.Exploitant, in.Body.Role, in.seen); err != nil {
			return nil, err
		}
		return s.accountAnswer(ctx, &AccountInput{IDInput: in.IDInput})
	})

	register(s, rule{audience: admins, at: operatorInQuery}, huma.Operation{
		OperationID: "take-role", Method: http.MethodDelete, Path: "/api/admin/utilisateur/{id}/role", Tags: []string{accountTag},
		Summary: "Retirer à un compte son rôle chez un exploitant", DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		IDInput
		VersionInput
		Exploitant int64       `query:"exploitant" required:"true"`
		Role       access.Role `query:"role" required:"true" enum:"Gestionnaire,Hotline,Mainteneur"`
	},
	) (*struct{}, error) {
		return &struct{}{}, s.Accounts.RemoveMember(ctx, actorOf(ctx), in.Exploitant, in.Role, in.ID, in.seen)
	})
}

// Nothing is an empty object.
type Nothing struct{}

func (s *server) accountAnswer(ctx context.Context, in *AccountInput) (*answer[AccountDetails], error) {
	actor := actorOf(ctx)
	details, err := s.Accounts.DetailsAt(ctx, actor, in.ID, in.Exploitant)
	return reply(accountDetails(details, actor, in.Exploitant)), err
}
