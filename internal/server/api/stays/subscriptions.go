package stays

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// SubscriptionEnd is how staff end a subscription.
type SubscriptionEnd struct {
	Quand         string `json:"quand,omitempty" doc:"terme : avec l'échéance en cours ; maintenant : aussitôt. Absent : terme"`
	Remboursement string `json:"remboursement,omitempty" doc:"De l'échéance en cours, avec maintenant : aucun, prorata (des jours restants, celui de la fin compris) ou total. Absent : aucun"`
	Commentaire   string `json:"commentaire,omitempty" doc:"Obligatoire avec maintenant"`
}

// SubscriptionPlace is where staff put a subscription.
type SubscriptionPlace struct {
	IDCasier  shape.Nullable `json:"idCasier,omitzero" doc:"Le casier attribué, qui fixe aussi la station ; null : aucun ; absent : inchangé, sauf à une autre station"`
	IDStation int64          `json:"idStation,omitempty" doc:"Où il compte dans le quota ; absent : inchangé"`
}

// FreeLocker is a locker that may be given to a subscriber.
type FreeLocker struct {
	ID      int64       `json:"id"`
	Nom     string      `json:"nom"`
	Station shape.Named `json:"station"`
}

func (p SubscriptionPlace) typed() subscription.Place {
	place := subscription.Place{StationID: p.IDStation}
	if p.IDCasier.Told {
		place.LockerID = new(shape.OrZero(p.IDCasier.Value))
	}
	return place
}

const subscriptionTag = "Abonnements"

func (s area) registerSubscriptions() {
	// Holders: a refund: managers.
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfSubscription,
	}, huma.Operation{
		OperationID: "end-subscription", Method: http.MethodPatch, Path: "/api/admin/abonnement/{id}/resilier",
		Tags:    []string{subscriptionTag},
		Summary: "Résilier un abonnement",
		Description: "Un remboursement demande d'être gestionnaire de l'exploitant, ou administrateur. 409 : l'abonnement est terminé, " +
			"se termine déjà avec son échéance, ou son échéance attend une réponse du prestataire de paiement.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body SubscriptionEnd
	},
	) (*api.Answer[shape.Subscription], error) {
		how := subscription.Ending{
			When: subscription.When(in.Body.Quand), Refund: subscription.Refund(in.Body.Remboursement),
			Comment: in.Body.Commentaire,
		}
		bought, err := s.Subscriptions.End(ctx, api.ActorOf(ctx), in.ID, how)
		return api.Reply(s.At().Subscription(bought)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfSubscription,
	}, huma.Operation{
		OperationID: "resume-subscription", Method: http.MethodPatch, Path: "/api/admin/abonnement/{id}/reprendre",
		Tags:    []string{subscriptionTag},
		Summary: "Reprendre un abonnement résilié au terme, avant ce terme", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.Subscription], error) {
		bought, err := s.Subscriptions.Resume(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(s.At().Subscription(bought)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfSubscription,
	}, huma.Operation{
		OperationID: "place-subscription", Method: http.MethodPatch, Path: "/api/admin/abonnement/{id}/place",
		Tags:    []string{subscriptionTag},
		Summary: "Attribuer un casier à un abonné, ou le lui retirer, ou changer la station de son abonnement",
		Description: "422 : la condition tarifaire ne prévoit pas de casier attribué, ou ne s'applique pas à celui-ci. 409 : l'abonnement est terminé, " +
			"la station est complète, ou le casier est attribué à une autre personne ou occupé par elle.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body SubscriptionPlace
	},
	) (*api.Answer[shape.Subscription], error) {
		bought, err := s.Subscriptions.PutAt(ctx, api.ActorOf(ctx), in.ID, in.Body.typed())
		return api.Reply(s.At().Subscription(bought)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfSubscription,
	}, huma.Operation{
		OperationID: "list-free-lockers", Method: http.MethodGet, Path: "/api/admin/abonnement/{id}/casiers",
		Tags:    []string{subscriptionTag},
		Summary: "Les casiers libres qui peuvent être attribués à un abonné",
		Description: "Ceux de la condition tarifaire, par station. Aucun si elle ne prévoit pas de casier attribué, ou si l'abonnement " +
			"est terminé.",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]FreeLocker], error) {
		list, err := s.Subscriptions.FreeLockers(ctx, in.ID)
		return api.Reply(shape.Each(list, func(l subscription.FreeLocker) FreeLocker {
			return FreeLocker{l.ID, l.Name, shape.Named{ID: l.Station.ID, Nom: l.Station.Name}}
		})), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-end-subscription", Method: http.MethodPost, Path: "/api/terrain/abonnements/{id}/resiliation",
		Tags:    []string{"Terrain"},
		Summary: "Résilier un abonnement",
		Description: "À la demande de l'abonné, avec l'échéance en cours. S'il est resiliableAToutMoment, il se termine aussitôt et les jours " +
			"restants sont rendus. 409 : il est terminé, se termine déjà, ou son échéance attend une réponse du prestataire de paiement.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.Subscription], error) {
		bought, err := s.Subscriptions.EndByCustomer(ctx, api.ActorOf(ctx), api.KeyOf(ctx).OperatorID, in.ID)
		return s.fieldSubscription(ctx, bought), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-resume-subscription", Method: http.MethodDelete,
		Path: "/api/terrain/abonnements/{id}/resiliation", Tags: []string{"Terrain"},
		Summary: "Reprendre un abonnement résilié, avant son terme", DefaultStatus: http.StatusOK,
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.Subscription], error) {
		bought, err := s.Subscriptions.ResumeByCustomer(ctx, api.KeyOf(ctx).OperatorID, in.ID)
		return s.fieldSubscription(ctx, bought), err
	})
}

// fieldSubscription answers without what staff wrote.
func (s area) fieldSubscription(ctx context.Context, b subscription.Bought) *api.Answer[shape.Subscription] {
	api.AnswerNames(ctx, b.AccountID)
	b.EndComment = ""
	return api.Reply(s.At().Subscription(b))
}
