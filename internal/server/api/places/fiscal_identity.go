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
}

// FiscalIdentityInput holds the same fields as typed.
type FiscalIdentityInput struct {
	RaisonSociale         string `json:"raisonSociale,omitempty"`
	Siret                 string `json:"siret,omitempty" doc:"14 chiffres ; les espaces sont ignorés"`
	TvaIntracommunautaire string `json:"tvaIntracommunautaire,omitempty" doc:"Obligatoire, sauf pour un exploitant exonéré, qui n'en a pas ici"`
	Forme                 string `json:"forme,omitempty" doc:"regie, mandataire ou societe"`
	TauxTva               int    `json:"tauxTva,omitempty" doc:"En points de base ; 0 pour un exploitant exonéré" example:"2000"`
	MentionExoneration    string `json:"mentionExoneration,omitempty"`
	PrefixeDocuments      string `json:"prefixeDocuments,omitempty" doc:"2 à 8 lettres majuscules ou chiffres ; sans lui : EX et le numéro de l'exploitant"`
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
		o, err := s.Operators.ChangeIdentity(ctx, api.ActorOf(ctx), in.ID, in.Seen, operator.Identity{
			LegalName: b.RaisonSociale, SIRET: b.Siret, VATNumber: b.TvaIntracommunautaire, Form: operator.Form(b.Forme),
			VATRate: money.Rate(b.TauxTva), Exemption: b.MentionExoneration, Prefix: b.PrefixeDocuments,
		})
		return api.Reply(operatorBody(o)), err
	})
}

func fiscalIdentityBody(i operator.Identity) FiscalIdentity {
	return FiscalIdentity{i.LegalName, i.SIRET, i.VATNumber, string(i.Form), int(i.VATRate), i.Exemption, i.Prefix}
}
