package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Type is the type of an event, as written on the wire.
type Type string

// The types that an endpoint may choose.
const (
	StayStarted       Type = "stay.started"
	StayEnded         Type = "stay.ended"
	StayOverrunSoon   Type = "stay.overrun_soon"
	StayOverrun       Type = "stay.overrun"
	StayRemovalDue    Type = "stay.removal_due"
	PaymentSettled    Type = "payment.settled"
	PaymentFailed     Type = "payment.failed"
	RefundSettled     Type = "refund.settled"
	DocumentIssued    Type = "document.issued"
	LockerActivated   Type = "locker.activated"
	LockerDeactivated Type = "locker.deactivated"
	OpeningUsed       Type = "opening.used"
	StationActivated  Type = "station.activated"

	StationDeactivated Type = "station.deactivated"

	ControllerSilent Type = "controller.silent"
	ControllerBack   Type = "controller.back"

	SubscriptionStarted Type = "subscription.started"
	SubscriptionRenewed Type = "subscription.renewed"
	SubscriptionEnded   Type = "subscription.ended"
	SubscriptionResumed Type = "subscription.resumed"

	OfferMade Type = "offer.made"

	InterventionOpened   Type = "intervention.opened"
	InterventionResolved Type = "intervention.resolved"
)

// Trial is the type of the event of « Envoyer un essai », which every endpoint receives.
const Trial Type = "consigne.test"

// Types lists the types that an endpoint may choose, in the order of the screens.
func Types() []Type {
	return []Type{
		StayStarted, StayEnded, StayOverrunSoon, StayOverrun, StayRemovalDue, PaymentSettled, PaymentFailed, RefundSettled,
		DocumentIssued, LockerActivated, LockerDeactivated, StationActivated, StationDeactivated, OpeningUsed,
		ControllerSilent, ControllerBack,
		SubscriptionStarted, SubscriptionRenewed, SubscriptionEnded, SubscriptionResumed, OfferMade,
		InterventionOpened, InterventionResolved,
	}
}

// labels describes what each type is, for who reads the API.
var labels = map[Type]string{
	StayStarted: "Une utilisation commence", StayEnded: "Une utilisation se termine",
	StayOverrunSoon: "Une utilisation approche du délai de dépassement, du rappel de son tarif",
	StayOverrun:     "Une utilisation passe le délai de dépassement",
	StayRemovalDue:  "Une utilisation passe le délai d'enlèvement",
	PaymentSettled:  "Un paiement est encaissé, ou marqué comme payé",
	PaymentFailed:   "Une présentation d'un paiement échoue, ou ses présentations sont épuisées",
	RefundSettled:   "Un remboursement est fait",
	DocumentIssued:  "Un reçu ou un avoir est numéroté", LockerActivated: "Un casier est remis en service",
	LockerDeactivated:  "Un casier est mis hors service",
	StationActivated:   "Une station est remise en service",
	StationDeactivated: "Une station est mise hors service, avec tous ses casiers",
	OpeningUsed:        "Un code a ouvert une porte", ControllerSilent: "Le contrôleur d'une station ne répond plus",
	ControllerBack:      "Le contrôleur d'une station répond de nouveau",
	SubscriptionStarted: "Un abonnement est souscrit",
	SubscriptionRenewed: "Une nouvelle échéance d'un abonnement commence",
	SubscriptionEnded:   "Un abonnement est résilié, ou ne sera pas reconduit : fin dit quand il se termine",
	SubscriptionResumed: "La résiliation d'un abonnement est reprise avant son terme",
	OfferMade:           "Une place est offerte à qui attend un abonnement",
	InterventionOpened:  "Une intervention est ouverte, ou rouverte",

	InterventionResolved: "Une intervention est résolue",
	Trial:                "Un essai, envoyé depuis la console",
}

// Label returns what the type is.
func (t Type) Label() string { return labels[t] }

// Known reports whether an endpoint may choose the type.
func (t Type) Known() bool { return slices.Contains(Types(), t) }

