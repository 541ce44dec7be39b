package people

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/people/signon"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// SignOnProviders lists the providers of single sign-on, with the addresses of this site to enter at each of them.
type SignOnProviders struct {
	Fournisseurs      []SignOnProvider `json:"fournisseurs" doc:"Par nom"`
	AdresseRetour     string           `json:"adresseRetour" doc:"redirect_uri"`
	AdresseFinSession string           `json:"adresseFinSession" doc:"post_logout_redirect_uri"`
}

// SignOnProvider is one of them.
type SignOnProvider struct {
	ID               string   `json:"id" doc:"Son numéro, ou « environnement »"`
	Libelle          string   `json:"libelle" doc:"Sur son bouton"`
	Emetteur         string   `json:"emetteur"`
	IDClient         string   `json:"idClient"`
	SecretEnregistre bool     `json:"secretEnregistre" doc:"Le secret lui-même n'est jamais montré"`
	Domaines         []string `json:"domaines" doc:"Des adresses e-mail dont il ouvre les comptes ; vide, d'avant qu'un domaine soit demandé : aucun"`
	Obligatoire      bool     `json:"obligatoire" doc:"Les comptes de ces domaines ne se connectent plus autrement, sauf les administrateurs"`
	Actif            bool     `json:"actif"`
	Origine          string   `json:"origine" enum:"console,environnement" doc:"environnement : la configuration du serveur, où il se modifie"`
	Version          int64    `json:"version" doc:"Croît à chaque modification ; à rendre dans If-Match"`
}

// SignOnProviderInput holds the settings of a provider to create or change.
type SignOnProviderInput struct {
	Libelle     string   `json:"libelle,omitempty" doc:"60 caractères"`
	Emetteur    string   `json:"emetteur,omitempty"`
	IDClient    string   `json:"idClient,omitempty"`
	Secret      string   `json:"secret,omitempty" doc:"Absent : celui qui est enregistré est gardé"`
	Domaines    []string `json:"domaines,omitempty" doc:"Des adresses e-mail dont il ouvre les comptes, un au moins"`
	Obligatoire bool     `json:"obligatoire,omitempty"`
	Actif       bool     `json:"actif,omitempty"`
}

// SignOnTrial is what a provider publishes of itself.
type SignOnTrial struct {
	Emetteur     string `json:"emetteur"`
	Informations bool   `json:"informations" doc:"Il a un point userinfo"`
	FinSession   bool   `json:"finSession" doc:"Une session peut y être terminée"`
	RetourSigne  bool   `json:"retourSigne" doc:"Il se nomme au retour (RFC 9207)"`
}

const providerPath = "/api/admin/connexion-unique/fournisseur"

func (s area) registerProviders() {
	api.Register(s.Server, api.Rule{Audience: api.Admins}, huma.Operation{
		OperationID: "list-providers", Method: http.MethodGet, Path: "/api/admin/connexion-unique/fournisseurs",
		Tags:    []string{signOnTag},
		Summary: "Les fournisseurs d'identité",
	}, func(ctx context.Context, _ *struct{}) (*api.Answer[SignOnProviders], error) {
		list, err := s.SignOn.Providers(ctx)
		return api.Reply(SignOnProviders{shape.Each(list, providerBody), s.SignOn.ReturnURL(), s.SignOn.SignedOutURL()}), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Admins, StepUp: true}, huma.Operation{
		OperationID: "create-provider", Method: http.MethodPost, Path: providerPath, Tags: []string{signOnTag},
		Summary: "Ajouter un fournisseur d'identité", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct{ Body SignOnProviderInput }) (*api.Answer[SignOnProvider], error) {
		created, err := s.SignOn.Add(ctx, api.ActorOf(ctx), typedProvider(in.Body))
		return api.Reply(providerBody(created)), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Admins, StepUp: true}, huma.Operation{
		OperationID: "change-provider", Method: http.MethodPut, Path: providerPath + "/{id}", Tags: []string{signOnTag},
		Summary: "Modifier un fournisseur d'identité", Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		ProviderInput
		api.VersionInput
		Body SignOnProviderInput
	},
	) (*api.Answer[SignOnProvider], error) {
		typed := typedProvider(in.Body)
		typed.Version = in.Seen
		changed, err := s.SignOn.Change(ctx, api.ActorOf(ctx), in.ID, typed)
		return api.Reply(providerBody(changed)), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Admins, StepUp: true}, huma.Operation{
		OperationID: "delete-provider", Method: http.MethodDelete, Path: providerPath + "/{id}", Tags: []string{signOnTag},
		Summary:       "Supprimer un fournisseur d'identité",
		Description:   "Les comptes gardent l'identité qui leur est liée, et leurs sessions.",
		DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		ProviderInput
		api.VersionInput
	},
	) (*struct{}, error) {
		return &struct{}{}, s.SignOn.Remove(ctx, api.ActorOf(ctx), in.ID, in.Seen)
	})

	api.Register(s.Server, api.Rule{Audience: api.Admins, Outside: true}, huma.Operation{
		OperationID: "try-provider", Method: http.MethodPost, Path: providerPath + "/{id}/essayer", Tags: []string{signOnTag},
		Summary: "Demander à un fournisseur d'identité ce qu'il publie",
		Errors:  []int{http.StatusNotFound, http.StatusBadGateway},
	}, func(ctx context.Context, in *ProviderInput) (*api.Answer[SignOnTrial], error) {
		found, err := s.SignOn.Try(ctx, in.ID)
		return api.Reply(SignOnTrial{found.Issuer, found.Userinfo, found.EndSession, found.IssuerInReturn}), err
	})
}

func typedProvider(in SignOnProviderInput) signon.Provider {
	return signon.Provider{
		Label: in.Libelle, Issuer: in.Emetteur, ClientID: in.IDClient, Secret: in.Secret, Domains: in.Domaines,
		Required: in.Obligatoire, Active: in.Actif,
	}
}

func providerBody(p signon.Provider) SignOnProvider {
	origin := "console"
	if p.FromEnvironment {
		origin = "environnement"
	}
	return SignOnProvider{
		ID: p.WireID(), Libelle: p.Label, Emetteur: p.Issuer, IDClient: p.ClientID, SecretEnregistre: p.Secret != "",
		Domaines: append([]string{}, p.Domains...), Obligatoire: p.Required, Actif: p.Active, Origine: origin,
		Version: max(p.Version, 1),
	}
}
