package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/payment"
	"consigne/internal/domain/worklist"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Worklist is the worklist of an operator's staff (docs/rules.md#worklist). For each kind it holds the number of
// items and the most urgent ones.
type Worklist struct {
	Total        int            `json:"total"`
	Paiements    FailedPayments `json:"paiements"`
	Depassements StaysPastLimit `json:"depassements"`
	Enlevements  StaysPastLimit `json:"enlevements" doc:"Les utilisations bloquées, qui n'ont pas pris fin"`
	Espaces      FullSpaces     `json:"espaces" doc:"Les espaces collectifs complets"`
	Muettes      SilentStations `json:"muettes" doc:"Les stations en service dont on n'entend plus le contrôleur"`
	Cartes       *ExpiringCards `json:"cartes,omitempty" doc:"Pour qui peut lire les usagers"`
}

// FailedPayments lists the payments that no further attempt will collect.
type FailedPayments struct {
	Total int             `json:"total"`
	Items []FailedPayment `json:"items" doc:"Le plus ancien échec d'abord"`
}

// FailedPayment is a failed payment of a stay or of a subscription.
type FailedPayment struct {
	ID               int64          `json:"id"`
	Montant          money.Cents    `json:"montant"`
	PaiementStatut   payment.Status `json:"paiementStatut" enum:"PERMANENT_ERROR,INVALID_PAYMENT"`
	DatePresentation time.Time      `json:"datePresentation" doc:"De la dernière tentative"`
	Utilisateur      Named          `json:"utilisateur"`
	Station          *Named         `json:"station,omitempty" doc:"D'une utilisation"`
	Casier           *StayLocker    `json:"casier,omitempty"`
	Abonnement       string         `json:"abonnement" doc:"Son nom, ou rien"`
}

// StaysPastLimit lists stays in progress that are past a limit.
type StaysPastLimit struct {
	Total int             `json:"total"`
	Items []StayPastLimit `json:"items" doc:"La limite passée depuis le plus longtemps d'abord"`
}

// StayPastLimit is a stay in progress that is past a limit.
type StayPastLimit struct {
	IDOccupation    int64      `json:"idOccupation"`
	DebutOccupation time.Time  `json:"debutOccupation"`
	Limite          time.Time  `json:"limite" doc:"Quand elle a été atteinte"`
	Utilisateur     Named      `json:"utilisateur"`
	Station         Named      `json:"station"`
	Casier          StayLocker `json:"casier"`
}

// FullSpaces lists the collective spaces without a free place.
type FullSpaces struct {
	Total int         `json:"total"`
	Items []FullSpace `json:"items" doc:"Le plus grand d'abord"`
}

// FullSpace is a collective space without a free place.
type FullSpace struct {
	Station        Named      `json:"station"`
	Casier         StayLocker `json:"casier"`
	NbMaxSpaces    int        `json:"nbMaxSpaces"`
	NombreOccupees int        `json:"nombreOccupees"`
}

// SilentStations lists the stations whose controller is not heard.
type SilentStations struct {
	Total int             `json:"total"`
	Items []SilentStation `json:"items" doc:"La plus longtemps muette d'abord"`
}

// SilentStation is a station whose controller is not heard.
type SilentStation struct {
	Station Named     `json:"station"`
	Depuis  time.Time `json:"depuis"`
}

// ExpiringCards lists the cards of running subscriptions that expire soon.
type ExpiringCards struct {
	Total int            `json:"total"`
	Items []ExpiringCard `json:"items" doc:"La première à expirer d'abord"`
}

// ExpiringCard is a card of a running subscription that expires soon.
type ExpiringCard struct {
	Utilisateur      Named      `json:"utilisateur"`
	Pan              string     `json:"pan" doc:"Masqué"`
	ExpirationDate   string     `json:"expirationDate" doc:"MM/AA"`
	ProchainPaiement *time.Time `json:"prochainPaiement"`
}

func (s *server) registerWorklist() {
	register(s, huma.Operation{
		OperationID: "read-attention", Method: http.MethodGet, Path: "/api/admin/exploitant/{id}/a-traiter", Tags: []string{"Exploitants"},
		Summary: "Ce qui attend le personnel d'un exploitant", Description: "Les totaux sont exacts ; les 20 plus urgents de chaque sorte sont donnés.",
	}, func(ctx context.Context, in *IDInput) (*answer[Worklist], error) {
		list, err := s.Worklist.Of(ctx, actorOf(ctx), in.ID, s.Controllers != nil)
		if err != nil {
			return nil, err
		}
		body := Worklist{
			Total:        list.Total(),
			Paiements:    FailedPayments{list.Payments.Total, each(list.Payments.First, failedPaymentBody)},
			Depassements: StaysPastLimit{list.Overrun.Total, each(list.Overrun.First, stayPastLimitBody)},
			Enlevements:  StaysPastLimit{list.Removed.Total, each(list.Removed.First, stayPastLimitBody)},
			Espaces:      FullSpaces{list.Spaces.Total, each(list.Spaces.First, fullSpaceBody)},
			Muettes:      SilentStations{list.Silent.Total, each(list.Silent.First, silentStationBody)},
		}
		if cards := list.Cards; cards != nil {
			body.Cartes = &ExpiringCards{cards.Total, each(cards.First, expiringCardBody)}
		}
		return reply(body), nil
	})
}

func failedPaymentBody(p worklist.Payment) FailedPayment {
	body := FailedPayment{
		ID: p.ID, Montant: p.Amount, PaiementStatut: p.Status, DatePresentation: p.At.In(clock.Paris), Utilisateur: Named{p.Account.ID, p.Account.Name}, Abonnement: p.Label,
	}
	if p.Place != nil {
		station, locker := placeBody(*p.Place)
		body.Station, body.Casier = &station, &locker
	}
	return body
}

func stayPastLimitBody(stay worklist.Stay) StayPastLimit {
	station, locker := placeBody(stay.Place)
	return StayPastLimit{stay.ID, stay.StartedAt.In(clock.Paris), stay.LimitAt.In(clock.Paris), Named{stay.Account.ID, stay.Account.Name}, station, locker}
}

func fullSpaceBody(space worklist.Space) FullSpace {
	station, locker := placeBody(space.Place)
	return FullSpace{station, locker, space.Capacity, space.Occupied}
}

func expiringCardBody(c worklist.Card) ExpiringCard {
	body := ExpiringCard{Utilisateur: Named{c.Account.ID, c.Account.Name}, Pan: c.PAN, ExpirationDate: c.Expires}
	body.ProchainPaiement = inParis(c.NextAt)
	return body
}

func placeBody(p worklist.Place) (Named, StayLocker) {
	return Named{p.StationID, p.StationName}, StayLocker{p.LockerID, p.LockerName, p.Complement, lockerTypes[p.Type]}
}
