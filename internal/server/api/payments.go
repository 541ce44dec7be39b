package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// Payment is what one user owes for a stay, or for a term of a subscription. Amounts are in cents; during a stay, its
// amount is the current one.
type Payment struct {
	ID                     int64             `json:"id"`
	Nom                    string            `json:"nom"`
	Prenom                 string            `json:"prenom"`
	Email                  string            `json:"email"`
	Telephone              string            `json:"telephone"`
	Exploitant             int64             `json:"exploitant" doc:"Son identifiant"`
	Test                   bool              `json:"test"`
	DatePaiement           *time.Time        `json:"datePaiement" doc:"De l'encaissement"`
	Montant                money.Cents       `json:"montant"`
	Rembourse              money.Cents       `json:"rembourse" doc:"Rendu, ou demandé : voir remboursementEnAttente"`
	RemboursementEnAttente money.Cents       `json:"remboursementEnAttente" doc:"La part de rembourse que le prestataire n'a pas encore rendue"`
	UUIDReservation        string            `json:"uuidReservation"`
	Utilisations           []PaidFor         `json:"utilisations"`
	ProchainePresentation  *time.Time        `json:"prochainePresentation" doc:"null : aucune n'est prévue"`
	PaiementDetail         PaymentDetail     `json:"paiementDetail"`
	Documents              []PaymentDocument `json:"documents,omitempty" doc:"Ses reçus et avoirs, du plus ancien au plus récent ; absents des listes"`
	RecuEnPreparation      bool              `json:"recuEnPreparation,omitempty" doc:"Encaissé à l'instant : son reçu est numéroté dans la minute"`
	Actions                []payment.Action  `json:"actions" enum:"manual,annuler,generer-ordre,switch-gratuit,rembourser" doc:"Ce que l'appelant peut faire maintenant"`
}

// PaidFor is a stay or a subscription; a stay has idOccupation.
type PaidFor struct {
	stay         *Stay
	subscription *Subscription
}

// MarshalJSON writes whichever is set.
func (p PaidFor) MarshalJSON() ([]byte, error) {
	if p.stay != nil {
		return json.Marshal(p.stay)
	}
	return json.Marshal(p.subscription)
}

// Schema describes both shapes.
func (PaidFor) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		r.Schema(typeOf[Stay](), true, "Stay"), r.Schema(typeOf[Subscription](), true, "Subscription"),
	}}
}

// PaymentDetail is the status of a payment and the attempts that led to it.
type PaymentDetail struct {
	PaiementStatut       payment.Status `json:"paiementStatut" enum:"RUNNING,NOT_PRESENTED,FREE,ATTEMPT_PROCESS,PAID,UNPAID,ERROR,PAYMENT_ERROR_MEANT_OF_PAYMENT,PERMANENT_ERROR,MANUAL,CANCELLED,INVALID_PAYMENT"`
	PaiementPresentation []Attempt      `json:"paiementPresentation" doc:"De la plus ancienne à la plus récente"`
}

// Attempt is an attempt to collect a payment or to refund some of it, or what the staff did instead.
type Attempt struct {
	UUID             string         `json:"uuid"`
	Nature           payment.Kind   `json:"nature" enum:"presentation,remboursement,manuel,annulation"`
	Type             string         `json:"type" doc:"Le mode de paiement, Remboursement ou Annulation"`
	Statut           payment.Status `json:"statut" enum:"RUNNING,NOT_PRESENTED,FREE,ATTEMPT_PROCESS,PAID,UNPAID,ERROR,PAYMENT_ERROR_MEANT_OF_PAYMENT,PERMANENT_ERROR,MANUAL,CANCELLED,INVALID_PAYMENT" doc:"Son issue ; ATTEMPT_PROCESS : pas encore connue"`
	Commentaire      string         `json:"commentaire"`
	DatePresentation time.Time      `json:"datePresentation"`
	Montant          money.Cents    `json:"montant"`
	Carte            *AccountCard   `json:"carte"`
	Tentative        int            `json:"tentative" doc:"0 : aucune carte n'a été présentée"`
}

// PaymentPage is a page of payments.
type PaymentPage struct {
	Items         []Payment `json:"items"`
	Total         int       `json:"total"`
	TotalPlafonne bool      `json:"totalPlafonne,omitempty" doc:"Il y en a plus que total, qui s'arrête à 100 000"`
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
	Montant     *money.Cents `json:"montant,omitempty" doc:"Absent : tout ce qui ne l'a pas encore été"`
	Commentaire string       `json:"commentaire,omitempty"`
}

const paymentTag = "Paiements"

