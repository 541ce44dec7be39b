package machines

import (
	"fmt"
	"time"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/kernel/text"
	"consigne/internal/server/api/shape"
)

// Each field of these shapes is named in TestFieldReadsHoldNoOtherField: what staff read is not what a customer may.

// FieldKnownCustomer is a customer as the operator's application shows them to themselves.
type FieldKnownCustomer struct {
	ID        int64              `json:"id"`
	Nom       string             `json:"nom"`
	Prenom    string             `json:"prenom"`
	Email     string             `json:"email"`
	Telephone string             `json:"telephone"`
	Langue    *text.Language     `json:"langue" enum:"fr,en,de,es,it,nl" doc:"De ses courriels ; null : elle n'est pas connue, et ils sont en français"`
	Societe   *shape.Company     `json:"societe" doc:"Pour laquelle la personne paie, et que ses reçus nomment ; null : pour elle-même"`
	Etat      string             `json:"etat" enum:"actif,banni" doc:"banni : aucune utilisation ni aucun abonnement ne commence"`
	Carte     *FieldCustomerCard `json:"carte"`
}

// FieldCustomerCard is the masked card of a customer.
type FieldCustomerCard struct {
	Marque         string `json:"marque" example:"Visa"`
	Pan            string `json:"pan" example:"**** **** **** 4242"`
	ExpirationDate string `json:"expirationDate" example:"12/30"`
}

func fieldKnownCustomerBody(c stay.Customer, card *payment.Card, company account.Company) FieldKnownCustomer {
	body := FieldKnownCustomer{
		ID: c.ID, Nom: c.LastName, Prenom: c.FirstName, Email: c.Email, Telephone: c.Phone, Etat: "actif",
		Langue: languageOrNil(c.Language), Societe: shape.CompanyBody(company),
	}
	if !c.Active {
		body.Etat = "banni"
	}
	if card != nil {
		body.Carte = &FieldCustomerCard{card.Brand, card.PAN, card.Expires}
	}
	return body
}

func languageOf(typed *text.Language) text.Language {
	if typed == nil {
		return ""
	}
	return *typed
}

func languageOrNil(language text.Language) *text.Language {
	if language == "" {
		return nil
	}
	return &language
}

// FieldCustomerStay is a stay of a customer. Amounts are in cents; while it is in progress they are the current ones.
type FieldCustomerStay struct {
	ID              int64             `json:"id"`
	DebutOccupation time.Time         `json:"debutOccupation"`
	FinOccupation   *time.Time        `json:"finOccupation" doc:"null : elle est en cours"`
	Cout            money.Cents       `json:"cout"`
	Depassement     bool              `json:"depassement"`
	Enlevement      bool              `json:"enlevement"`
	Station         shape.Named       `json:"station"`
	Casier          FieldStayLocker   `json:"casier"`
	Paiement        shape.StayPayment `json:"paiement"`
	OccupationPrix  shape.StayPrice   `json:"occupationPrix"`
	Tarif           *FieldTerms       `json:"tarif" doc:"Tel qu'il était à son début"`
}

// FieldStayLocker is the locker of a stay of a customer.
type FieldStayLocker struct {
	ID   int64            `json:"id"`
	Nom  string           `json:"nom"`
	Type shape.LockerType `json:"type"`
}

func fieldCustomerStayBody(at shape.At, d stay.Details) FieldCustomerStay {
	whole := at.Stay(d)
	body := FieldCustomerStay{
		ID: whole.ID, DebutOccupation: whole.DebutOccupation, FinOccupation: whole.FinOccupation, Cout: whole.Cout,
		Depassement: whole.Depassement, Enlevement: whole.Enlevement, Station: whole.Station,
		Casier:   FieldStayLocker{whole.Casier.ID, whole.Casier.Nom, whole.Casier.Type},
		Paiement: whole.Paiement, OccupationPrix: whole.OccupationPrix,
	}
	if d.Tariff != nil {
		body.Tarif = new(fieldTermsBody(*d.Tariff))
	}
	return body
}