// Event is what happened, in the transaction that made it happen.
type Event struct {
	Type       Type
	OperatorID int64
	Object     Object
	At         time.Time
	Data       any // the structure of the type: StayData, PaymentData…
}

// Announcer writes an event for the endpoints of its operator that have chosen its type, in the transaction of what it
// tells.
type Announcer interface {
	Announce(ctx context.Context, event Event) error
}

// StayData is what the events of stays hold. It has no name, e-mail, telephone, card or code, as none of these
// structures.
type StayData struct {
	IDExploitant  int64        `json:"idExploitant"`
	IDStation     int64        `json:"idStation"`
	IDCasier      int64        `json:"idCasier"`
	IDOccupation  int64        `json:"idOccupation"`
	IDPaiement    int64        `json:"idPaiement"`
	IDUtilisateur int64        `json:"idUtilisateur" doc:"Le numéro du compte"`
	Place         int          `json:"place" doc:"Dans un espace ; 1 dans un casier"`
	Test          bool         `json:"test" doc:"L'utilisateur est du personnel de l'exploitant, ou un administrateur"`
	Debut         time.Time    `json:"debut"`
	Fin           *time.Time   `json:"fin" doc:"null : en cours"`
	Montant       *money.Cents `json:"montant" doc:"En centimes ; null : en cours"`
	Depassement   bool         `json:"depassement"`
	Enlevement    bool         `json:"enlevement"`
}

// PaymentData is what the events of payments hold.
type PaymentData struct {
	IDExploitant    int64       `json:"idExploitant"`
	IDPaiement      int64       `json:"idPaiement"`
	UUIDReservation string      `json:"uuidReservation"`
	IDOccupation    *int64      `json:"idOccupation" doc:"null : une échéance d'abonnement"`
	IDAbonnement    *int64      `json:"idAbonnement" doc:"null : une utilisation"`
	IDUtilisateur   int64       `json:"idUtilisateur" doc:"Le numéro du compte"`
	Test            bool        `json:"test"`
	Montant         money.Cents `json:"montant" doc:"En centimes"`
	Statut          string      `json:"statut" doc:"Un des statuts de GET /api/admin/paiements/status"`
	Type            *string     `json:"type" doc:"Le mode de paiement ; null : rien n'est encaissé"`
	Presentations   int         `json:"presentations" doc:"Faites jusque-là"`
	Prochaine       *time.Time  `json:"prochaine" doc:"La prochaine présentation ; null : il n'y en a pas"`
}

// RefundData is what the event of a refund holds.
type RefundData struct {
	IDExploitant      int64       `json:"idExploitant"`
	IDPaiement        int64       `json:"idPaiement"`
	UUIDReservation   string      `json:"uuidReservation"`
	UUIDRemboursement string      `json:"uuidRemboursement"`
	IDOccupation      *int64      `json:"idOccupation" doc:"null : une échéance d'abonnement"`
	IDAbonnement      *int64      `json:"idAbonnement" doc:"null : une utilisation"`
	IDUtilisateur     int64       `json:"idUtilisateur" doc:"Le numéro du compte"`
	Test              bool        `json:"test"`
	Montant           money.Cents `json:"montant" doc:"De ce remboursement, en centimes"`
}

// SubscriptionData is what the events of subscriptions hold.
type SubscriptionData struct {
	IDExploitant      int64       `json:"idExploitant"`
	IDAbonnement      int64       `json:"idAbonnement"`
	IDUtilisateur     int64       `json:"idUtilisateur" doc:"Le numéro du compte"`
	IDTarif           int64       `json:"idTarif"`
	Test              bool        `json:"test"`
	Debut             time.Time   `json:"debut"`
	Fin               *time.Time  `json:"fin" doc:"Passée ou à venir ; null : il est reconduit"`
	ProchaineEcheance *time.Time  `json:"prochaineEcheance" doc:"null : il n'y en a pas"`
	Montant           money.Cents `json:"montant" doc:"D'une échéance, en centimes"`
}

