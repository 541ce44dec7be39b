package money

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// PaymentPage is a page of payments.
type PaymentPage struct {
	Items         []shape.Payment `json:"items"`
	Total         int             `json:"total"`
	TotalPlafonne bool            `json:"totalPlafonne,omitempty" doc:"Il y en a plus que total, qui s'arrête à 100 000"`
}

// PaymentStatus is a status with the label shown for it.
type PaymentStatus struct {
	Cle     payment.Status `json:"cle" enum:"RUNNING,NOT_PRESENTED,FREE,ATTEMPT_PROCESS,PAID,UNPAID,ERROR,PAYMENT_ERROR_MEANT_OF_PAYMENT,PERMANENT_ERROR,MANUAL,CANCELLED,INVALID_PAYMENT"`
	Libelle string         `json:"libelle"`
	Couleur string         `json:"couleur"`
}

// ManualPayment describes by which other means a payment was made.
type ManualPayment struct {
	Type        payment.Means `json:"type,omitempty" doc:"Espèces, Chèque, Virement ou Carte bancaire"`
	Commentaire string        `json:"commentaire,omitempty"`
}

// Commented carries the reason for an act.
type Commented struct {
	Commentaire string `json:"commentaire,omitempty"`
}

// PaymentRefund refunds some of a payment.
type PaymentRefund struct {
	Montant     *money.Cents  `json:"montant,omitempty" doc:"Absent : tout ce qui ne l'a pas encore été"`
	Type        payment.Means `json:"type,omitempty" doc:"Espèces, Chèque ou Virement : par quoi l'on rend ce qui a été marqué comme payé, et seulement cela"`
	Commentaire string        `json:"commentaire,omitempty"`
}