func (s *server) registerPayments() {
	register(s, rule{audience: admins, at: operatorInQuery}, huma.Operation{
		OperationID: "list-payments", Method: http.MethodGet, Path: "/api/admin/paiements", Tags: []string{paymentTag},
		Summary: "Les paiements de la plateforme, du plus récent au plus ancien",
	}, func(ctx context.Context, in *struct {
		PageInput
		PlatformPaymentFilters
	},
	) (*answer[PaymentPage], error) {
		return s.paymentPage(ctx, in.PageInput, in.PaymentFilters, in.operator())
	})
	register(s, rule{audience: holders, right: access.EventsRead, at: operatorInPath}, huma.Operation{
		OperationID: "list-operator-payments", Method: http.MethodGet, Path: "/api/admin/paiements/exploitant/{id}", Tags: []string{paymentTag},
		Summary: "Les paiements d'un exploitant, du plus récent au plus ancien",
	}, func(ctx context.Context, in *struct {
		IDInput
		PageInput
		PaymentFilters
	},
	) (*answer[PaymentPage], error) {
		return s.paymentPage(ctx, in.PageInput, in.PaymentFilters, in.ID)
	})
	register(s, rule{audience: staff}, huma.Operation{
		OperationID: "list-payment-statuses", Method: http.MethodGet, Path: "/api/admin/paiements/status", Tags: []string{paymentTag},
		Summary: "Les statuts de paiement",
	}, func(context.Context, *struct{}) (*answer[[]PaymentStatus], error) {
		return reply(each(payment.StatusDisplays, func(l payment.StatusDisplay) PaymentStatus { return PaymentStatus{l.Status, l.Label, l.Colour} })), nil
	})
	register(s, rule{audience: holders, right: access.EventsRead, at: ownerOfPayment}, huma.Operation{
		OperationID: "get-payment", Method: http.MethodGet, Path: "/api/admin/paiement/{id}", Tags: []string{paymentTag}, Summary: "Un paiement",
	}, func(ctx context.Context, in *IDInput) (*answer[Payment], error) {
		details, err := s.Payments.Details(ctx, in.ID)
		return s.paymentAnswer(ctx, details, err)
	})
	register(s, rule{audience: holders, right: access.EventsWrite, at: ownerOfPayment}, huma.Operation{
		OperationID: "mark-payment-as-paid", Method: http.MethodPatch, Path: "/api/admin/paiement/{id}/manual", Tags: []string{paymentTag},
		Summary: "Marquer comme payé", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		IDInput
		Body ManualPayment
	},
	) (*answer[Payment], error) {
		details, err := s.Payments.MarkAsPaid(ctx, actorOf(ctx), in.ID, in.Body.Type, in.Body.Commentaire)
		return s.paymentAnswer(ctx, details, err)
	})
	register(s, rule{audience: holders, right: access.EventsWrite, at: ownerOfPayment}, huma.Operation{
		OperationID: "cancel-payment", Method: http.MethodPatch, Path: "/api/admin/paiement/{id}/annuler", Tags: []string{paymentTag},
		Summary: "Annuler un paiement", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		IDInput
		Body Commented
	},
	) (*answer[Payment], error) {
		details, err := s.Payments.Cancel(ctx, actorOf(ctx), in.ID, in.Body.Commentaire)
		return s.paymentAnswer(ctx, details, err)
	})
	register(s, rule{audience: holders, right: access.EventsWrite, at: ownerOfPayment}, huma.Operation{
		OperationID: "generate-payment-order", Method: http.MethodPatch, Path: "/api/admin/paiement/{id}/generer-ordre", Tags: []string{paymentTag},
		Summary: "Générer un ordre de paiement", Description: "Le paiement est présenté une fois de plus, au plus tôt un jour après la réponse à la dernière présentation.", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		IDInput
		Body Commented
	},
	) (*answer[Payment], error) {
		details, err := s.Payments.GenerateOrder(ctx, actorOf(ctx), in.ID, in.Body.Commentaire)
		return s.paymentAnswer(ctx, details, err)
	})
	register(s, rule{audience: holders, right: access.EventsWrite, at: ownerOfPayment}, huma.Operation{
		OperationID: "make-payment-free", Method: http.MethodPatch, Path: "/api/admin/paiement/{id}/switch-gratuit", Tags: []string{paymentTag},
		Summary: "Ne pas faire payer", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *IDInput) (*answer[Payment], error) {
		details, err := s.Payments.MakeFree(ctx, actorOf(ctx), in.ID)
		return s.paymentAnswer(ctx, details, err)
	})
	register(s, rule{audience: managers, at: ownerOfPayment}, huma.Operation{
		OperationID: "refund-payment", Method: http.MethodPatch, Path: "/api/admin/paiement/{id}/rembourser", Tags: []string{paymentTag},
		Summary: "Rembourser un paiement encaissé, en tout ou partie", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		IDInput
		Body PaymentRefund
	},
	) (*answer[Payment], error) {
		details, err := s.Payments.Refund(ctx, actorOf(ctx), in.ID, in.Body.Montant, in.Body.Commentaire)
		return s.paymentAnswer(ctx, details, err)
	})
	s.registerManyPayments()
	register(s, rule{audience: provider, maxBody: 64 << 10}, huma.Operation{
		OperationID: "stripe-webhook", Method: http.MethodPost, Path: "/api/paiements/stripe", Tags: []string{paymentTag},
		Summary: "Ce que Stripe annonce", Description: "Signé par Stripe ; appliqué une fois, quel que soit l'ordre d'arrivée.",
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"application/json": {Schema: &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "Un événement de Stripe"}},
		}},
		SkipValidateBody: true, // huma takes RawBody for base64; the signature is the check
	}, func(ctx context.Context, in *struct {
		Signature string `header:"Stripe-Signature"`
		RawBody   []byte `contentType:"application/json"`
	},
	) (*answer[Message], error) {
		notice, err := s.Notices.Read(in.RawBody, in.Signature)
		if errors.Is(err, payment.ErrForged) {
			return nil, &fault.Error{Kind: fault.KindMalformed, Detail: "La signature n'est pas valable."}
		}
		if err == nil && notice.Attempt != "" {
			err = s.Payments.Settle(ctx, notice.Attempt, notice.Answer)
		}
		if fault.Is(err, fault.KindNotFound) { // sent for another system that uses the same Stripe account
			err = nil
		}
		return reply(Message{"Reçu."}), err
	})
}