// OfferData is what the event of an offer to who waits holds.
type OfferData struct {
	IDExploitant  int64     `json:"idExploitant"`
	IDAttente     int64     `json:"idAttente"`
	IDUtilisateur int64     `json:"idUtilisateur" doc:"Le numéro du compte"`
	IDTarif       int64     `json:"idTarif"`
	IDStation     int64     `json:"idStation"`
	IDCasier      *int64    `json:"idCasier" doc:"null : une place quelconque de la station"`
	JusquAu       time.Time `json:"jusquAu" doc:"Passé cet instant, l'offre va au suivant"`
}

// DocumentData is what the event of a receipt or credit note holds.
type DocumentData struct {
	IDExploitant int64       `json:"idExploitant"`
	IDPaiement   int64       `json:"idPaiement"`
	Numero       string      `json:"numero"`
	Genre        string      `json:"genre" enum:"recu,avoir"`
	Montant      money.Cents `json:"montant" doc:"TTC, en centimes"`
	TVA          money.Cents `json:"tva" doc:"En centimes"`
	TauxTVA      money.Rate  `json:"tauxTva" doc:"En centièmes de pour cent"`
	Emission     time.Time   `json:"emission"`
}

// LockerData is what the events of lockers hold.
type LockerData struct {
	IDExploitant int64 `json:"idExploitant"`
	IDStation    int64 `json:"idStation"`
	IDCasier     int64 `json:"idCasier"`
	// Of locker.deactivated alone:
	Cause       string `json:"cause,omitempty" doc:"De locker.deactivated : serrure, porte, clavier, controleur, reseau, alimentation, vandalisme, proprete, objet_laisse ou autre"`
	RetourPrevu string `json:"retourPrevu,omitempty" doc:"De locker.deactivated : jour prévu de la remise en service, AAAA-MM-JJ"`
}

// StationData is what the events of stations hold.
type StationData struct {
	IDExploitant int64 `json:"idExploitant"`
	IDStation    int64 `json:"idStation"`
	// Of station.deactivated alone:
	Cause       string `json:"cause,omitempty" doc:"De station.deactivated : serrure, porte, clavier, controleur, reseau, alimentation, vandalisme, proprete, objet_laisse ou autre"`
	RetourPrevu string `json:"retourPrevu,omitempty" doc:"De station.deactivated : jour prévu de la remise en service, AAAA-MM-JJ"`
}

// ControllerData is what the events of controllers hold.
type ControllerData struct {
	IDExploitant int64 `json:"idExploitant"`
	IDStation    int64 `json:"idStation"`
}

// InterventionData is what the events of interventions hold.
type InterventionData struct {
	IDExploitant   int64      `json:"idExploitant"`
	IDIntervention int64      `json:"idIntervention"`
	Numero         int64      `json:"numero"`
	IDStation      int64      `json:"idStation"`
	IDCasier       *int64     `json:"idCasier" doc:"null : la station entière"`
	Cause          string     `json:"cause" doc:"serrure, porte, clavier, controleur, reseau, alimentation, vandalisme, proprete, objet_laisse ou autre"`
	Etat           string     `json:"etat" doc:"ouverte, rouverte ou resolue"`
	Ouverture      time.Time  `json:"ouverture"`
	Resolution     *time.Time `json:"resolution" doc:"null : elle est ouverte"`
}

// TrialData is what the event of a trial holds.
type TrialData struct {
	IDExploitant   int64 `json:"idExploitant"`
	IDNotification int64 `json:"idNotification"`
}

// DataOf returns the zero value of the data of a type.
func (t Type) DataOf() any {
	switch t {
	case StayStarted, StayEnded, StayOverrunSoon, StayOverrun, StayRemovalDue:
		return StayData{}
	case PaymentSettled, PaymentFailed:
		return PaymentData{}
	case RefundSettled:
		return RefundData{}
	case DocumentIssued:
		return DocumentData{}
	case LockerActivated, LockerDeactivated, OpeningUsed:
		return LockerData{}
	case StationActivated, StationDeactivated:
		return StationData{}
	case ControllerSilent, ControllerBack:
		return ControllerData{}
	case SubscriptionStarted, SubscriptionRenewed, SubscriptionEnded, SubscriptionResumed:
		return SubscriptionData{}
	case OfferMade:
		return OfferData{}
	case InterventionOpened, InterventionResolved:
		return InterventionData{}
	}
	return TrialData{}
}

