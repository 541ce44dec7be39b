package machines

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// WebhookEndpoint is an address of an operator's system that is told what happens.
type WebhookEndpoint struct {
	ID                    int64              `json:"id"`
	Libelle               string             `json:"libelle"`
	Adresse               string             `json:"adresse"`
	Evenements            []webhookType      `json:"evenements"`
	Actif                 bool               `json:"actif"`
	Suspension            *WebhookSuspension `json:"suspension" doc:"Rien n'est envoyé ; ce qui se passe attend, 30 jours au plus, que la notification soit de nouveau activée"`
	Creation              time.Time          `json:"creation"`
	DebutSecret           string             `json:"debutSecret" doc:"Ses premiers caractères"`
	SecretPrecedentJusqua *time.Time         `json:"secretPrecedentJusqua" doc:"Jusqu'alors, le secret précédent signe aussi ; null : il ne signe plus"`
	DerniereLivraison     *time.Time         `json:"derniereLivraison" doc:"La dernière qui a réussi"`
	EnAttente             int                `json:"enAttente" doc:"Livraisons qui attendent, comptées jusqu'à 10 000"`
	EnEchec               int                `json:"enEchec" doc:"Celles qui ont échoué une fois au moins"`
}

// WebhookSuspension is why nothing is sent.
type WebhookSuspension struct {
	Motif  webhook.Suspension `json:"motif" enum:"echecs,disparue" doc:"echecs : tout a échoué pendant cinq jours ; disparue : le serveur a répondu 410"`
	Depuis time.Time          `json:"depuis"`
}

// WebhookEndpointInput holds what people set of an endpoint.
type WebhookEndpointInput struct {
	Libelle    string         `json:"libelle,omitempty" doc:"100 caractères"`
	Adresse    string         `json:"adresse,omitempty" doc:"https, 2 000 caractères, sans nom d'utilisateur ni « # »"`
	Evenements []webhook.Type `json:"evenements,omitempty" doc:"Un au moins"`
	Actif      *bool          `json:"actif,omitempty" doc:"Absent : oui. Activer met fin à une suspension"`
}

// NewWebhookSecret holds a secret, which is shown only once.
type NewWebhookSecret struct {
	ID     int64  `json:"id"`
	Secret string `json:"secret" doc:"whsec_…"`
}

// WebhookDelivery is an event for one endpoint.
type WebhookDelivery struct {
	ID                int64         `json:"id"`
	IDEvenement       string        `json:"idEvenement" doc:"webhook-id, le même à chaque envoi"`
	Evenement         webhook.Type  `json:"evenement"`
	Objet             WebhookObject `json:"objet" doc:"Les événements d'un même objet arrivent dans l'ordre"`
	Creation          time.Time     `json:"creation"`
	Etat              webhookState  `json:"etat"`
	Essai             bool          `json:"essai"`
	Tentatives        int           `json:"tentatives"`
	DerniereTentative *time.Time    `json:"derniereTentative"`
	Statut            *int          `json:"statut" doc:"De la dernière réponse ; null : il n'y en a pas eu"`
	Duree             *int64        `json:"duree" doc:"De la dernière tentative, en millisecondes"`
	Erreur            *string       `json:"erreur" doc:"Une phrase ; null : la dernière tentative a réussi, ou il n'y en a pas eu"`
	Prochaine         *time.Time    `json:"prochaine" doc:"La prochaine tentative ; null : livrée ou abandonnée"`
}

// WebhookObject is what an event is about.
type WebhookObject struct {
	Genre string `json:"genre" enum:"utilisation,paiement,casier,station,notification"`
	ID    int64  `json:"id"`
}

// WebhookDeliveryDetails is a delivery with what was sent and answered.
type WebhookDeliveryDetails struct {
	WebhookDelivery
	Contenu          string           `json:"contenu" doc:"Le corps exact des requêtes"`
	DetailTentatives []WebhookAttempt `json:"detailTentatives" doc:"De la première à la dernière"`
}

// WebhookAttempt is one call.
type WebhookAttempt struct {
	Instant time.Time `json:"instant"`
	Statut  *int      `json:"statut"`
	Duree   int64     `json:"duree" doc:"En millisecondes"`
	Erreur  *string   `json:"erreur"`
	Reponse *string   `json:"reponse" doc:"Les 1 024 premiers caractères ; null : il n'y a pas eu de réponse"`
}

// WebhookDeliveryPage is a page of deliveries.
type WebhookDeliveryPage struct {
	Items         []WebhookDelivery `json:"items"`
	Total         int               `json:"total"`
	TotalPlafonne bool              `json:"totalPlafonne,omitempty" doc:"Il y en a plus que total, qui s'arrête à 10 000"`
	api.Neighbours
}