// FieldCustomerSubscription is a subscription of a customer.
type FieldCustomerSubscription struct {
	ID                    int64                 `json:"id"`
	Debut                 time.Time             `json:"debut"`
	Fin                   *time.Time            `json:"fin" doc:"Passée ou à venir ; null : il est reconduit"`
	FinPrevue             *time.Time            `json:"finPrevue" doc:"La fin de l'échéance en cours"`
	Etat                  subscription.State    `json:"etat" enum:"a_venir,en_cours,impaye,resilie,termine" doc:"impaye : le paiement de la dernière échéance a échoué ; resilie : il court jusqu'à son terme"`
	ResilieLe             *time.Time            `json:"resilieLe" doc:"null : personne ne l'a résilié"`
	IsReconductible       bool                  `json:"isReconductible"`
	DateProchainPaiement  *time.Time            `json:"date_prochain_paiement"`
	Tarif                 FieldTerms            `json:"tarif" doc:"Au prix de l'échéance en cours, ou de la première"`
	Station               *shape.Named          `json:"station" doc:"Où il compte dans le quota ; null : à aucune en particulier"`
	Casier                *shape.Named          `json:"casier" doc:"Celui qui lui est attribué, à cette station : lui seul peut y commencer une utilisation ; null : aucun"`
	PaiementDetail        *shape.StayPayment    `json:"paiementDetail" doc:"De la dernière échéance ; null : aucune n'a commencé"`
	ImpayeDepuis          *time.Time            `json:"impayeDepuis" doc:"null : il n'est pas impayé"`
	AccesJusquAu          *time.Time            `json:"accesJusquAu" doc:"Impayé, il donne accès jusque-là ; null : il n'est pas impayé"`
	ProchainMontant       *money.Cents          `json:"prochainMontant" doc:"Le prix de la prochaine échéance, tel qu'il sera facturé ; null : aucune ne suit"`
	ResiliableAToutMoment bool                  `json:"resiliableAToutMoment" doc:"Reconduit sans que l'avis (L215-1) ait été envoyé à temps : l'usager peut y mettre fin à tout moment, et les jours restants lui sont rendus"`
	Actions               []subscription.Action `json:"actions" enum:"resilier,reprendre" doc:"Ce que l'usager peut faire, par les appels de résiliation"`
}

func fieldCustomerSubscriptionBody(at shape.At, b subscription.Bought) FieldCustomerSubscription {
	whole := at.Subscription(b)
	return FieldCustomerSubscription{
		ID: whole.ID, Debut: whole.Debut, Fin: whole.Fin, FinPrevue: whole.FinPrevue, Etat: whole.Etat,
		ResilieLe: whole.ResilieLe, IsReconductible: whole.IsReconductible,
		DateProchainPaiement: whole.DateProchainPaiement, Tarif: fieldTermsBody(b.Tariff),
		Station: whole.Station, Casier: whole.Casier,
		PaiementDetail: whole.PaiementDetail, ImpayeDepuis: whole.ImpayeDepuis, AccesJusquAu: whole.AccesJusquAu,
		ProchainMontant: whole.ProchainMontant, ResiliableAToutMoment: whole.ResiliableAToutMoment,
		Actions: b.CustomerActions(time.Time(at)),
	}
}

