package shape

import (
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// RefundRequest is a refund that staff who may not refund ask managers for.
type RefundRequest struct {
	Montant     money.Cents            `json:"montant"`
	Cause       payment.RefundCause    `json:"cause" enum:"fin_corrigee,sans_penalites,rien_du,autre"`
	Fin         *time.Time             `json:"fin" doc:"La vraie fin de l'utilisation, pour fin_corrigee"`
	PrixJuste   *money.Cents           `json:"prixJuste" doc:"Le prix calculé pour cette cause ; null : aucun n'en découle"`
	Commentaire string                 `json:"commentaire"`
	Le          time.Time              `json:"le"`
	Par         *Named                 `json:"par" doc:"null : une clé ou un compte qui n'est plus connu"`
	Issue       payment.RequestOutcome `json:"issue" enum:",acceptee,refusee,retiree" doc:"Vide : elle attend"`
	DecideeLe   *time.Time             `json:"decideeLe"`
	DecideePar  *Named                 `json:"decideePar"`
	Reponse     string                 `json:"reponse" doc:"Pourquoi elle est refusée"`
}

// refundRequestOrNil returns the shape of the last request for a refund of a payment; nil: there was none. Who asked
// and decided is told to staff alone.
func refundRequestOrNil(d payment.Details, viewer access.Actor) *RefundRequest {
	r := d.Request
	if r == nil {
		return nil
	}
	body := &RefundRequest{
		Montant: r.Amount, Cause: r.Cause, Fin: InParis(r.TrueEnd), PrixJuste: r.Right, Commentaire: r.Comment,
		Le: r.Asked.At.In(clock.Paris), Issue: r.Outcome, Reponse: r.Answer,
	}
	staff := viewer.Can(access.EventsRead, d.OperatorID)
	if staff {
		body.Par = signer(r.Asked)
	}
	if r.Decided != nil {
		body.DecideeLe = InParis(&r.Decided.At)
		if staff {
			body.DecideePar = signer(*r.Decided)
		}
	}
	return body
}

func signer(by payment.Signed) *Named {
	if by.Name == "" {
		return nil
	}
	return &Named{by.AccountID, by.Name}
}