func (s area) registerPayments() {
	api.Register(s.Server, api.Rule{Audience: api.Admins, At: api.OperatorInQuery}, huma.Operation{
		OperationID: "list-payments", Method: http.MethodGet, Path: "/api/admin/paiements", Tags: []string{"Paiements"},
		Summary: "Les paiements de la plateforme, du plus récent au plus ancien",
	}, func(ctx context.Context, in *struct {
		api.PageInput
		shape.PlatformPaymentFilters
	},
	) (*api.Answer[PaymentPage], error) {
		return s.paymentPage(ctx, in.PageInput, in.PaymentFilters, in.Operator())
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "list-operator-payments", Method: http.MethodGet, Path: "/api/admin/paiements/exploitant/{id}",
		Tags:    []string{"Paiements"},
		Summary: "Les paiements d'un exploitant, du plus récent au plus ancien",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.PageInput
		shape.PaymentFilters
	},
	) (*api.Answer[PaymentPage], error) {
		return s.paymentPage(ctx, in.PageInput, in.PaymentFilters, in.ID)
	})
	s.registerSums()
	api.Register(s.Server, api.Rule{Audience: api.Staff}, huma.Operation{
		OperationID: "list-payment-statuses", Method: http.MethodGet, Path: "/api/admin/paiements/status",
		Tags:    []string{"Paiements"},
		Summary: "Les statuts de paiement",
	}, func(context.Context, *struct{}) (*api.Answer[[]PaymentStatus], error) {
		return api.Reply(shape.Each(payment.StatusDisplays,
			func(l payment.StatusDisplay) PaymentStatus { return PaymentStatus{l.Status, l.Label, l.Colour} })), nil
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OwnerOfPayment,
	}, huma.Operation{
		OperationID: "get-payment", Method: http.MethodGet, Path: "/api/admin/paiement/{id}", Tags: []string{"Paiements"},
		Summary: "Un paiement",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.Payment], error) {
		details, err := s.Payments.Details(ctx, in.ID)
		return s.paymentAnswer(ctx, details, err)
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfPayment,
	}, huma.Operation{
		OperationID: "mark-payment-as-paid", Method: http.MethodPatch, Path: "/api/admin/paiement/{id}/manual",
		Tags:    []string{"Paiements"},
		Summary: "Marquer comme payé", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body ManualPayment
	},
	) (*api.Answer[shape.Payment], error) {
		details, err := s.Payments.MarkAsPaid(ctx, api.ActorOf(ctx), in.ID, in.Body.Type, in.Body.Commentaire)
		return s.paymentAnswer(ctx, details, err)
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfPayment,
	}, huma.Operation{
		OperationID: "cancel-payment", Method: http.MethodPatch, Path: "/api/admin/paiement/{id}/annuler",
		Tags:    []string{"Paiements"},
		Summary: "Annuler un paiement", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body Commented
	},
	) (*api.Answer[shape.Payment], error) {
		details, err := s.Payments.Cancel(ctx, api.ActorOf(ctx), in.ID, in.Body.Commentaire)
		return s.paymentAnswer(ctx, details, err)
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfPayment,
	}, huma.Operation{
		OperationID: "generate-payment-order", Method: http.MethodPatch, Path: "/api/admin/paiement/{id}/generer-ordre",
		Tags:        []string{"Paiements"},
		Summary:     "Générer un ordre de paiement",
		Description: "Le paiement est présenté une fois de plus, au plus tôt un jour après la réponse à la dernière présentation.", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body Commented
	},
	) (*api.Answer[shape.Payment], error) {
		details, err := s.Payments.GenerateOrder(ctx, api.ActorOf(ctx), in.ID, in.Body.Commentaire)
		return s.paymentAnswer(ctx, details, err)
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfPayment,
	}, huma.Operation{
		OperationID: "make-payment-free", Method: http.MethodPatch, Path: "/api/admin/paiement/{id}/switch-gratuit",
		Tags:    []string{"Paiements"},
		Summary: "Ne pas faire payer", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.Payment], error) {
		details, err := s.Payments.MakeFree(ctx, api.ActorOf(ctx), in.ID)
		return s.paymentAnswer(ctx, details, err)
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OwnerOfPayment}, huma.Operation{
		OperationID: "refund-payment", Method: http.MethodPatch, Path: "/api/admin/paiement/{id}/rembourser",
		Tags:    []string{"Paiements"},
		Summary: "Rembourser un paiement encaissé, en tout ou partie",
		Description: "Ce qu'une carte a payé est rendu sur elle, par le prestataire de paiement. Ce qui a été marqué comme payé l'est " +
			"par les soins de l'exploitant, au moyen de paiement indiqué : rien n'est demandé au prestataire.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body PaymentRefund
	},
	) (*api.Answer[shape.Payment], error) {
		details, err := s.Payments.Refund(
			ctx, api.ActorOf(ctx), in.ID, in.Body.Montant, in.Body.Type, in.Body.Commentaire)
		return s.paymentAnswer(ctx, details, err)
	})
	s.registerRefundRequests()
	s.registerManyPayments()
	api.Register(s.Server, api.Rule{Audience: api.Provider, MaxBody: 64 << 10}, huma.Operation{
		OperationID: "stripe-webhook", Method: http.MethodPost, Path: "/api/paiements/stripe", Tags: []string{"Paiements"},
		Summary:     "Ce que Stripe annonce",
		Description: "Signé par Stripe ; appliqué une fois, quel que soit l'ordre d'arrivée.",
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"application/json": {Schema: &huma.Schema{
				Type: huma.TypeObject, AdditionalProperties: true,
				Description: "Un événement de Stripe",
			}},
		}},
		SkipValidateBody: true, // huma takes RawBody for base64; the signature is the check
	}, func(ctx context.Context, in *struct {
		Signature string `header:"Stripe-Signature"`
		RawBody   []byte `contentType:"application/json"`
	},
	) (*api.Answer[api.Message], error) {
		notice, err := s.Notices.Read(in.RawBody, in.Signature)
		if errors.Is(err, payment.ErrForged) {
			return nil, &fault.Error{Kind: fault.KindMalformed, Detail: "La signature n'est pas valable."}
		}
		if err == nil && notice.Attempt != "" {
			err = s.Payments.Settle(ctx, notice.Attempt, notice.Answer)
		}
		if err == nil && notice.Disputed {
			err = s.Reconciliation.ReadDisputes(ctx)
		}
		if fault.Is(err, fault.KindNotFound) { // sent for another system that uses the same Stripe account
			err = nil
		}
		return api.Reply(api.Message{Message: "Reçu."}), err
	})
}

func (s area) paymentPage(
	ctx context.Context, page api.PageInput, typed shape.PaymentFilters, operatorID int64,
) (*api.Answer[PaymentPage], error) {
	filter, err := typed.Filter(operatorID)
	if err != nil {
		return nil, err
	}
	offset, limit := page.Window()
	list, total, err := s.Payments.List(ctx, filter, offset, limit)
	actor := api.ActorOf(ctx)
	total, capped := filter.Shown(total)
	return api.Reply(PaymentPage{shape.Each(list,
		func(d payment.Details) shape.Payment { return s.At().Payment(d, actor) }), total, capped}), err
}

func (s area) paymentAnswer(
	ctx context.Context, details payment.Details, err error,
) (*api.Answer[shape.Payment], error) {
	if err != nil {
		return nil, err
	}
	documents, err := s.Documents.Of(ctx, details.ID)
	if err != nil {
		return nil, err
	}
	body := s.At().Payment(details, api.ActorOf(ctx))
	body.Documents = shape.Each(documents[details.ID], shape.DocumentBody)
	body.RecuEnPreparation, err = s.Documents.Pending(ctx, details.Payment, documents[details.ID])
	return api.Reply(body), err
}
