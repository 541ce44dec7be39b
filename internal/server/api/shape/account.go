package shape

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/text"
)

// Company is that for which a person pays.
type Company struct {
	Nom     string `json:"nom" example:"Cycles Durand"`
	Siren   string `json:"siren" example:"999999022" doc:"9 chiffres, dont la clé est vérifiée ; les espaces sont ignorés"`
	Adresse string `json:"adresse" example:"3 rue du Quai, 17000 La Rochelle" doc:"En une ligne"`
}

// Typed returns the company as it was typed; nil: none was.
func (c *Company) Typed() *account.Company {
	if c == nil {
		return nil
	}
	return &account.Company{Name: c.Nom, SIREN: c.Siren, Address: c.Adresse}
}

// CompanyBody returns the shape of a company; nil: there is none.
func CompanyBody(c account.Company) *Company {
	if c == (account.Company{}) {
		return nil
	}
	return &Company{c.Name, c.SIREN, c.Address}
}

// AccountDetails is an account in the console's lists: customer, staff or administrator.
type AccountDetails struct {
	ID                  int64           `json:"id"`
	Version             int64           `json:"version" doc:"Croît à chaque modification ; à rendre dans If-Match"`
	Nom                 string          `json:"nom"`
	Prenom              string          `json:"prenom"`
	Email               string          `json:"email"`
	Mail                string          `json:"mail"`
	Telephone           string          `json:"telephone"`
	Langue              text.Language   `json:"langue,omitempty" enum:"fr,en,de,es,it,nl" doc:"Des courriels à l'usager ; absente : le français"`
	Societe             *Company        `json:"societe,omitempty" doc:"Pour laquelle la personne paie ; absente : pour elle-même"`
	Actif               bool            `json:"actif"`
	Anonymise           bool            `json:"anonymise"`
	NonConfirme         bool            `json:"nonConfirme,omitempty" doc:"Pour les administrateurs : un exploitant l'a ouvert avec l'adresse d'un autre compte, et la personne n'a pas confirmé"`
	Role                string          `json:"role" doc:"Le plus élevé"`
	NbExploitation      int             `json:"nbExploitation"`
	Roles               []AccountRoles  `json:"roles" doc:"Chez les exploitants de l'appelant"`
	UtilisateurPaiement AccountPayments `json:"utilisateurPaiement"`
	MoyenPaiements      []AccountCard   `json:"moyenPaiements,omitempty" doc:"Pour les administrateurs"`
	Supprimable         bool            `json:"supprimable" doc:"Par l'appelant"`
	Anonymisable        bool            `json:"anonymisable,omitempty" doc:"L'appelant peut l'exporter et l'anonymiser"`

	SocieteModifiable      bool `json:"societeModifiable,omitempty" doc:"L'appelant peut dire pour quelle société elle paie"`
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

const platformName = "Plateforme"

// Administrator is the role of an administrator, in words.
const Administrator = "Administrateur"

// AccountDetailsBody returns the shape of an account, with what the viewer may read at that operator (0: anywhere).
func AccountDetailsBody(u account.Details, viewer access.Actor, operatorID int64) AccountDetails {
	body := AccountDetails{
		ID: u.ID, Version: u.Revision, Nom: u.LastName, Prenom: u.FirstName, Email: u.Email, Mail: u.Email,
		Telephone: u.Phone, Langue: u.Language, Actif: u.Active, Anonymise: u.Anonymised,
		NbExploitation: u.Operators, Roles: []AccountRoles{}, Supprimable: u.MayDelete(viewer, operatorID),
		UtilisateurPaiement: AccountPayments{
			NombreTotalPaiement: u.Payments.Total, NombrePaiementValide: u.Payments.Valid,
			NombrePaiementAnnule:  u.Payments.Cancelled,
			NombrePaiementEnCours: u.Payments.Running, NombrePaiementEnAttente: u.Payments.Waiting,
		},
	}
	body.DoubleAuthentification, body.Reinitialisable = u.Factors > 0, u.MayResetFactors(viewer, operatorID)
	body.SessionsGerables = u.MayEndSessions(viewer, operatorID)
	body.Societe = CompanyBody(u.Company)
	body.SocieteModifiable = u.MayChangeCompany(viewer, operatorID)
	body.Anonymisable = u.Controlled(viewer, operatorID)
	if viewer.Admin {
		body.NonConfirme = u.Unconfirmed
		body.MoyenPaiements = Each(u.Cards, AccountCardBody)
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
		body.Role = Administrator
		body.Roles = append(body.Roles, AccountRoles{ExploitationLibelle: platformName, Roles: []string{Administrator}})
	}
	return body
}

// AccountCardBody returns the shape of a card.
func AccountCardBody(c account.Card) AccountCard {
	return AccountCard{c.PAN, c.Expires, &Named{c.OperatorID, c.OperatorName}}
}

// HeldRight is a right on the wire. Its schema lists every right, and under x-roles those that each staff role
// holds, from which the console's own list is generated.
type HeldRight access.Right

// Schema describes the rights as a component of their own.
func (HeldRight) Schema(r huma.Registry) *huma.Schema {
	const name, operator = "Right", 1
	roles := map[access.Role][]access.Right{}
	for _, role := range []access.Role{access.Manager, access.Hotline, access.Technician} {
		roles[role] = access.Actor{Roles: map[int64][]access.Role{operator: {role}}}.RightsAt(operator)
	}
	schema := &huma.Schema{Type: huma.TypeString, Extensions: map[string]any{"x-roles": roles}}
	for _, right := range access.All() {
		schema.Enum = append(schema.Enum, string(right))
	}
	r.Map()[name] = schema
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// Account holds what a screen about a stay shows of its customer.
type Account struct {
	ID        int64  `json:"id"`
	Nom       string `json:"nom"`
	Prenom    string `json:"prenom"`
	Email     string `json:"email"`
	Telephone string `json:"telephone"`
}

func accountBody(u stay.Account) Account {
	return Account{ID: u.ID, Nom: u.LastName, Prenom: u.FirstName, Email: u.Email, Telephone: u.Phone}
}