func (s *server) paymentPage(ctx context.Context, page PageInput, typed PaymentFilters, operatorID int64) (*answer[PaymentPage], error) {
	filter, err := typed.filter(operatorID)
	if err != nil {
		return nil, err
	}
	offset, limit := page.window()
	list, total, err := s.Payments.List(ctx, filter, offset, limit)
	actor := actorOf(ctx)
	total, capped := filter.Shown(total)
	return reply(PaymentPage{each(list, func(d payment.Details) Payment { return s.paymentBody(d, actor) }), total, capped}), err
}

func (s *server) paymentAnswer(ctx context.Context, details payment.Details, err error) (*answer[Payment], error) {
	if err != nil {
		return nil, err
	}
	documents, err := s.Documents.Of(ctx, details.ID)
	if err != nil {
		return nil, err
	}
	body := s.paymentBody(details, actorOf(ctx))
	body.Documents = each(documents[details.ID], documentBody)
	body.RecuEnPreparation, err = s.Documents.Pending(ctx, details.Payment, documents[details.ID])
	return reply(body), err
}

func (s *server) paymentBody(d payment.Details, viewer access.Actor) Payment {
	body := Payment{
		ID: d.ID, Nom: d.Account.LastName, Prenom: d.Account.FirstName, Email: d.Account.Email, Telephone: d.Account.Phone, Exploitant: d.OperatorID, Test: d.Test,
		Montant: d.Amount, Rembourse: d.Refunded, RemboursementEnAttente: d.RefundPending, UUIDReservation: d.UUID, Utilisations: []PaidFor{},
		PaiementDetail: PaymentDetail{d.Status, each(d.Attempts, attemptBody)},
		Actions:        actionsOf(d, viewer),
	}
	body.DatePaiement, body.ProchainePresentation = inParis(d.SettledAt), inParis(d.DueAt)
	if d.Stay != nil {
		stay := s.stayBody(*d.Stay)
		if d.Status == payment.Running {
			body.Montant = stay.Cout
		}
		body.Utilisations = append(body.Utilisations, PaidFor{stay: &stay})
	}
	if d.Subscription != nil {
		bought := s.subscriptionBody(*d.Subscription)
		bought.PaiementDetail = StayPayment{ID: &d.ID, PaiementStatut: d.Status} // the status of this term, not of the last one
		body.Utilisations = append(body.Utilisations, PaidFor{subscription: &bought})
	}
	return body
}

// actionsOf lists the acts that the viewer may do on a payment now.
func actionsOf(p payment.Details, viewer access.Actor) []payment.Action {
	if !viewer.Can(access.EventsWrite, p.OperatorID) {
		return []payment.Action{}
	}
	return slices.DeleteFunc(p.Actions(), func(a payment.Action) bool { return a == payment.GiveBack && !viewer.ManagerAt(p.OperatorID) })
}

func attemptBody(p payment.Attempt) Attempt {
	body := Attempt{
		UUID: p.UUID, Nature: p.Kind, Statut: p.Outcome, Commentaire: p.Comment, DatePresentation: p.At.In(clock.Paris), Montant: p.Amount,
		Tentative: p.Number,
	}
	switch p.Kind {
	case payment.PaidByHand:
		body.Type = string(p.Means)
	case payment.Refund:
		body.Type = "Remboursement"
	case payment.Cancellation:
		body.Type = "Annulation"
	case payment.Charge:
		body.Type = "Carte bancaire"
	}
	if p.Card != nil {
		body.Carte = &AccountCard{Pan: p.Card.PAN, ExpirationDate: p.Card.Expires}
	}
	return body
}
