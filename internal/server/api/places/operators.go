package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// Operator is an exploitant.
type Operator struct {
	ID         int64         `json:"id"`
	Version    int64         `json:"version" doc:"Croît à chaque modification ; à rendre dans If-Match"`
	Nom        string        `json:"nom"`
	Mail       string        `json:"mail"`
	Adresse    shape.Address `json:"adresse"`
	MetabaseID *int64        `json:"metabaseId"`

	DonneesOuvertes        bool `json:"donneesOuvertes" doc:"Ses stations sont publiées"`
	DoubleAuthentification bool `json:"doubleAuthentification" doc:"Obligatoire pour son personnel"`

	IdentiteFiscale FiscalIdentity `json:"identiteFiscale"`
}

// OperatorInput holds the fields of an exploitant to create or change.
type OperatorInput struct {
	LibelleExploitant string `json:"libelleExploitant,omitempty"`
	Email             string `json:"email,omitempty"`
	AdresseLibelle    string `json:"adresseLibelle,omitempty"`
	AdresseComplement string `json:"adresseComplement,omitempty"`
	AdresseCodePostal string `json:"adresseCodePostal,omitempty"`
	AdresseVille      string `json:"adresseVille,omitempty"`
	MetabaseID        *int64 `json:"metabaseId,omitempty" doc:"À la modification seulement"`
}

// Contact is a person to call at an exploitant (référent).
type Contact struct {
	ID        int64  `json:"id"`
	Version   int64  `json:"version"`
	Nom       string `json:"nom"`
	Prenom    string `json:"prenom"`
	Telephone string `json:"telephone"`
	Email     string `json:"email"`
	Fonction  string `json:"fonction"`
}

// ContactInput holds the fields of a contact to create or change.
type ContactInput struct {
	Nom       string `json:"nom,omitempty"`
	Prenom    string `json:"prenom,omitempty"`
	Telephone string `json:"telephone,omitempty"`
	Email     string `json:"email,omitempty"`
	Fonction  string `json:"fonction,omitempty"`
}

// OperatorCounters counts the current state of an operator's stations.
type OperatorCounters struct {
	Stations            int `json:"stations"`
	StationsInactives   int `json:"stationsInactives"`
	CasiersValides      int `json:"casiersValides"`
	CasiersLibres       int `json:"casiersLibres"`
	CasiersOccupes      int `json:"casiersOccupes"`
	CasiersInactifs     int `json:"casiersInactifs"`
	UtilisationsEnCours int `json:"utilisationsEnCours"`

	Casiers UnitCounters `json:"casiers" doc:"Des stations individuelles"`
	Places  UnitCounters `json:"places" doc:"Des stations collectives"`
}

// UnitCounters counts lockers or places.
type UnitCounters struct {
	Valides  int `json:"valides" doc:"Libres et occupés"`
	Libres   int `json:"libres"`
	Occupes  int `json:"occupes"`
	Inactifs int `json:"inactifs"`
}

