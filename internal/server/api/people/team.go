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

// Member is an account on the team of an exploitant: a gestionnaire, or another role.
type Member struct {
	ID        int64  `json:"id"`
	Version   int64  `json:"version" doc:"Croît à chaque modification du compte ; à rendre dans If-Match"`
	Nom       string `json:"nom"`
	Prenom    string `json:"prenom"`
	Telephone string `json:"telephone"`
	Email     string `json:"email"`
	Actif     bool   `json:"actif"`

	EmailEnAttente string `json:"emailEnAttente,omitempty" doc:"L'adresse que la personne n'a pas encore confirmée"`

	Invitation *Invitation `json:"invitation,omitempty" doc:"La dernière ; absente : la personne s'est déjà connectée"`
}

// Invitation is the one that a member has not accepted yet.
type Invitation struct {
	EnvoyeeLe time.Time `json:"envoyeeLe"`
	Expiree   bool      `json:"expiree" doc:"Son lien ne sert plus"`
}

// MemberInput holds the fields of a member to create or change.
type MemberInput struct {
	Nom       string `json:"nom,omitempty"`
	Prenom    string `json:"prenom,omitempty"`
	Telephone string `json:"telephone,omitempty" doc:"0 et neuf chiffres, ou +33"`
	Email     string `json:"email,omitempty"`
}

// MemberAddress identifies a member of an operator's team.
type MemberAddress struct {
	api.IDInput
	AccountID int64 `path:"userId"`
}

// RoleInput selects a part of the team.
type RoleInput struct {
	Role access.Role `query:"role" required:"true" enum:"Hotline,Mainteneur"`
}

const teamTag = "Équipes"

const movedAddress = "Une nouvelle adresse attend d'être confirmée par la personne, avec un lien qui y est envoyé, et de nouveau si elle est enregistrée plus d'un jour après ; l'adresse du compte, saisie de nouveau, la retire. Qui n'a pas encore de mot de passe y est de nouveau invité."

const invitedAgain = "Un nouveau lien est envoyé à qui ne s'est pas encore connecté ; les précédents ne servent plus. 409 : la personne s'est connectée, ou est bannie."

