package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
)

// FiscalIdentity is who an exploitant is on its documents, and its VAT.
type FiscalIdentity struct {
	RaisonSociale         string `json:"raisonSociale" doc:"Vide : pas encore renseignée"`
	Siret                 string `json:"siret" doc:"14 chiffres"`
	TvaIntracommunautaire string `json:"tvaIntracommunautaire" doc:"Vide pour un exploitant exonéré"`
	Forme                 string `json:"forme" enum:",regie,mandataire,societe" doc:"Vide : pas encore renseignée"`
	TauxTva               int    `json:"tauxTva" doc:"En points de base : 2000 pour 20 % ; 0 pour un exploitant exonéré" example:"2000"`
	MentionExoneration    string `json:"mentionExoneration" doc:"Vide : la TVA est due" example:"TVA non applicable, art. 293 B du CGI"`
	PrefixeDocuments      string `json:"prefixeDocuments" doc:"Des numéros de ses reçus et avoirs" example:"GRV"`

	FormeSociale  string      `json:"formeSociale" doc:"D'une société ; vide : pas renseignée" example:"SAS"`
	CapitalSocial money.Cents `json:"capitalSocial" doc:"D'une société ; 0 : pas renseigné"`
	VilleRcs      string      `json:"villeRcs" doc:"Du registre du commerce et des sociétés" example:"La Rochelle"`
	Mandant       string      `json:"mandant" doc:"Au nom et pour le compte de qui un mandataire encaisse"`
}

// FiscalIdentityInput holds the same fields as typed.
type FiscalIdentityInput struct {
	RaisonSociale         string `json:"raisonSociale,omitempty"`
	Siret                 string `json:"siret,omitempty" doc:"14 chiffres ; les espaces sont ignorés"`
	TvaIntracommunautaire string `json:"tvaIntracommunautaire,omitempty" doc:"Obligatoire, sauf pour un exploitant exonéré, qui n'en a pas ici"`
	Forme                 string `json:"forme,omitempty" doc:"regie, mandataire ou societe"`
	TauxTva               int    `json:"tauxTva,omitempty" doc:"En points de base ; 0 pour un exploitant exonéré" example:"2000"`
	MentionExoneration    string `json:"mentionExoneration,omitempty"`
	PrefixeDocuments      string `json:"prefixeDocuments,omitempty" doc:"2 à 7 lettres majuscules ou chiffres, 8 pour un préfixe d'avant ; sans lui : EX et le numéro de l'exploitant"`

	FormeSociale  *string      `json:"formeSociale,omitempty" doc:"D'une société ; absente : inchangée. Oubliée sous une autre forme, comme les deux suivants" example:"SAS"`
	CapitalSocial *money.Cents `json:"capitalSocial,omitempty"`
	VilleRcs      *string      `json:"villeRcs,omitempty"`
	Mandant       *string      `json:"mandant,omitempty" doc:"D'un mandataire ; absent : inchangé"`
}

func (s area) registerFiscalIdentity() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "change-fiscal-identity", Method: http.MethodPut, Path: "/api/admin/exploitant/{id}/identite-fiscale",
		Tags:        []string{"Exploitants"},
		Summary:     "Modifier l'identité et la TVA d'un exploitant",
		Description: "Les documents déjà numérotés gardent celles de leur date.",
		Errors:      []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body FiscalIdentityInput
	},
	) (*api.Answer[Operator], error) {
		b := in.Body
		o, err := s.Operators.ChangeIdentity(ctx, api.ActorOf(ctx), in.ID, in.Seen, operator.IdentityChange{
			Identity: operator.Identity{
				LegalName: b.RaisonSociale, SIRET: b.Siret, VATNumber: b.TvaIntracommunautaire, Form: operator.Form(b.Forme),
				VATRate: money.Rate(b.TauxTva), Exemption: b.MentionExoneration, Prefix: b.PrefixeDocuments,
			},
			Company: b.FormeSociale, Capital: b.CapitalSocial, RegisterCity: b.VilleRcs, Principal: b.Mandant,
		})
		return api.Reply(operatorBody(o)), err
	})
}

func fiscalIdentityBody(i operator.Identity) FiscalIdentity {
	return FiscalIdentity{
		i.LegalName, i.SIRET, i.VATNumber, string(i.Form), int(i.VATRate), i.Exemption, i.Prefix, i.Company, i.Capital,
		i.RegisterCity, i.Principal,
	}
}
