package machines

import (
	"context"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/text"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// FieldCustomer is a person as an operator's application sends them.
type FieldCustomer struct {
	Email     string         `json:"email,omitempty"`
	Nom       string         `json:"nom,omitempty"`
	Prenom    string         `json:"prenom,omitempty"`
	Telephone string         `json:"telephone,omitempty"`
	Langue    *text.Language `json:"langue,omitempty" doc:"De ses courriels : fr, en, de, es, it ou nl ; absente : le français" example:"en"`
	Societe   *shape.Company `json:"societe,omitempty" doc:"Pour laquelle la personne paie, et que ses reçus nomment ; d'une personne créée par cet appel"`
}

// FieldLanguage is the language of the letters to a person.
type FieldLanguage struct {
	Langue *text.Language `json:"langue" enum:"fr,en,de,es,it,nl" doc:"null : elle n'est pas connue, et les courriels sont en français" example:"en"`
}

// FieldLanguageInput names the language of the letters to a person.
type FieldLanguageInput struct {
	Langue *text.Language `json:"langue" doc:"fr, en, de, es, it ou nl ; null : elle n'est pas connue" example:"en"`
}

// FieldCompany is for which company a person pays.
type FieldCompany struct {
	Societe *shape.Company `json:"societe" doc:"Que ses reçus nomment ; null : la personne paie pour elle-même"`
}

// FieldCard carries the payment provider's token of a card.
type FieldCard struct {
	Jeton string `json:"jeton"`
}

// FieldSubscription sells a subscription.
type FieldSubscription struct {
	IDUtilisateur   int64      `json:"idUtilisateur"`
	IDTarif         int64      `json:"idTarif"`
	IDStation       int64      `json:"idStation,omitempty" doc:"Où l'abonnement compte dans le quota ; obligatoire si la condition tarifaire a des quotas à plusieurs stations"`
	IDCasier        int64      `json:"idCasier,omitempty" doc:"Le casier attribué à l'abonné, si la condition tarifaire le prévoit ; il fixe la station"`
	Debut           *time.Time `json:"debut,omitempty" doc:"Dans le passé, mais pas au-delà d'une échéance, ou dans l'année à venir ; absent : maintenant"`
	IsReconductible bool       `json:"isReconductible"`
}

// FieldStay begins a stay, or reports one that is over.
type FieldStay struct {
	IDCasier      int64      `json:"idCasier"`
	IDUtilisateur int64      `json:"idUtilisateur"`
	Debut         *time.Time `json:"debut,omitempty" doc:"Dans le passé, si le contrôleur était hors ligne ; absent : maintenant"`
	Fin           *time.Time `json:"fin,omitempty" doc:"D'une utilisation déjà terminée, avec debut ; absente : elle commence"`
}

// FieldStayEnd ends a stay.
type FieldStayEnd struct {
	Fin *time.Time `json:"fin,omitempty"`
}

// FieldCode carries the digits typed at a locker.
type FieldCode struct {
	Code string `json:"code"`
}

// FieldOpening names what a valid code opens.
type FieldOpening struct {
	Occupation *int64 `json:"occupation" doc:"L'utilisation en cours dans le casier, s'il y en a une seule"`
}

// FieldCount is what a counting system reports.
type FieldCount struct {
	Connexion string    `json:"connexion"`
	Occupees  int       `json:"occupees"`
	Instant   time.Time `json:"instant"`
}

type statusAnswer[T any] struct {
	Status int
	Body   T
}

func (s area) registerField() {
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-user", Method: http.MethodPost, Path: "/api/terrain/utilisateurs", Tags: []string{"Terrain"},
		Summary: "Faire connaître un utilisateur",
		Description: "L'adresse seule est obligatoire. 201 : créé ; 200 : l'exploitant connaissait l'adresse, rien n'est remplacé. Une personne que seuls d'autres exploitants connaissent est " +
			"créée comme une nouvelle, et confirme par courriel qu'elle est la même ; l'identifiant reste bon. 300 personnes par minute et par clé.",
		Errors: []int{http.StatusTooManyRequests}, Responses: map[string]*huma.Response{"201": {
			Description: http.StatusText(http.StatusCreated),
			Content:     map[string]*huma.MediaType{"application/json": {Schema: s.SchemaOf(reflect.TypeFor[api.Created]())}},
		}},
	}, func(ctx context.Context, in *struct{ Body FieldCustomer }) (*statusAnswer[api.Created], error) {
		key := api.KeyOf(ctx)
		id, created, err := s.Accounts.RegisterCustomer(ctx, account.Registration{
			OperatorID: key.OperatorID, KeyID: key.ID,
			Email: in.Body.Email, LastName: in.Body.Nom, FirstName: in.Body.Prenom, Phone: in.Body.Telephone,
			Language: languageOf(in.Body.Langue), Company: in.Body.Societe.Typed(),
		})
		status := http.StatusOK
		if created {
			status = http.StatusCreated
		}
		return &statusAnswer[api.Created]{status, api.Created{ID: id}}, err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys, Outside: true}, huma.Operation{
		OperationID: "field-card", Method: http.MethodPut, Path: "/api/terrain/utilisateurs/{id}/carte",
		Tags:    []string{"Terrain"},
		Summary: "Enregistrer la carte d'un utilisateur",
		Description: "Elle remplace celle que l'utilisateur avait chez cet exploitant, qui seul la débite. Celles qu'il a ailleurs restent. " +
			"Ses paiements impayés ou en erreur chez cet exploitant sont aussitôt présentés une fois de plus.",
		Errors: []int{http.StatusServiceUnavailable},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body FieldCard
	},
	) (*api.Answer[shape.AccountCard], error) {
		card, err := s.Payments.SetCard(ctx, api.KeyOf(ctx).OperatorID, in.ID, in.Body.Jeton)
		api.AnswerNames(ctx, in.ID)
		return api.Reply(shape.AccountCard{Pan: card.PAN, ExpirationDate: card.Expires}), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-language", Method: http.MethodPut, Path: "/api/terrain/utilisateurs/{id}/langue",
		Tags: []string{"Terrain"}, Summary: "Choisir la langue des courriels d'un utilisateur",
		Description: "Celle des courriels qui lui parlent de ses utilisations, abonnements et paiements, chez tous les exploitants. " +
			"Reçus et avoirs restent en français.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body FieldLanguageInput
	},
	) (*api.Answer[FieldLanguage], error) {
		language, err := s.Accounts.SetLanguage(ctx, api.KeyOf(ctx).OperatorID, in.ID, languageOf(in.Body.Langue))
		api.AnswerNames(ctx, in.ID)
		return api.Reply(FieldLanguage{languageOrNil(language)}), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-company", Method: http.MethodPut, Path: "/api/terrain/utilisateurs/{id}/societe",
		Tags: []string{"Terrain"}, Summary: "Dire pour quelle société un utilisateur paie",
		Description: "Les reçus et avoirs numérotés ensuite la nomment, chez tous les exploitants.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body FieldCompany
	},
	) (*api.Answer[FieldCompany], error) {
		company, err := s.Accounts.SetCompany(
			ctx, access.Actor{}, api.KeyOf(ctx).OperatorID, in.ID, in.Body.Societe.Typed(), 0)
		api.AnswerNames(ctx, in.ID)
		return api.Reply(FieldCompany{shape.CompanyBody(company)}), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-subscribe", Method: http.MethodPost, Path: "/api/terrain/abonnements", Tags: []string{"Terrain"},
		Summary: "Abonner un utilisateur", Description: "La première échéance est due à son début. 409 : l'utilisateur a déjà cet abonnement à un moment de celui-ci, ou ne peut l'avoir, ou l'abonnement est complet, ou le casier n'est pas libre.",
		DefaultStatus: http.StatusCreated,
		Errors:        []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct{ Body FieldSubscription }) (*api.Answer[shape.Subscription], error) {
		bought, err := s.Subscriptions.Subscribe(
			ctx, api.KeyOf(ctx).OperatorID, subscription.Order{
				AccountID: in.Body.IDUtilisateur, TariffID: in.Body.IDTarif, StationID: in.Body.IDStation,
				LockerID: in.Body.IDCasier,
				StartsAt: in.Body.Debut, Renewed: in.Body.IsReconductible,
			})
		api.AnswerNames(ctx, bought.AccountID)
		return api.Reply(s.At().Subscription(bought)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-start", Method: http.MethodPost, Path: "/api/terrain/occupations", Tags: []string{"Terrain"},
		Summary: "Commencer une utilisation, ou en rapporter une qui est terminée",
		Description: "Une utilisation commencée dans le passé a le tarif qui s'appliquait à son début. Avec `fin`, elle est terminée, " +
			"facturée aussitôt, et peut se placer avant d'autres du même casier ou entre elles, sans en chevaucher aucune.",
		DefaultStatus: http.StatusCreated, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct{ Body FieldStay }) (*api.Answer[shape.Stay], error) {
		stay, err := s.Stays.Report(ctx, api.KeyOf(ctx).OperatorID, in.Body.IDCasier, in.Body.IDUtilisateur, in.Body.Debut,
			in.Body.Fin)
		api.AnswerNames(ctx, stay.Account.ID)
		return api.Reply(s.At().Stay(stay)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-end", Method: http.MethodPost, Path: "/api/terrain/occupations/{id}/fin",
		Tags:    []string{"Terrain"},
		Summary: "Terminer une utilisation", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body *FieldStayEnd
	},
	) (*api.Answer[shape.Stay], error) {
		var at *time.Time
		if in.Body != nil {
			at = in.Body.Fin
		}
		stay, err := s.Stays.End(ctx, api.KeyOf(ctx).OperatorID, in.ID, at)
		api.AnswerNames(ctx, stay.Account.ID)
		return api.Reply(s.At().Stay(stay)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-code", Method: http.MethodPost, Path: "/api/terrain/casiers/{id}/code", Tags: []string{"Terrain"},
		Summary:     "Ouvrir avec un code",
		Description: "Le code est consommé. Cinq codes faux en une minute bloquent la saisie pour cette minute.",
		Errors:      []int{http.StatusForbidden, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body FieldCode
	},
	) (*api.Answer[FieldOpening], error) {
		key := api.KeyOf(ctx)
		stay, err := s.Openings.Open(ctx, key.OperatorID, in.ID, in.Body.Code)
		opening := FieldOpening{}
		if stay != nil {
			opening.Occupation = &stay.ID
		}
		return api.Reply(opening), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-count", Method: http.MethodPost, Path: "/api/terrain/comptages", Tags: []string{"Terrain"},
		Summary:     "Transmettre un comptage",
		Description: "Un comptage plus ancien que le dernier est ignoré. Un instant d'avant la création de la station, ou de plus de sept jours, ne peut être juste : il compte comme celui de la réception.",
	}, func(ctx context.Context, in *struct{ Body FieldCount }) (*api.Answer[api.Message], error) {
		misdated, err := s.Stations.Count(ctx, api.KeyOf(ctx).OperatorID, in.Body.Connexion,
			station.Count{Occupied: in.Body.Occupees, At: in.Body.Instant})
		if misdated {
			s.Log.WarnContext(ctx, "the clock of a counting system is wrong: its count counts as now", "operator",
				api.KeyOf(ctx).OperatorID, "instant", in.Body.Instant)
			return api.Reply(
				api.Message{Message: "Le comptage est reçu. Son instant ne peut être juste : celui de la réception compte."},
			), err
		}
		return api.Reply(api.Message{Message: "Le comptage est reçu."}), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-stations", Method: http.MethodGet, Path: "/api/terrain/stations", Tags: []string{"Terrain"},
		Summary: "Les stations et leurs disponibilités", Description: "304 si l'ETag présenté est celui de l'instant.",
		Responses: map[string]*huma.Response{"304": api.NotModified()},
	}, func(ctx context.Context, in *api.ConditionalInput) (*api.Conditional[[]shape.Station], error) {
		list, err := s.Stations.List(ctx, api.KeyOf(ctx).OperatorID)
		if err != nil {
			return nil, err
		}
		return api.ReplyUnlessKnown(*in, shape.Each(list, shape.StationBody))
	})
}
