package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/money"
)

// AccountDetails is an account in the console's lists: customer, staff or administrator.
type AccountDetails struct {
	ID                  int64           `json:"id"`
	Version             int64           `json:"version" doc:"Croît à chaque modification ; à rendre dans If-Match"`
	Nom                 string          `json:"nom"`
	Prenom              string          `json:"prenom"`
	Email               string          `json:"email"`
	Mail                string          `json:"mail"`
	Telephone           string          `json:"telephone"`
	Actif               bool            `json:"actif"`
	Anonymise           bool            `json:"anonymise"`
	NonConfirme         bool            `json:"nonConfirme,omitempty" doc:"Pour les administrateurs : un exploitant l'a ouvert avec l'adresse d'un autre compte, et la personne n'a pas confirmé"`
	Role                string          `json:"role" doc:"Le plus élevé"`
	NbExploitation      int             `json:"nbExploitation"`
	Roles               []AccountRoles  `json:"roles" doc:"Chez les exploitants de l'appelant"`
	UtilisateurPaiement AccountPayments `json:"utilisateurPaiement"`
	MoyenPaiements      []AccountCard   `json:"moyenPaiements,omitempty" doc:"Pour les administrateurs"`
	Supprimable         bool            `json:"supprimable" doc:"Par l'appelant"`

	DoubleAuthentification bool `json:"doubleAuthentification,omitempty" doc:"Le compte a un second facteur ; dit d'un seul compte, pas dans les listes"`
	SessionsGerables       bool `json:"sessionsGerables,omitempty" doc:"L'appelant peut voir ses sessions et y mettre fin"`
	Reinitialisable        bool `json:"reinitialisable,omitempty" doc:"L'appelant peut réinitialiser cette double authentification"`
}

// AccountRoles lists the roles of an account at one exploitant, or on the platform.
type AccountRoles struct {
	ExploitationID      *int64   `json:"exploitationId"`
	ExploitationLibelle string   `json:"exploitationLibelle"`
	Roles               []string `json:"roles"`
}

// AccountPayments counts the payments of accounts.
type AccountPayments struct {
	NombreTotalPaiement     int `json:"nombreTotalPaiement"`
	NombrePaiementValide    int `json:"nombrePaiementValide"`
	NombrePaiementAnnule    int `json:"nombrePaiementAnnule"`
	NombrePaiementEnCours   int `json:"nombrePaiementEnCours"`
	NombrePaiementEnAttente int `json:"nombrePaiementEnAttente"`
}

// AccountCard holds the part of a card's data that may be shown.
type AccountCard struct {
	Pan            string `json:"pan"`
	ExpirationDate string `json:"expirationDate"`
	Exploitant     *Named `json:"exploitant,omitempty" doc:"Celui à qui la carte a été confiée, et qui seul la débite"`
}

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

// Subscription is a customer's purchase of a subscription tariff.
type Subscription struct {
	ID                     int64                 `json:"id"`
	Debut                  time.Time             `json:"debut"`
	Fin                    *time.Time            `json:"fin" doc:"Passée ou à venir ; null : il est reconduit"`
	FinPrevue              *time.Time            `json:"finPrevue" doc:"La fin de l'échéance en cours"`
	Etat                   subscription.State    `json:"etat" enum:"a_venir,en_cours,impaye,resilie,termine" doc:"impaye : le paiement de la dernière échéance a échoué ; resilie : il court jusqu'à son terme"`
	ResilieLe              *time.Time            `json:"resilieLe" doc:"null : personne ne l'a résilié"`
	CommentaireResiliation string                `json:"commentaireResiliation,omitempty" doc:"Du personnel"`
	IsReconductible        bool                  `json:"isReconductible"`
	DateProchainPaiement   *time.Time            `json:"date_prochain_paiement"`
	Unite                  string                `json:"unite" enum:"mois,an" doc:"La durée d'une échéance"`
	Libelle                string                `json:"libelle"`
	LibellePublic          string                `json:"libellePublic"`
	Montant                money.Cents           `json:"montant"`
	MontantPlafond         *money.Cents          `json:"montantPlafond"`
	MontantDepassement     *money.Cents          `json:"montantDepassement"`
	MontantEnlevement      *money.Cents          `json:"montantEnlevement"`
	PaiementDetail         StayPayment           `json:"paiementDetail"`
	Actions                []subscription.Action `json:"actions" enum:"resilier,reprendre" doc:"Ce que son état permet"`
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

const platformName = "Plateforme"

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
		return reply(StayPage{each(stays, s.stayBody), total}), err
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
		return reply(SubscriptionPage{each(list, s.subscriptionBody), total}), err
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

const administrator = "Administrateur"

func accountDetails(u account.Details, viewer access.Actor, operatorID int64) AccountDetails {
	body := AccountDetails{
		ID: u.ID, Version: u.Revision, Nom: u.LastName, Prenom: u.FirstName, Email: u.Email, Mail: u.Email, Telephone: u.Phone, Actif: u.Active, Anonymise: u.Anonymised,
		NbExploitation: u.Operators, Roles: []AccountRoles{}, Supprimable: u.MayDelete(viewer, operatorID),
		UtilisateurPaiement: AccountPayments{
			NombreTotalPaiement: u.Payments.Total, NombrePaiementValide: u.Payments.Valid, NombrePaiementAnnule: u.Payments.Cancelled,
			NombrePaiementEnCours: u.Payments.Running, NombrePaiementEnAttente: u.Payments.Waiting,
		},
	}
	body.DoubleAuthentification, body.Reinitialisable = u.Factors > 0, u.MayResetFactors(viewer, operatorID)
	body.SessionsGerables = u.MayEndSessions(viewer, operatorID)
	if viewer.Admin {
		body.NonConfirme = u.Unconfirmed
		body.MoyenPaiements = each(u.Cards, func(c account.Card) AccountCard {
			return AccountCard{c.PAN, c.Expires, &Named{c.OperatorID, c.OperatorName}}
		})
	}
	held := []access.Role{}
	for _, m := range u.Memberships {
		roles := AccountRoles{ExploitationID: &m.OperatorID, ExploitationLibelle: m.OperatorName}
		for _, role := range m.Roles {
			roles.Roles, held = append(roles.Roles, string(role)), append(held, role)
		}
		body.Roles = append(body.Roles, roles)
	}
	for _, role := range []access.Role{access.Customer, access.Technician, access.Hotline, access.Manager} {
		if slices.Contains(held, role) {
			body.Role = string(role)
		}
	}
	if u.Admin {
		body.Role = administrator
		body.Roles = append(body.Roles, AccountRoles{ExploitationLibelle: platformName, Roles: []string{administrator}})
	}
	return body
}
