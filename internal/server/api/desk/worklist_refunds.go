package desk

import (
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api/shape"
)

// RefundRequests lists the refunds that are asked for.
type RefundRequests struct {
	KindCounts
	Items []RequestedRefund `json:"items" doc:"La première demandée d'abord"`
}

// RequestedRefund is a refund that is asked for by who may not refund.
type RequestedRefund struct {
	WorklistLine
	ID          int64               `json:"id" doc:"Du paiement"`
	Montant     money.Cents         `json:"montant" doc:"Demandé"`
	PrixPaye    money.Cents         `json:"prixPaye"`
	PrixJuste   *money.Cents        `json:"prixJuste" doc:"Calculé ; null : aucun ne découle de la cause"`
	Cause       payment.RefundCause `json:"cause" enum:"fin_corrigee,sans_penalites,rien_du,autre"`
	Commentaire string              `json:"commentaire"`
	Demandeur   *shape.Named        `json:"demandeur" doc:"null : une clé ou un compte qui n'est plus connu"`
	Utilisateur shape.Named         `json:"utilisateur"`
	Station     *shape.Named        `json:"station,omitempty" doc:"D'une utilisation"`
	Casier      *shape.StayLocker   `json:"casier,omitempty"`
	Abonnement  string              `json:"abonnement" doc:"Son nom, ou rien"`
}

func requestedRefundBody(r worklist.Refund) RequestedRefund {
	body := RequestedRefund{
		WorklistLine: lineBody(r.Line), ID: r.PaymentID, Montant: r.Amount, PrixPaye: r.Price, PrixJuste: r.Right,
		Cause: r.Cause, Commentaire: r.Comment, Utilisateur: shape.Named{ID: r.Account.ID, Nom: r.Account.Name},
		Abonnement: r.Label,
	}
	if r.Asker != nil {
		body.Demandeur = &shape.Named{ID: r.Asker.ID, Nom: r.Asker.Name}
	}
	if r.Place != nil {
		station, locker := placeBody(*r.Place)
		body.Station, body.Casier = &station, &locker
	}
	return body
}