func (s area) registerTeam() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.ManagersRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "list-managers", Method: http.MethodGet, Path: "/api/admin/gestionnaires/exploitant/{id}",
		Tags:    []string{teamTag},
		Summary: "Les gestionnaires d'un exploitant, par nom",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]Member], error) {
		return s.listMembers(ctx, in.ID, access.Manager)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.ManagersWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "create-manager", Method: http.MethodPost, Path: "/api/admin/gestionnaire/exploitant/{id}",
		Tags:    []string{teamTag},
		Summary: "Créer le compte d'un gestionnaire, et l'inviter", DefaultStatus: http.StatusCreated,
		Errors: []int{http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body MemberInput
	},
	) (*api.Answer[api.Created], error) {
		return s.addMember(ctx, in.ID, access.Manager, in.Body)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.ManagersWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "change-manager", Method: http.MethodPut,
		Path: "/api/admin/gestionnaire/utilisateur/{userId}/exploitant/{id}", Tags: []string{teamTag},
		Summary: "Modifier un gestionnaire", Description: movedAddress,
		Errors: []int{http.StatusConflict, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct {
		MemberAddress
		api.VersionInput
		Body MemberInput
	},
	) (*api.Answer[Member], error) {
		return s.changeMember(ctx, in.MemberAddress, access.Manager, in.Body, in.Seen)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.ManagersWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "delete-manager", Method: http.MethodDelete,
		Path: "/api/admin/gestionnaire/utilisateur/{userId}/exploitant/{id}", Tags: []string{teamTag},
		Summary: "Retirer son rôle à un gestionnaire", Description: "Le compte demeure.", DefaultStatus: http.StatusNoContent,
	}, func(ctx context.Context, in *MemberAddress) (*struct{}, error) {
		return &struct{}{}, s.Accounts.RemoveMember(ctx, api.ActorOf(ctx), in.ID, access.Manager, in.AccountID, 0)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.ManagersWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "invite-manager", Method: http.MethodPost,
		Path: "/api/admin/gestionnaire/utilisateur/{userId}/exploitant/{id}/invitation", Tags: []string{teamTag},
		Summary: "Inviter de nouveau un gestionnaire", Description: invitedAgain, DefaultStatus: http.StatusNoContent,
		Errors: []int{http.StatusConflict, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *MemberAddress) (*struct{}, error) {
		return &struct{}{}, s.Accounts.InviteAgain(ctx, api.ActorOf(ctx), in.ID, access.Manager, in.AccountID)
	})

	api.Register(s.Server, api.Rule{Audience: api.Holders, ByRole: api.TeamRead, At: api.OperatorInPath}, huma.Operation{
		OperationID: "list-staff", Method: http.MethodGet, Path: "/api/admin/personnel/exploitant/{id}",
		Tags:    []string{teamTag},
		Summary: "La hotline ou les mainteneurs d'un exploitant, par nom",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		RoleInput
	},
	) (*api.Answer[[]Member], error) {
		return s.listMembers(ctx, in.ID, in.Role)
	})

	api.Register(s.Server, api.Rule{Audience: api.Holders, ByRole: api.TeamWrite, At: api.OperatorInPath}, huma.Operation{
		OperationID: "create-staff", Method: http.MethodPost, Path: "/api/admin/personnel/exploitant/{id}",
		Tags:    []string{teamTag},
		Summary: "Créer le compte d'un membre du personnel, et l'inviter", DefaultStatus: http.StatusCreated,
		Errors: []int{http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		RoleInput
		Body MemberInput
	},
	) (*api.Answer[api.Created], error) {
		return s.addMember(ctx, in.ID, in.Role, in.Body)
	})

	api.Register(s.Server, api.Rule{Audience: api.Holders, ByRole: api.TeamWrite, At: api.OperatorInPath}, huma.Operation{
		OperationID: "change-staff", Method: http.MethodPut,
		Path: "/api/admin/personnel/utilisateur/{userId}/exploitant/{id}", Tags: []string{teamTag},
		Summary: "Modifier un membre du personnel", Description: movedAddress,
		Errors: []int{http.StatusConflict, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct {
		MemberAddress
		api.VersionInput
		RoleInput
		Body MemberInput
	},
	) (*api.Answer[Member], error) {
		return s.changeMember(ctx, in.MemberAddress, in.Role, in.Body, in.Seen)
	})

	api.Register(s.Server, api.Rule{Audience: api.Holders, ByRole: api.TeamWrite, At: api.OperatorInPath}, huma.Operation{
		OperationID: "delete-staff", Method: http.MethodDelete,
		Path: "/api/admin/personnel/utilisateur/{userId}/exploitant/{id}", Tags: []string{teamTag},
		Summary: "Retirer son rôle à un membre du personnel", Description: "Le compte demeure.",
		DefaultStatus: http.StatusNoContent,
	}, func(ctx context.Context, in *struct {
		MemberAddress
		RoleInput
	},
	) (*struct{}, error) {
		return &struct{}{}, s.Accounts.RemoveMember(ctx, api.ActorOf(ctx), in.ID, in.Role, in.AccountID, 0)
	})

	api.Register(s.Server, api.Rule{Audience: api.Holders, ByRole: api.TeamWrite, At: api.OperatorInPath}, huma.Operation{
		OperationID: "invite-staff", Method: http.MethodPost,
		Path: "/api/admin/personnel/utilisateur/{userId}/exploitant/{id}/invitation", Tags: []string{teamTag},
		Summary: "Inviter de nouveau un membre du personnel", Description: invitedAgain,
		DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusConflict, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct {
		MemberAddress
		RoleInput
	},
	) (*struct{}, error) {
		return &struct{}{}, s.Accounts.InviteAgain(ctx, api.ActorOf(ctx), in.ID, in.Role, in.AccountID)
	})
}

func (s area) listMembers(ctx context.Context, operatorID int64, role access.Role) (*api.Answer[[]Member], error) {
	list, err := s.Accounts.Team(ctx, operatorID, role)
	return api.Reply(shape.Each(list, memberBody)), err
}

func (s area) addMember(
	ctx context.Context, operatorID int64, role access.Role, typed MemberInput,
) (*api.Answer[api.Created], error) {
	id, err := s.Accounts.AddMember(ctx, api.ActorOf(ctx), operatorID, role, typedMember(typed))
	return api.Reply(api.Created{ID: id}), err
}

func (s area) changeMember(
	ctx context.Context, address MemberAddress, role access.Role, body MemberInput, seen int64,
) (*api.Answer[Member], error) {
	typed := typedMember(body)
	typed.ID, typed.Revision = address.AccountID, seen
	changed, err := s.Accounts.ChangeMember(ctx, api.ActorOf(ctx), address.ID, role, typed)
	return api.Reply(memberBody(changed)), err
}

func memberBody(a account.Account) Member {
	body := Member{
		ID: a.ID, Version: a.Revision, Nom: a.LastName, Prenom: a.FirstName, Telephone: a.Phone, Email: a.Email,
		Actif: a.Active, EmailEnAttente: a.PendingEmail,
	}
	if a.Invitation != nil {
		body.Invitation = &Invitation{a.Invitation.At.In(clock.Paris), a.Invitation.Expired}
	}
	return body
}

func typedMember(in MemberInput) account.Account {
	return account.Account{LastName: in.Nom, FirstName: in.Prenom, Phone: in.Telephone, Email: in.Email}
}
