package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
)

// SubscriptionEnd is how staff end a subscription.
type SubscriptionEnd struct {
	Quand         string `json:"quand,omitempty" doc:"terme : avec l'échéance en cours ; maintenant : aussitôt. Absent : terme"`
	Remboursement string `json:"remboursement,omitempty" doc:"De l'échéance en cours, avec maintenant : aucun, prorata (des jours restants, celui de la fin compris) ou total. Absent : aucun"`
	Commentaire   string `json:"commentaire,omitempty" doc:"Obligatoire avec maintenant"`
}

const subscriptionTag = "Abonnements"

func (s *server) registerSubscriptions() {
	// Holders: a refund: managers.
	register(s, rule{audience: holders, right: access.EventsWrite, at: ownerOfSubscription}, huma.Operation{
		OperationID: "end-subscription", Method: http.MethodPatch, Path: "/api/admin/abonnement/{id}/resilier", Tags: []string{subscriptionTag},
		Summary: "Résilier un abonnement", Description: "Un remboursement demande d'être gestionnaire de l'exploitant, ou administrateur. 409 : l'abonnement est terminé, " +
			"se termine déjà avec son échéance, ou son échéance attend une réponse du prestataire de paiement.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		IDInput
		Body SubscriptionEnd
	},
	) (*answer[Subscription], error) {
		how := subscription.Ending{
			When: subscription.When(in.Body.Quand), Refund: subscription.Refund(in.Body.Remboursement), Comment: in.Body.Commentaire,
		}
		bought, err := s.Subscriptions.End(ctx, actorOf(ctx), in.ID, how)
		return reply(s.at().Subscription(bought)), err
	})
	register(s, rule{audience: holders, right: access.EventsWrite, at: ownerOfSubscription}, huma.Operation{
		OperationID: "resume-subscription", Method: http.MethodPatch, Path: "/api/admin/abonnement/{id}/reprendre", Tags: []string{subscriptionTag},
		Summary: "Reprendre un abonnement résilié au terme, avant ce terme", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *IDInput) (*answer[Subscription], error) {
		bought, err := s.Subscriptions.Resume(ctx, actorOf(ctx), in.ID)
		return reply(s.at().Subscription(bought)), err
	})
	register(s, rule{audience: keys}, huma.Operation{
		OperationID: "field-end-subscription", Method: http.MethodPost, Path: "/api/terrain/abonnements/{id}/resiliation", Tags: []string{"Terrain"},
		Summary: "Résilier un abonnement", Description: "À la demande de l'abonné, toujours avec l'échéance en cours. 409 : il est terminé, ou se termine déjà.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *IDInput) (*answer[Subscription], error) {
		bought, err := s.Subscriptions.EndByCustomer(ctx, keyOf(ctx).OperatorID, in.ID)
		return s.fieldSubscription(ctx, bought), err
	})
	register(s, rule{audience: keys}, huma.Operation{
		OperationID: "field-resume-subscription", Method: http.MethodDelete, Path: "/api/terrain/abonnements/{id}/resiliation", Tags: []string{"Terrain"},
		Summary: "Reprendre un abonnement résilié, avant son terme", DefaultStatus: http.StatusOK, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *IDInput) (*answer[Subscription], error) {
		bought, err := s.Subscriptions.ResumeByCustomer(ctx, keyOf(ctx).OperatorID, in.ID)
		return s.fieldSubscription(ctx, bought), err
	})
}

// fieldSubscription answers without what staff wrote.
func (s *server) fieldSubscription(ctx context.Context, b subscription.Bought) *answer[Subscription] {
	answerNames(ctx, b.AccountID)
	b.EndComment = ""
	return reply(s.at().Subscription(b))
}