func (s area) registerOperators() {
	api.Register(s.Server, api.Rule{Audience: api.Staff}, huma.Operation{
		OperationID: "list-operators", Method: http.MethodGet, Path: "/api/admin/exploitants", Tags: []string{"Exploitants"},
		Summary: "Les exploitants de l'appelant, par nom",
	}, func(ctx context.Context, _ *struct{}) (*api.Answer[[]Operator], error) {
		list, err := s.Operators.List(ctx, api.ActorOf(ctx))
		return api.Reply(shape.Each(list, operatorBody)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "get-operator", Method: http.MethodGet, Path: "/api/admin/exploitant/{id}",
		Tags:    []string{"Exploitants"},
		Summary: "Un exploitant",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[Operator], error) {
		o, err := s.Operators.ByID(ctx, in.ID)
		return api.Reply(operatorBody(o)), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Admins}, huma.Operation{
		OperationID: "create-operator", Method: http.MethodPost, Path: "/api/admin/exploitant", Tags: []string{"Exploitants"},
		Summary: "Créer un exploitant", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct{ Body OperatorInput }) (*api.Answer[api.Created], error) {
		id, err := s.Operators.Add(ctx, api.ActorOf(ctx), typedOperator(in.Body))
		return api.Reply(api.Created{ID: id}), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "change-operator", Method: http.MethodPut, Path: "/api/admin/exploitant/{id}",
		Tags:    []string{"Exploitants"},
		Summary: "Modifier un exploitant", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body OperatorInput
	},
	) (*api.Answer[Operator], error) {
		typed := typedOperator(in.Body)
		typed.ID, typed.Revision = in.ID, in.Seen
		changed, err := s.Operators.Change(ctx, api.ActorOf(ctx), typed)
		return api.Reply(operatorBody(changed)), err
	})

	s.registerFiscalIdentity()
	s.registerSettings()

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "switch-open-data", Method: http.MethodPatch, Path: "/api/admin/exploitant/{id}/donnees-ouvertes",
		Tags:    []string{"Exploitants"},
		Summary: "Publier les stations d'un exploitant, ou les retirer", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
	},
	) (*api.Answer[Operator], error) {
		o, err := s.Operators.SwitchOpenData(ctx, api.ActorOf(ctx), in.ID, in.Seen)
		return api.Reply(operatorBody(o)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "switch-second-factor", Method: http.MethodPatch,
		Path: "/api/admin/exploitant/{id}/double-authentification", Tags: []string{"Exploitants"},
		Summary:     "Demander au personnel d'un exploitant une double authentification, ou y renoncer",
		Description: "À partir de sa prochaine connexion.",
		Errors:      []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
	},
	) (*api.Answer[Operator], error) {
		o, err := s.Operators.SwitchNeedsFactor(ctx, api.ActorOf(ctx), in.ID, in.Seen)
		return api.Reply(operatorBody(o)), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Admins, At: api.OperatorInPath}, huma.Operation{
		OperationID: "delete-operator", Method: http.MethodDelete, Path: "/api/admin/exploitant/{id}/suppression",
		Tags:          []string{"Exploitants"},
		Summary:       "Supprimer un exploitant",
		Description:   "Son historique est conservé. Refusé tant qu'une utilisation y est en cours.",
		DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*struct{}, error) {
		return &struct{}{}, s.Operators.Archive(ctx, api.ActorOf(ctx), in.ID)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "list-contacts", Method: http.MethodGet, Path: "/api/admin/referents/exploitant/{id}",
		Tags:    []string{"Exploitants"},
		Summary: "Les référents d'un exploitant, par nom",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]Contact], error) {
		list, err := s.Operators.Contacts(ctx, in.ID)
		return api.Reply(shape.Each(list, contactBody)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "create-contact", Method: http.MethodPost, Path: "/api/admin/referent/exploitant/{id}",
		Tags:    []string{"Exploitants"},
		Summary: "Ajouter un référent", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body ContactInput
	},
	) (*api.Answer[api.Created], error) {
		typed := typedContact(in.Body)
		typed.OperatorID = in.ID
		id, err := s.Operators.AddContact(ctx, api.ActorOf(ctx), typed)
		return api.Reply(api.Created{ID: id}), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OwnerOfContact,
	}, huma.Operation{
		OperationID: "change-contact", Method: http.MethodPut, Path: "/api/admin/referent/{id}",
		Tags:    []string{"Exploitants"},
		Summary: "Modifier un référent", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body ContactInput
	},
	) (*api.Answer[Contact], error) {
		typed := typedContact(in.Body)
		typed.ID, typed.Revision = in.ID, in.Seen
		changed, err := s.Operators.ChangeContact(ctx, api.ActorOf(ctx), typed)
		return api.Reply(contactBody(changed)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OwnerOfContact,
	}, huma.Operation{
		OperationID: "delete-contact", Method: http.MethodDelete, Path: "/api/admin/referent/{id}",
		Tags:    []string{"Exploitants"},
		Summary: "Supprimer un référent", DefaultStatus: http.StatusNoContent,
	}, func(ctx context.Context, in *api.IDInput) (*struct{}, error) {
		return &struct{}{}, s.Operators.RemoveContact(ctx, api.ActorOf(ctx), in.ID)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.StationsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "operator-counters", Method: http.MethodGet, Path: "/api/admin/exploitant/{id}/compteurs",
		Tags:        []string{"Exploitants"},
		Summary:     "Ses compteurs, en direct",
		Description: "En casiers pour les stations individuelles, en places pour les collectives ; ensemble, et à part.",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[OperatorCounters], error) {
		c, err := s.Operators.Counters(ctx, in.ID)
		return api.Reply(OperatorCounters{
			Stations: c.Stations, StationsInactives: c.InactiveStations,
			CasiersValides: c.Lockers.Valid() + c.Places.Valid(), CasiersLibres: c.Lockers.Free + c.Places.Free,
			CasiersOccupes: c.Lockers.Occupied + c.Places.Occupied, CasiersInactifs: c.Lockers.Inactive + c.Places.Inactive,
			UtilisationsEnCours: c.OpenStays, Casiers: unitCounters(c.Lockers), Places: unitCounters(c.Places),
		}), err
	})
}

func unitCounters(c station.Counters) UnitCounters {
	return UnitCounters{Valides: c.Valid(), Libres: c.Free, Occupes: c.Occupied, Inactifs: c.Inactive}
}

func operatorBody(o operator.Operator) Operator {
	return Operator{
		IdentiteFiscale: fiscalIdentityBody(o.Identity),
		ID:              o.ID, Version: o.Revision, Nom: o.Name, Mail: o.Email, MetabaseID: o.MetabaseID,
		DonneesOuvertes: o.OpenData, DoubleAuthentification: o.NeedsFactor,
		Adresse: shape.Address{Adresse: o.Street, Complement: o.StreetExtra, CodePostal: o.PostalCode, Ville: o.City},
	}
}

func typedOperator(in OperatorInput) operator.Operator {
	return operator.Operator{
		Name: in.LibelleExploitant, Email: in.Email, Street: in.AdresseLibelle, StreetExtra: in.AdresseComplement,
		PostalCode: in.AdresseCodePostal, City: in.AdresseVille, MetabaseID: in.MetabaseID,
	}
}

func contactBody(c operator.Contact) Contact {
	return Contact{c.ID, c.Revision, c.LastName, c.FirstName, c.Phone, c.Email, c.Function}
}

func typedContact(in ContactInput) operator.Contact {
	return operator.Contact{
		LastName: in.Nom, FirstName: in.Prenom, Phone: in.Telephone, Email: in.Email,
		Function: in.Fonction,
	}
}
