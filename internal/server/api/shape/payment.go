package shape

import (
	"cmp"
	"encoding/json"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// PaymentDocument is a receipt or credit note of a payment.
type PaymentDocument struct {
	ID      int64         `json:"id"`
	Type    document.Kind `json:"type" enum:"recu,avoir"`
	Numero  string        `json:"numero" example:"VELO-2026-000123"`
	Date    time.Time     `json:"date" doc:"De la numérotation"`
	Montant money.Cents   `json:"montant" doc:"TTC"`

	AvantRegistre bool `json:"avantRegistre" doc:"De ce qui a été réglé avant le registre, et numéroté ensuite"`
}

// DocumentBody returns the shape of a document.
func DocumentBody(d document.Document) PaymentDocument {
	return PaymentDocument{
		d.ID, d.Kind, d.Record.Number, d.Record.IssuedAt.In(clock.Paris), d.Record.Total, d.BeforeLedger,
	}
}

// Payment is what one user owes for a stay, or for a term of a subscription. Amounts are in cents; during a stay, its
// amount is the current one.
type Payment struct {
	ID                     int64             `json:"id"`
	IDUtilisateur          int64             `json:"idUtilisateur" doc:"Le compte de l'usager"`
	Nom                    string            `json:"nom"`
	Prenom                 string            `json:"prenom"`
	Email                  string            `json:"email"`
	Telephone              string            `json:"telephone"`
	Exploitant             int64             `json:"exploitant" doc:"Son identifiant"`
	Test                   bool              `json:"test"`
	DatePaiement           *time.Time        `json:"datePaiement" doc:"De l'encaissement"`
	Montant                money.Cents       `json:"montant"`
	MontantInitial         money.Cents       `json:"montantInitial" doc:"Facturé ; montant est moindre quand un abonnement impayé s'est terminé avant son échéance"`
	Rembourse              money.Cents       `json:"rembourse" doc:"Rendu, ou demandé : voir remboursementEnAttente"`
	RemboursementEnAttente money.Cents       `json:"remboursementEnAttente" doc:"La part de rembourse que le prestataire n'a pas encore rendue"`
	UUIDReservation        string            `json:"uuidReservation"`
	Utilisations           []PaidFor         `json:"utilisations"`
	ProchainePresentation  *time.Time        `json:"prochainePresentation" doc:"null : aucune n'est prévue"`
	Regroupement           *PaymentWaiting   `json:"regroupement" doc:"null : il n'attend pas d'autres petites sommes"`
	Contestation           *Dispute          `json:"contestation" doc:"null : l'usager ne l'a pas contesté auprès de sa banque"`
	PaiementDetail         PaymentDetail     `json:"paiementDetail"`
	Documents              []PaymentDocument `json:"documents,omitempty" doc:"Ses reçus et avoirs, du plus ancien au plus récent ; absents des listes"`
	RecuEnPreparation      bool              `json:"recuEnPreparation,omitempty" doc:"Encaissé à l'instant : son reçu est numéroté dans la minute"`
	Demande                *RefundRequest    `json:"demandeRemboursement" doc:"La dernière ; null : aucune n'a été faite"`
	Actions                []payment.Action  `json:"actions" enum:"manual,annuler,generer-ordre,switch-gratuit,rembourser,demander-remboursement,refuser-remboursement,retirer-remboursement" doc:"Ce que l'appelant peut faire maintenant"`
}

// PaymentWaiting is what a small sum waits for; prochainePresentation tells until when, at the latest.
type PaymentWaiting struct {
	Montant money.Cents `json:"montant" doc:"Ce que le client doit à l'exploitant et qui attend, celui-ci compris" example:"30"`
	Seuil   money.Cents `json:"seuil" doc:"La somme à partir de laquelle tout est encaissé en une fois" example:"50"`
}

// Dispute is that the holder of the card disputed the charge of a payment at their bank.
type Dispute struct {
	Le      time.Time              `json:"le" doc:"Quand le prestataire l'a repris"`
	Issue   payment.DisputeOutcome `json:"issue" enum:",gagnee,perdue" doc:"Vide : elle est en cours"`
	FinieLe *time.Time             `json:"finieLe" doc:"null : elle est en cours"`
}

// DisputeOrNil returns the shape of a dispute; nil: there is none.
func DisputeOrNil(d *payment.Dispute) *Dispute {
	if d == nil {
		return nil
	}
	return &Dispute{d.At.In(clock.Paris), d.Outcome, InParis(d.ClosedAt)}
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
		r.Schema(reflect.TypeFor[Stay](), true, "Stay"), r.Schema(reflect.TypeFor[Subscription](), true, "Subscription"),
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
	Nature           payment.Kind   `json:"nature" enum:"presentation,remboursement,manuel,annulation,reduction"`
	Type             string         `json:"type" doc:"Le mode de paiement, qui est aussi celui d'un remboursement fait autrement que sur la carte ; Remboursement sur la carte ; Annulation ; Gratuité ; Réduction"`
	Statut           payment.Status `json:"statut" enum:"RUNNING,NOT_PRESENTED,FREE,ATTEMPT_PROCESS,PAID,UNPAID,ERROR,PAYMENT_ERROR_MEANT_OF_PAYMENT,PERMANENT_ERROR,MANUAL,CANCELLED,INVALID_PAYMENT" doc:"Son issue ; ATTEMPT_PROCESS : pas encore connue"`
	Commentaire      string         `json:"commentaire"`
	DatePresentation time.Time      `json:"datePresentation"`
	Montant          money.Cents    `json:"montant"`
	Carte            *AccountCard   `json:"carte"`
	Tentative        int            `json:"tentative" doc:"0 : aucune carte n'a été présentée"`
	Encaissement     *GroupCharge   `json:"encaissement" doc:"Celui de plusieurs paiements en une fois, dont cette présentation est une part ; null : elle est seule"`
}

// GroupCharge is a charge that collects several payments at once.
type GroupCharge struct {
	UUID    string      `json:"uuid" doc:"Sous lequel le prestataire de paiement le connaît"`
	Montant money.Cents `json:"montant" doc:"La somme de ses parts" example:"60"`
}

// Payment returns the shape of a payment, with what the viewer may do on it.
func (at At) Payment(d payment.Details, viewer access.Actor) Payment {
	owed := d.Owed(time.Time(at))
	body := Payment{
		ID: d.ID, Nom: d.Account.LastName, Prenom: d.Account.FirstName, Email: d.Account.Email, Telephone: d.Account.Phone,
		Exploitant: d.OperatorID, Test: d.Test,
		Montant: owed, MontantInitial: owed + d.Reduced, Rembourse: d.Refunded, RemboursementEnAttente: d.RefundPending,
		UUIDReservation: d.UUID,
		Utilisations:    []PaidFor{},
		PaiementDetail:  PaymentDetail{d.Status, Each(d.WithReduction(), attemptBody)},
		Contestation:    DisputeOrNil(d.Dispute),
		Actions:         d.ActionsOf(viewer),
		IDUtilisateur:   d.AccountID,
		Demande:         refundRequestOrNil(d, viewer),
	}
	if d.Waiting != nil {
		body.Regroupement = &PaymentWaiting{d.Waiting.Sum, d.Waiting.For}
	}
	body.DatePaiement, body.ProchainePresentation = InParis(d.SettledAt), InParis(d.DueAt)
	if d.Stay != nil {
		stay := at.StayForStaff(*d.Stay)
		body.Utilisations = append(body.Utilisations, PaidFor{stay: &stay})
	}
	if d.Subscription != nil {
		bought := at.Subscription(*d.Subscription)
		// the status of this term, not of the last one
		bought.PaiementDetail = &StayPayment{ID: &d.ID, PaiementStatut: d.Status}
		body.Utilisations = append(body.Utilisations, PaidFor{subscription: &bought})
	}
	return body
}

func attemptBody(p payment.Attempt) Attempt {
	body := Attempt{
		UUID: p.UUID, Nature: p.Kind, Statut: p.Outcome, Commentaire: p.Comment, DatePresentation: p.At.In(clock.Paris),
		Montant:   p.Amount,
		Tentative: p.Number,
	}
	switch p.Kind {
	case payment.PaidByHand:
		body.Type = string(p.Means)
	case payment.Refund:
		body.Type = cmp.Or(string(p.Means), "Remboursement")
	case payment.Cancellation:
		body.Type = "Annulation"
		if p.Outcome == payment.Free {
			body.Type = "Gratuité"
		}
	case payment.Reduction:
		body.Type = "Réduction"
	case payment.Charge:
		body.Type = "Carte bancaire"
	}
	if p.Group != nil {
		body.Encaissement = &GroupCharge{p.Group.UUID, p.Group.Amount}
	}
	if p.Card != nil {
		body.Carte = &AccountCard{Pan: p.Card.PAN, ExpirationDate: p.Card.Expires}
	}
	return body
}