type (
	webhookType  webhook.Type
	webhookState webhook.State
)

// Schema describes the types as a component of their own, with the labels from which the console's are generated.
func (webhookType) Schema(r huma.Registry) *huma.Schema {
	const name = "WebhookType"
	schema, labels := &huma.Schema{Type: huma.TypeString}, map[webhook.Type]string{}
	for _, t := range webhook.Types() {
		schema.Enum = append(schema.Enum, string(t))
		labels[t] = t.Label()
	}
	schema.Extensions = map[string]any{"x-libelles": labels}
	r.Map()[name] = schema
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// Schema lists the states.
func (webhookState) Schema(huma.Registry) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeString}
	for _, state := range webhook.States() {
		schema.Enum = append(schema.Enum, string(state))
	}
	return schema
}

const webhooksTag = "Notifications sortantes"

func (s area) registerWebhooks() {
	tags := []string{webhooksTag}
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "list-webhooks", Method: http.MethodGet, Path: "/api/admin/exploitant/{id}/notifications", Tags: tags,
		Summary:     "Les notifications sortantes de l'exploitant",
		Description: "De la plus ancienne à la plus récente ; dix au plus.",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]WebhookEndpoint], error) {
		list, err := s.Webhooks.Of(ctx, in.ID)
		return api.Reply(shape.Each(list, s.webhookBody)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OperatorInPath, StepUp: true,
	}, huma.Operation{
		OperationID: "create-webhook", Method: http.MethodPost, Path: "/api/admin/exploitant/{id}/notification", Tags: tags,
		Summary: "Ajouter une notification sortante", Description: "Son secret n'est montré qu'une fois.",
		DefaultStatus: http.StatusCreated, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body WebhookEndpointInput
	},
	) (*api.Answer[NewWebhookSecret], error) {
		id, secret, err := s.Webhooks.Create(ctx, api.ActorOf(ctx), in.ID, typedWebhook(in.Body))
		return api.Reply(NewWebhookSecret{id, secret}), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OwnerOfNotification,
	}, huma.Operation{
		OperationID: "read-webhook", Method: http.MethodGet, Path: "/api/admin/notification/{id}", Tags: tags,
		Summary: "Une notification sortante",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[WebhookEndpoint], error) {
		e, err := s.Webhooks.ByID(ctx, in.ID)
		return api.Reply(s.webhookBody(e)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OwnerOfNotification, StepUp: true,
	}, huma.Operation{
		OperationID: "change-webhook", Method: http.MethodPut, Path: "/api/admin/notification/{id}", Tags: tags,
		Summary:     "Modifier une notification sortante",
		Description: "L'activer met fin à une suspension : ce qui attend est envoyé, du plus ancien au plus récent.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body WebhookEndpointInput
	},
	) (*api.Answer[WebhookEndpoint], error) {
		e, err := s.Webhooks.Change(ctx, api.ActorOf(ctx), in.ID, typedWebhook(in.Body))
		return api.Reply(s.webhookBody(e)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OwnerOfNotification,
	}, huma.Operation{
		OperationID: "delete-webhook", Method: http.MethodDelete, Path: "/api/admin/notification/{id}", Tags: tags,
		Summary: "Supprimer une notification sortante, et ses livraisons", DefaultStatus: http.StatusNoContent,
	}, func(ctx context.Context, in *api.IDInput) (*struct{}, error) {
		return &struct{}{}, s.Webhooks.Delete(ctx, api.ActorOf(ctx), in.ID)
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OwnerOfNotification, StepUp: true,
	}, huma.Operation{
		OperationID: "replace-webhook-secret", Method: http.MethodPost, Path: "/api/admin/notification/{id}/secret",
		Tags:        tags,
		Summary:     "Remplacer le secret d'une notification sortante",
		Description: "Le précédent signe aussi pendant 24 heures.",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[NewWebhookSecret], error) {
		secret, err := s.Webhooks.ReplaceSecret(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(NewWebhookSecret{in.ID, secret}), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OwnerOfNotification,
	}, huma.Operation{
		OperationID: "try-webhook", Method: http.MethodPost, Path: "/api/admin/notification/{id}/essai", Tags: tags,
		Summary:       "Envoyer un essai",
		Description:   "Un événement « consigne.test », envoyé aussitôt. 409 : la notification est désactivée ou suspendue.",
		DefaultStatus: http.StatusCreated, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[WebhookDelivery], error) {
		d, err := s.Webhooks.Try(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(deliveryBody(d)), err
	})
	s.registerDeliveries(tags)
}

func (s area) registerDeliveries(tags []string) {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OwnerOfNotification,
	}, huma.Operation{
		OperationID: "list-webhook-deliveries", Method: http.MethodGet, Path: "/api/admin/notification/{id}/livraisons",
		Tags:        tags,
		Summary:     "Les livraisons d'une notification sortante, de la plus récente à la plus ancienne",
		Description: "Elles sont gardées 30 jours. " + api.KeyedPages,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.KeyInput
		Etat      webhookState `query:"etat"`
		Evenement webhook.Type `query:"evenement" maxLength:"64"`
	},
	) (*api.Answer[WebhookDeliveryPage], error) {
		window, err := in.Window()
		if err != nil {
			return nil, err
		}
		page, err := s.Webhooks.Deliveries(ctx,
			webhook.Filter{EndpointID: in.ID, State: webhook.State(in.Etat), Type: in.Evenement}, window)
		return api.Reply(WebhookDeliveryPage{
			shape.Each(page.Items, deliveryBody), page.Total, page.Capped,
			api.NeighboursOf(page),
		}), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OwnerOfDelivery,
	}, huma.Operation{
		OperationID: "read-webhook-delivery", Method: http.MethodGet, Path: "/api/admin/livraison/{id}", Tags: tags,
		Summary: "Une livraison, avec ce qui a été envoyé et répondu",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[WebhookDeliveryDetails], error) {
		d, attempts, err := s.Webhooks.Delivery(ctx, in.ID)
		return api.Reply(WebhookDeliveryDetails{deliveryBody(d), d.Body, shape.Each(attempts, webhookAttemptBody)}), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.OperatorsWrite, At: api.OwnerOfDelivery,
	}, huma.Operation{
		OperationID: "resend-webhook-delivery", Method: http.MethodPost, Path: "/api/admin/livraison/{id}/renvoyer",
		Tags:    tags,
		Summary: "Renvoyer une livraison",
		Description: "Une qui attend est envoyée aussitôt. Une qui est livrée ou abandonnée l'est de nouveau, avec le même " +
			"webhook-id, par une livraison de plus, qui n'attend pas celles de son objet. 409 : la notification est désactivée ou suspendue.",
		DefaultStatus: http.StatusCreated, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[WebhookDelivery], error) {
		d, err := s.Webhooks.Resend(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(deliveryBody(d)), err
	})
}

