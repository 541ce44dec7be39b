package shape

import (
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Subscription is a customer's purchase of a subscription tariff.
type Subscription struct {
	ID                     int64                 `json:"id"`
	Debut                  time.Time             `json:"debut"`
	Fin                    *time.Time            `json:"fin" doc:"Passée ou à venir ; null : il est reconduit"`
	FinPrevue              *time.Time            `json:"finPrevue" doc:"La fin de l'échéance en cours, ou de la première"`
	Etat                   subscription.State    `json:"etat" enum:"a_venir,en_cours,impaye,resilie,termine" doc:"impaye : le paiement de la dernière échéance a échoué, ou n'avait pas de carte, et n'est pas réglé ; resilie : il court jusqu'à son terme"`
	ResilieLe              *time.Time            `json:"resilieLe" doc:"null : personne ne l'a résilié"`
	CommentaireResiliation string                `json:"commentaireResiliation,omitempty" doc:"Du personnel"`
	IsReconductible        bool                  `json:"isReconductible"`
	DateProchainPaiement   *time.Time            `json:"date_prochain_paiement"`
	Unite                  string                `json:"unite" enum:"mois,an" doc:"La durée d'une échéance"`
	Tarif                  Named                 `json:"tarif" doc:"Sous son libellé pour le personnel"`
	Libelle                string                `json:"libelle"`
	LibellePublic          string                `json:"libellePublic"`
	Montant                money.Cents           `json:"montant" doc:"Le prix de l'échéance en cours, ou de la première"`
	MontantPlafond         *money.Cents          `json:"montantPlafond"`
	MontantDepassement     *money.Cents          `json:"montantDepassement"`
	MontantEnlevement      *money.Cents          `json:"montantEnlevement"`
	PlaceAttribuee         bool                  `json:"placeAttribuee" doc:"La condition tarifaire prévoit aujourd'hui un casier attribué"`
	Station                *Named                `json:"station" doc:"Où il compte dans le quota ; null : à aucune en particulier"`
	Casier                 *Named                `json:"casier" doc:"Celui qui lui est attribué, à cette station ; null : aucun"`
	PaiementDetail         *StayPayment          `json:"paiementDetail" doc:"Le paiement de la dernière échéance ; null : aucune n'a commencé"`
	ImpayeDepuis           *time.Time            `json:"impayeDepuis" doc:"Le premier échec ; null : rien n'est impayé"`
	AccesJusquAu           *time.Time            `json:"accesJusquAu" doc:"Impayé, il ne donne plus accès à partir d'alors"`
	ProchainMontant        *money.Cents          `json:"prochainMontant" doc:"Le prix de la prochaine échéance, tel qu'il sera facturé ; null : aucune ne suit"`
	AvisReconductionLe     *time.Time            `json:"avisReconductionLe" doc:"L'envoi de l'avis (L215-1) avant la prochaine échéance d'un abonnement à l'année ; null : il n'est pas envoyé, ou n'est pas dû"`
	ResiliableAToutMoment  bool                  `json:"resiliableAToutMoment" doc:"Reconduit sans que l'avis (L215-1) ait été envoyé à temps : l'abonné peut y mettre fin à tout moment, et les jours restants lui sont rendus"`
	Actions                []subscription.Action `json:"actions" enum:"resilier,reprendre" doc:"Ce que son état permet"`
}

// Subscription returns the shape of a subscription.
func (at At) Subscription(b subscription.Bought) Subscription {
	now := time.Time(at)
	body := Subscription{
		ID: b.ID, Debut: b.StartsAt.In(clock.Paris), Fin: InParis(b.End()), Etat: b.State(now),
		ResilieLe:              InParis(b.CancelledAt),
		CommentaireResiliation: b.EndComment, FinPrevue: InParis(b.PlannedEnd()),
		IsReconductible: b.Renewed, DateProchainPaiement: InParis(b.NextAt), Unite: string(b.Tariff.Unit),
		Tarif:   Named{b.TariffID, b.Tariff.AdminLabel},
		Libelle: b.Tariff.AdminLabel, LibellePublic: b.Tariff.PublicLabel, Montant: b.Tariff.UnitPrice(),
		MontantPlafond: b.Tariff.Ceiling, PlaceAttribuee: b.OffersPlace,
		MontantDepassement: b.Tariff.OverrunAmount, MontantEnlevement: b.Tariff.RemovalAmount,
		ImpayeDepuis: InParis(b.UnpaidSince()), AccesJusquAu: InParis(b.AccessUntil()), Actions: b.Actions(now),
		ProchainMontant: b.NextPrice(), AvisReconductionLe: InParis(b.WarnedAt()), ResiliableAToutMoment: b.FreeToEnd(now),
	}
	if b.StationID != 0 {
		body.Station = &Named{b.StationID, b.StationName}
	}
	if b.LockerID != 0 && b.Runs(now) {
		body.Casier = &Named{b.LockerID, b.LockerName}
	}
	switch {
	case b.PaymentID != 0:
		body.PaiementDetail = &StayPayment{ID: &b.PaymentID, PaiementStatut: payment.Status(b.PaymentStatus)}
	case b.NextTerm > 0:
		body.PaiementDetail = &StayPayment{PaiementStatut: payment.NotPresented}
	}
	return body
}

// ListedSubscription is a subscription as lists show it.
type ListedSubscription struct {
	Subscription
	Test           bool    `json:"test" doc:"D'un membre du personnel"`
	Utilisateur    Account `json:"utilisateur"`
	Stations       []Named `json:"stations" doc:"Où le tarif s'applique aujourd'hui : les premières, par nom"`
	NombreStations int     `json:"nombreStations"`
}

// FirstStations is how many stations of its tariff a listed subscription names.
const FirstStations = 5

// ListedSubscription returns the shape of a listed subscription.
func (at At) ListedSubscription(l subscription.Listed) ListedSubscription {
	first := l.Stations[:min(len(l.Stations), FirstStations)]
	return ListedSubscription{
		Subscription: at.Subscription(l.Bought), Test: l.Test, Utilisateur: accountBody(l.Account),
		Stations:       Each(first, func(st subscription.Station) Named { return Named{st.ID, st.Name} }),
		NombreStations: len(l.Stations),
	}
}