// FieldCustomerPayment is what a customer owes or has paid for a stay, or for a term of a subscription.
type FieldCustomerPayment struct {
	ID                     int64             `json:"id"`
	PaiementStatut         payment.Status    `json:"paiementStatut" enum:"RUNNING,NOT_PRESENTED,FREE,ATTEMPT_PROCESS,PAID,UNPAID,ERROR,PAYMENT_ERROR_MEANT_OF_PAYMENT,PERMANENT_ERROR,MANUAL,CANCELLED,INVALID_PAYMENT"`
	Debut                  time.Time         `json:"debut" doc:"De l'utilisation ou de l'échéance"`
	IDOccupation           *int64            `json:"idOccupation" doc:"null : c'est l'échéance d'un abonnement"`
	IDAbonnement           *int64            `json:"idAbonnement" doc:"null : c'est une utilisation"`
	Montant                money.Cents       `json:"montant" doc:"Pendant l'utilisation, celui de l'instant"`
	Lignes                 []shape.PriceLine `json:"lignes" doc:"L'explication du montant, qui est leur somme"`
	Rembourse              money.Cents       `json:"rembourse" doc:"Rendu, ou demandé : voir remboursementEnAttente"`
	RemboursementEnAttente money.Cents       `json:"remboursementEnAttente" doc:"La part de rembourse que le prestataire n'a pas encore rendue"`
	DatePaiement           *time.Time        `json:"datePaiement" doc:"De l'encaissement"`
	ProchainePresentation  *time.Time        `json:"prochainePresentation" doc:"null : aucune n'est prévue"`
	Contestation           *shape.Dispute    `json:"contestation" doc:"null : l'usager ne l'a pas contesté auprès de sa banque"`
	Recu                   *FieldReceipt     `json:"recu" doc:"null : il n'y en a pas, ou pas encore"`
}

// FieldReceipt says where the receipt of a payment is read.
type FieldReceipt struct {
	Numero  string    `json:"numero" example:"VELO-2026-000123"`
	Date    time.Time `json:"date" doc:"De la numérotation"`
	Adresse string    `json:"adresse" doc:"Son PDF, à lire avec la même clé" example:"/api/terrain/paiements/12/recu.pdf"`
}

func fieldCustomerPaymentBody(d payment.Details, now time.Time) FieldCustomerPayment {
	owed := d.Owed(now)
	return FieldCustomerPayment{
		ID: d.ID, PaiementStatut: d.Status, Debut: d.StartedAt.In(clock.Paris),
		IDOccupation: shape.OrNull(d.StayID), IDAbonnement: shape.OrNull(d.SubscriptionID),
		Montant: owed, Lignes: shape.Each(d.Lines(owed, now), shape.PriceLineBody),
		Rembourse: d.Refunded, RemboursementEnAttente: d.RefundPending,
		DatePaiement: shape.InParis(d.SettledAt), ProchainePresentation: shape.InParis(d.DueAt),
		Contestation: shape.DisputeOrNil(d.Dispute),
	}
}

func fieldReceiptBody(d document.Document) *FieldReceipt {
	return &FieldReceipt{
		d.Record.Number, d.Record.IssuedAt.In(clock.Paris), fmt.Sprintf("/api/terrain/paiements/%d/recu.pdf", d.PaymentID),
	}
}

// FieldTerms is a price condition as customers know it. Amounts are in cents, durations in minutes.
type FieldTerms struct {
	ID                            int64         `json:"id"`
	LibellePublic                 string        `json:"libellePublic"`
	Abonnement                    bool          `json:"abonnement"`
	TypeTarif                     pricing.Unit  `json:"typeTarif" enum:"heure,jour,mois,an"`
	Montant                       money.Cents   `json:"montant"`
	MontantPromo                  *money.Cents  `json:"montantPromo" doc:"À la place de montant"`
	MontantPlafond                *money.Cents  `json:"montantPlafond"`
	NombreMinutesPlafond          *int64        `json:"nombreMinutesPlafond" doc:"Le plafond vaut pour chaque période de cette durée ; null : pour toute l'utilisation"`
	NombreMinutesGratuites        *int64        `json:"nombreMinutesGratuites"`
	Franchise                     bool          `json:"franchise" doc:"Les minutes gratuites sont aussi déduites des utilisations plus longues"`
	NombreMinutesAvantDepassement *int64        `json:"nombreMinutesAvantDepassement"`
	MontantDepassement            *money.Cents  `json:"montantDepassement"`
	UniteDureeDepassement         *pricing.Unit `json:"uniteDureeDepassement" enum:"heure,jour"`
	NombreMinutesAvantEnlevement  *int64        `json:"nombreMinutesAvantEnlevement"`
	MontantEnlevement             *money.Cents  `json:"montantEnlevement"`
	RappelMinutes                 *int64        `json:"rappelMinutes" doc:"Avant le dépassement, quand un courriel l'annonce ; null : rien"`
	NombreMaxOccupations          *int64        `json:"nombreMaxOccupations" doc:"Utilisations à la fois que paie l'abonnement ; null : ce n'est pas un abonnement"`
	PlaceAttribuee                bool          `json:"placeAttribuee" doc:"Un casier peut être attribué à l'abonné"`
}