func typedWebhook(in WebhookEndpointInput) webhook.Endpoint {
	return webhook.Endpoint{
		Label: in.Libelle, Address: in.Adresse, Events: in.Evenements,
		Active: in.Actif == nil || *in.Actif,
	}
}

func (s area) webhookBody(e webhook.Endpoint) WebhookEndpoint {
	body := WebhookEndpoint{
		ID: e.ID, Libelle: e.Label, Adresse: e.Address,
		Evenements: shape.Each(e.Events, func(t webhook.Type) webhookType { return webhookType(t) }), Actif: e.Active,
		Creation: e.CreatedAt.In(clock.Paris), DebutSecret: e.Hint, DerniereLivraison: shape.InParis(e.DeliveredAt),
		EnAttente: e.Waiting, EnEchec: e.Failing,
	}
	if e.Suspension != webhook.NotSuspended {
		body.Suspension = &WebhookSuspension{e.Suspension, shape.OrZero(e.SuspendedAt).In(clock.Paris)}
	}
	if e.FormerUntil != nil && e.FormerUntil.After(s.Clock.Now()) {
		body.SecretPrecedentJusqua = shape.InParis(e.FormerUntil)
	}
	return body
}

func deliveryBody(d webhook.Delivery) WebhookDelivery {
	body := WebhookDelivery{
		ID: d.ID, IDEvenement: d.EventID, Evenement: d.Type, Objet: WebhookObject{d.Object.Kind, d.Object.ID},
		Creation: d.At.In(clock.Paris),
		Etat:     webhookState(d.State), Essai: d.Trial, Tentatives: d.Attempts, Prochaine: shape.InParis(d.NextAt),
	}
	if last := d.Last; last != nil {
		body.DerniereTentative, body.Statut, body.Duree, body.Erreur = shape.InParis(&last.At), shape.OrNull(last.Status),
			new(last.Duration.Milliseconds()), shape.OrNull(last.Sentence())
	}
	return body
}

func webhookAttemptBody(a webhook.Attempt) WebhookAttempt {
	body := WebhookAttempt{
		Instant: a.At.In(clock.Paris), Statut: shape.OrNull(a.Status), Duree: a.Duration.Milliseconds(),
		Erreur: shape.OrNull(a.Sentence()),
	}
	if a.Status != 0 {
		body.Reponse = &a.Response
	}
	return body
}
