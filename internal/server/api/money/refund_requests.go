package money

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// RefundEstimate is what a cause gives back of a payment.
type RefundEstimate struct {
	PrixPaye      money.Cents       `json:"prixPaye"`
	DejaRembourse money.Cents       `json:"dejaRembourse" doc:"Rendu, ou demandé"`
	PrixJuste     *money.Cents      `json:"prixJuste" doc:"null : aucun ne découle de la cause"`
	Montant       money.Cents       `json:"montant" doc:"À rendre : au plus ce qui ne l'a pas été ; sans prix juste, tout cela"`
	Lignes        []shape.PriceLine `json:"lignes" doc:"L'explication du prix juste, pour fin_corrigee"`
}

// RefundDemand asks managers for a refund.
type RefundDemand struct {
	Montant     money.Cents         `json:"montant"`
	Cause       payment.RefundCause `json:"cause" enum:"fin_corrigee,sans_penalites,rien_du,autre"`
	Fin         *time.Time          `json:"fin,omitempty" doc:"La vraie fin de l'utilisation ; pour fin_corrigee"`
	Commentaire string              `json:"commentaire,omitempty" doc:"Pourquoi ; obligatoire"`
}

func (s area) registerRefundRequests() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfPayment,
	}, huma.Operation{
		OperationID: "estimate-refund", Method: http.MethodGet, Path: "/api/admin/paiement/{id}/remboursement",
		Tags:    []string{"Paiements"},
		Summary: "Ce qu'une cause fait rendre d'un paiement",
		Description: "`fin_corrigee` : l'utilisation s'est terminée avant, à `fin` ; `sans_penalites` : son dépassement et son enlèvement " +
			"ne sont pas du fait de l'usager ; `rien_du` ; `autre` : aucun prix n'en découle. Rien n'est écrit.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Cause payment.RefundCause `query:"cause" required:"true" enum:"fin_corrigee,sans_penalites,rien_du,autre"`
		Fin   time.Time           `query:"fin" doc:"La vraie fin de l'utilisation ; pour fin_corrigee"`
	},
	) (*api.Answer[RefundEstimate], error) {
		why := payment.Reason{Cause: in.Cause}
		if !in.Fin.IsZero() {
			why.TrueEnd = &in.Fin
		}
		details, estimate, err := s.Payments.EstimateRefund(ctx, in.ID, why)
		body := RefundEstimate{
			PrixPaye: details.Amount, DejaRembourse: details.Refunded, PrixJuste: estimate.Price, Montant: estimate.Amount,
			Lignes: []shape.PriceLine{},
		}
		if estimate.Quote != nil {
			body.Lignes = shape.Each(estimate.Quote.Lines(), shape.PriceLineBody)
		}
		return api.Reply(body), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfPayment,
	}, huma.Operation{
		OperationID: "ask-for-refund", Method: http.MethodPatch, Path: "/api/admin/paiement/{id}/demander-remboursement",
		Tags:        []string{"Paiements"},
		Summary:     "Demander un remboursement à un gestionnaire",
		Description: "Pour qui ne peut rembourser. Une seule demande attend par paiement ; un remboursement l'accepte.",
		Errors:      []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body RefundDemand
	},
	) (*api.Answer[shape.Payment], error) {
		why := payment.Reason{Cause: in.Body.Cause, TrueEnd: in.Body.Fin}
		details, err := s.Payments.AskForRefund(
			ctx, api.ActorOf(ctx), in.ID, in.Body.Montant, why, in.Body.Commentaire)
		return s.paymentAnswer(ctx, details, err)
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OwnerOfPayment}, huma.Operation{
		OperationID: "refuse-refund", Method: http.MethodPatch, Path: "/api/admin/paiement/{id}/refuser-remboursement",
		Tags:    []string{"Paiements"},
		Summary: "Refuser le remboursement qui est demandé",
		Errors:  []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body Commented
	},
	) (*api.Answer[shape.Payment], error) {
		details, err := s.Payments.RefuseRefund(ctx, api.ActorOf(ctx), in.ID, in.Body.Commentaire)
		return s.paymentAnswer(ctx, details, err)
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfPayment,
	}, huma.Operation{
		OperationID: "withdraw-refund-request", Method: http.MethodPatch,
		Path:        "/api/admin/paiement/{id}/retirer-remboursement",
		Tags:        []string{"Paiements"},
		Summary:     "Retirer la demande de remboursement",
		Description: "Pour qui l'a faite ; 403 pour les autres. 409 : elle a reçu une réponse.",
		Errors:      []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.Payment], error) {
		details, err := s.Payments.WithdrawRefund(ctx, api.ActorOf(ctx), in.ID)
		return s.paymentAnswer(ctx, details, err)
	})
}
