package money

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/ownership"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// ManyPayments is one action on several payments, with one comment.
type ManyPayments struct {
	Action      payment.Action `json:"action" enum:"annuler,generer-ordre"`
	Paiements   []int64        `json:"paiements" minItems:"1" maxItems:"100"`
	Commentaire string         `json:"commentaire,omitempty"`
}

// ManyPaymentsDone says of each payment whether the action was done.
type ManyPaymentsDone struct {
	Faits     int           `json:"faits"`
	Montant   money.Cents   `json:"montant" doc:"La somme des paiements sur lesquels l'action a été faite"`
	Resultats []PaymentDone `json:"resultats" doc:"Dans l'ordre demandé"`
}

// PaymentDone reports whether the action was done on one payment.
type PaymentDone struct {
	ID      int64  `json:"id"`
	Fait    bool   `json:"fait"`
	Message string `json:"message" doc:"Pourquoi elle ne l'a pas été, ou rien"`
}

func (s area) registerManyPayments() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "act-on-payments", Method: http.MethodPost,
		Path: "/api/admin/paiements/exploitant/{id}/traitement-groupe", Tags: []string{"Paiements"},
		Summary:     "Annuler plusieurs paiements, ou générer un ordre pour chacun",
		Description: "Chaque paiement suit les règles de l'action seule : l'un peut être refusé et les autres non. Tous doivent être de l'exploitant, sinon 404 et rien n'est fait.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body ManyPayments
	},
	) (*api.Answer[ManyPaymentsDone], error) {
		actor := api.ActorOf(ctx)
		for _, id := range in.Body.Paiements {
			operatorID, err := s.Owners.Of(ctx, actor, ownership.Payment, id)
			if err != nil {
				return nil, err
			}
			if operatorID != in.ID {
				return nil, fault.NotFound()
			}
		}
		done, err := s.Payments.ActOnMany(ctx, actor, in.Body.Paiements, in.Body.Action, in.Body.Commentaire)
		if err != nil {
			return nil, err
		}
		body := ManyPaymentsDone{Resultats: shape.Each(done, paymentDoneBody)}
		for _, one := range done {
			if one.Refusal == nil {
				body.Faits++
				body.Montant += one.Amount
			}
		}
		return api.Reply(body), nil
	})
}

func paymentDoneBody(done payment.Done) PaymentDone {
	body := PaymentDone{ID: done.ID, Fait: done.Refusal == nil}
	if !body.Fait {
		body.Message = done.Refusal.Detail
	}
	return body
}