// FieldTariff is a price condition that may apply to new stays or be subscribed to.
type FieldTariff struct {
	FieldTerms
	Reserve  bool                 `json:"reserve" doc:"À certains usagers"`
	Plages   []shape.PeriodTimes  `json:"plages" doc:"Quand doit commencer une utilisation pour qu'elle s'applique ; aucune : toujours"`
	Stations []FieldTariffStation `json:"stations,omitempty" doc:"Absentes d'un casier"`
}

// FieldTariffStation is a station where a price condition applies.
type FieldTariffStation struct {
	shape.Named
	IDCasiers []int64 `json:"idCasiers" doc:"Ceux auxquels elle s'applique"`
}

func fieldTermsBody(t tariff.Tariff) FieldTerms {
	whole := shape.TariffBody(t)
	return FieldTerms{
		ID: whole.ID, LibellePublic: whole.LibellePublic, Abonnement: whole.Abonnement, TypeTarif: whole.TypeTarif,
		Montant: whole.Montant, MontantPromo: whole.MontantPromo, MontantPlafond: whole.MontantPlafond,
		NombreMinutesPlafond: whole.NombreMinutesPlafond, NombreMinutesGratuites: whole.NombreMinutesGratuites,
		Franchise: whole.Franchise, NombreMinutesAvantDepassement: whole.NombreMinutesAvantDepassement,
		MontantDepassement: whole.MontantDepassement, UniteDureeDepassement: whole.UniteDureeDepassement,
		NombreMinutesAvantEnlevement: whole.NombreMinutesAvantEnlevement, MontantEnlevement: whole.MontantEnlevement,
		RappelMinutes:        whole.RappelMinutes,
		NombreMaxOccupations: whole.NombreMaxOccupations, PlaceAttribuee: whole.PlaceAttribuee,
	}
}

func fieldTariffBody(o tariff.Offer) FieldTariff {
	return FieldTariff{
		FieldTerms: fieldTermsBody(o.Tariff), Reserve: o.Reserved, Plages: shape.Each(o.Periods, shape.PeriodTimesBody),
		Stations: shape.Each(o.Sites, func(site tariff.Site) FieldTariffStation {
			return FieldTariffStation{
				shape.Named{ID: site.StationID, Nom: site.Name},
				shape.Each(site.Lockers, func(l tariff.LockerRef) int64 { return l.ID }),
			}
		}),
	}
}

// FieldLocker is a casier, or an espace of a collective station, as customers know it.
type FieldLocker struct {
	ID           int64            `json:"id"`
	Nom          string           `json:"nom"`
	Type         shape.LockerType `json:"type"`
	Station      shape.Named      `json:"station"`
	Etat         station.State    `json:"etat" enum:"Libre,Occupé,Inactif" doc:"Inactif aussi quand la station l'est"`
	Places       int              `json:"places" doc:"1 pour un casier"`
	PlacesLibres int              `json:"placesLibres"`
	Tarifs       []FieldTariff    `json:"tarifs"`
}

func fieldLockerBody(l station.Locker, st station.Station, offers []tariff.Offer) FieldLocker {
	return FieldLocker{
		ID: l.ID, Nom: l.Name, Type: shape.LockerTypes[l.Type], Station: shape.Named{ID: st.ID, Nom: st.Name},
		Etat: l.StateIn(st), Places: l.Capacity, PlacesLibres: l.FreePlaces(st),
		Tarifs: shape.Each(offers, fieldTariffBody),
	}
}