// body is the body of a request.
type body struct {
	Type      Type      `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      any       `json:"data"`
}

// Body returns the body of the requests that tell the event.
func (e Event) Body() (string, error) {
	text, err := json.Marshal(body{e.Type, InParis(e.At), e.Data})
	if err != nil {
		return "", fmt.Errorf("write event %s: %w", e.Type, err)
	}
	return string(text), nil
}

// InParis returns an instant as it is written on the wire, to the millisecond, which is what the database keeps.
func InParis(at time.Time) time.Time { return at.Truncate(time.Millisecond).In(clock.Paris) }

// InParisOrNil does the same for one that may be missing.
func InParisOrNil(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	return new(InParis(*at))
}

// OfStay returns an event of a stay.
func OfStay(t Type, data StayData, at time.Time) Event {
	return Event{
		Type: t, OperatorID: data.IDExploitant, Object: Object{audit.KindStay, data.IDOccupation}, At: at,
		Data: data,
	}
}

// OfPayment returns an event of a payment.
func OfPayment(t Type, data PaymentData, at time.Time) Event {
	return Event{
		Type: t, OperatorID: data.IDExploitant, Object: Object{audit.KindPayment, data.IDPaiement}, At: at,
		Data: data,
	}
}

// OfRefund returns the event of a refund.
func OfRefund(data RefundData, at time.Time) Event {
	return Event{
		Type: RefundSettled, OperatorID: data.IDExploitant, Object: Object{audit.KindPayment, data.IDPaiement},
		At: at, Data: data,
	}
}

// OfDocument returns the event of a document.
func OfDocument(data DocumentData, at time.Time) Event {
	return Event{
		Type: DocumentIssued, OperatorID: data.IDExploitant, Object: Object{audit.KindPayment, data.IDPaiement},
		At: at, Data: data,
	}
}

// OfLocker returns an event of a locker.
func OfLocker(t Type, data LockerData, at time.Time) Event {
	return Event{
		Type: t, OperatorID: data.IDExploitant, Object: Object{audit.KindLocker, data.IDCasier}, At: at,
		Data: data,
	}
}

// OfStation returns an event of a station.
func OfStation(t Type, data StationData, at time.Time) Event {
	return Event{
		Type: t, OperatorID: data.IDExploitant, Object: Object{audit.KindStation, data.IDStation}, At: at,
		Data: data,
	}
}

// OfController returns an event of the controller of a station.
func OfController(t Type, data ControllerData, at time.Time) Event {
	return Event{
		Type: t, OperatorID: data.IDExploitant, Object: Object{audit.KindStation, data.IDStation}, At: at,
		Data: data,
	}
}

// OfSubscription returns an event of a subscription.
func OfSubscription(t Type, data SubscriptionData, at time.Time) Event {
	return Event{
		Type: t, OperatorID: data.IDExploitant, Object: Object{audit.KindSubscription, data.IDAbonnement}, At: at,
		Data: data,
	}
}

// OfOffer returns the event of an offer to who waits.
func OfOffer(data OfferData, at time.Time) Event {
	return Event{
		Type: OfferMade, OperatorID: data.IDExploitant, Object: Object{audit.KindWait, data.IDAttente}, At: at, Data: data,
	}
}

// OfIntervention returns an event of an intervention.
func OfIntervention(t Type, data InterventionData, at time.Time) Event {
	return Event{
		Type: t, OperatorID: data.IDExploitant, Object: Object{audit.KindIntervention, data.IDIntervention}, At: at,
		Data: data,
	}
}
