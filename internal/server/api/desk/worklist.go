package desk

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// Worklist is the worklist of an operator's staff (docs/rules.md#worklist). For each kind it holds the number of
// items and the most urgent ones.
type Worklist struct {
	Total        int                 `json:"total" doc:"Sans les lignes reportées"`
	Reportes     int                 `json:"reportes" doc:"Les lignes reportées"`
	Paiements    FailedPayments      `json:"paiements"`
	Depassements StaysPastLimit      `json:"depassements"`
	Enlevements  StaysPastLimit      `json:"enlevements" doc:"Les utilisations bloquées, qui n'ont pas pris fin"`
	Espaces      FullSpaces          `json:"espaces" doc:"Les espaces collectifs complets"`
	Muettes      SilentStations      `json:"muettes" doc:"Les stations en service dont on n'entend plus le contrôleur"`
	Abonnements  UnpaidSubscriptions `json:"abonnements" doc:"Les abonnements impayés, qui ne sont pas terminés"`
	Offres       LapsedOffers        `json:"offres" doc:"Les offres d'une place restées sans réponse"`

	Interventions OverdueInterventions `json:"interventions" doc:"Les interventions ouvertes dont l'échéance est passée"`

	Cartes *ExpiringCards `json:"cartes,omitempty" doc:"Pour qui peut lire les usagers"`

	Ecarts *OpenDifferences `json:"ecarts,omitempty" doc:"Avec les relevés du prestataire de paiement, que personne n'a expliqués ; pour les gestionnaires et les administrateurs"`

	Remboursements *RefundRequests `json:"remboursements,omitempty" doc:"Ceux que demande qui ne peut rembourser ; pour les gestionnaires et les administrateurs"`

	Clotures *RefusedClosings `json:"clotures,omitempty" doc:"Le mois dont la clôture a été refusée, parce que ses chiffres ne suivent pas le registre ; pour les gestionnaires et les administrateurs"`

	Velos *DueLeftBikes `json:"velos,omitempty" doc:"Les dossiers de vélos laissés dont la prochaine étape peut être faite ; pour les gestionnaires et les administrateurs"`
}

// KindCounts counts the lines of a kind.
type KindCounts struct {
	Total    int `json:"total" doc:"Sans les lignes reportées"`
	Reportes int `json:"reportes"`
	Retenus  int `json:"retenus" doc:"Les lignes demandées que les filtres laissent, listées ou non"`
}

func counts[T any](s worklist.Section[T]) KindCounts {
	return KindCounts{s.Total, s.Postponed, s.Picked}
}

// WorklistLine is what the lines of every kind have in common.
type WorklistLine struct {
	Depuis time.Time `json:"depuis" doc:"Depuis quand elle attend ; avec son objet, désigne la ligne"`
	Suivi  Handling  `json:"suivi"`
}

// Handling describes who deals with a line, and until when it is postponed.
type Handling struct {
	Responsable *shape.Named `json:"responsable,omitempty" doc:"Qui l'a prise en charge"`
	PrisLe      *time.Time   `json:"prisLe,omitempty"`
	ReporteAu   *time.Time   `json:"reporteAu,omitempty" doc:"Absent : elle n'est pas reportée"`
	ReportePar  *shape.Named `json:"reportePar,omitempty"`
}

// FailedPayments lists the payments that no further attempt will collect.
type FailedPayments struct {
	KindCounts
	Items []FailedPayment `json:"items" doc:"Le plus ancien échec d'abord"`
}

// FailedPayment is a failed payment of a stay or of a subscription.
type FailedPayment struct {
	WorklistLine
	ID               int64             `json:"id"`
	Montant          money.Cents       `json:"montant"`
	PaiementStatut   payment.Status    `json:"paiementStatut" enum:"PERMANENT_ERROR,INVALID_PAYMENT"`
	DatePresentation time.Time         `json:"datePresentation" doc:"De la dernière tentative"`
	Utilisateur      shape.Named       `json:"utilisateur"`
	Station          *shape.Named      `json:"station,omitempty" doc:"D'une utilisation"`
	Casier           *shape.StayLocker `json:"casier,omitempty"`
	Abonnement       string            `json:"abonnement" doc:"Son nom, ou rien"`
	Actions          []payment.Action  `json:"actions" enum:"manual,generer-ordre,annuler" doc:"Ce que le personnel peut faire du paiement"`
	OrdreAPartirDu   time.Time         `json:"ordreAPartirDu" doc:"Plus tôt, un ordre est refusé : un jour après la dernière réponse à une présentation"`
}

// StaysPastLimit lists stays in progress that are past a limit.
type StaysPastLimit struct {
	KindCounts
	Items []StayPastLimit `json:"items" doc:"La limite passée depuis le plus longtemps d'abord"`
}

// StayPastLimit is a stay in progress that is past a limit.
type StayPastLimit struct {
	WorklistLine
	IDOccupation    int64            `json:"idOccupation"`
	DebutOccupation time.Time        `json:"debutOccupation"`
	Limite          time.Time        `json:"limite" doc:"Quand elle a été atteinte"`
	Utilisateur     shape.Named      `json:"utilisateur"`
	Station         shape.Named      `json:"station"`
	Casier          shape.StayLocker `json:"casier"`
}

// FullSpaces lists the collective spaces without a free place.
type FullSpaces struct {
	KindCounts
	Items []FullSpace `json:"items" doc:"Le plus grand d'abord"`
}

// FullSpace is a collective space without a free place.
type FullSpace struct {
	WorklistLine
	Station        shape.Named      `json:"station"`
	Casier         shape.StayLocker `json:"casier"`
	NbMaxSpaces    int              `json:"nbMaxSpaces"`
	NombreOccupees int              `json:"nombreOccupees"`
}

// SilentStations lists the stations whose controller is not heard.
type SilentStations struct {
	KindCounts
	Items []SilentStation `json:"items" doc:"La plus longtemps muette d'abord"`
}

// SilentStation is a station whose controller is not heard.
type SilentStation struct {
	WorklistLine
	Station shape.Named `json:"station"`
}

// LapsedOffers lists the offers of a place that nobody answered.
type LapsedOffers struct {
	KindCounts
	Items []LapsedOffer `json:"items" doc:"La plus anciennement expirée d'abord"`
}

// LapsedOffer is an offer of a place that nobody answered.
type LapsedOffer struct {
	WorklistLine
	IDAttente   int64       `json:"idAttente"`
	Utilisateur shape.Named `json:"utilisateur"`
	Abonnement  string      `json:"abonnement" doc:"Son nom"`
}

// ExpiringCards lists the cards of running subscriptions that expire soon.
type ExpiringCards struct {
	KindCounts
	Items []ExpiringCard `json:"items" doc:"La première à expirer d'abord"`
}

// ExpiringCard is a card of a running subscription that expires soon.
type ExpiringCard struct {
	WorklistLine
	Utilisateur      shape.Named `json:"utilisateur"`
	Pan              string      `json:"pan" doc:"Masqué"`
	ExpirationDate   string      `json:"expirationDate" doc:"MM/AA"`
	ProchainPaiement *time.Time  `json:"prochainPaiement"`
}

// UnpaidSubscriptions lists the subscriptions whose last term is unpaid.
type UnpaidSubscriptions struct {
	KindCounts
	Items []UnpaidSubscription `json:"items" doc:"Le plus longtemps impayé d'abord"`
}

// UnpaidSubscription is a subscription whose last term is unpaid; it waits since the first attempt that failed.
type UnpaidSubscription struct {
	WorklistLine
	ID           int64       `json:"id"`
	Utilisateur  shape.Named `json:"utilisateur"`
	Abonnement   string      `json:"abonnement" doc:"Son nom"`
	Montant      money.Cents `json:"montant" doc:"De l'échéance impayée"`
	AccesJusquAu *time.Time  `json:"accesJusquAu" doc:"Il donne accès jusque-là"`
}

func unpaidSubscriptionBody(u worklist.Unpaid) UnpaidSubscription {
	return UnpaidSubscription{
		lineBody(u.Line), u.ID,
		shape.Named{ID: u.Account.ID, Nom: u.Account.Name},
		u.Label, u.Amount,
		shape.InParis(u.ClosesAt),
	}
}

// OpenDifferences lists the differences from the provider's statements that nobody has explained.
type OpenDifferences struct {
	KindCounts
	Items []OpenDifference `json:"items" doc:"La première constatée d'abord"`
}

// OpenDifference is a difference from the provider's statements that nobody has explained.
type OpenDifference struct {
	WorklistLine
	ID                 int64                `json:"id"`
	Etat               reconciliation.State `json:"etat" enum:"manque_chez_le_prestataire,inconnu_chez_nous,autre_montant,en_double,en_retard,remboursement_non_demande"`
	Type               reconciliation.Kind  `json:"type" enum:"encaissement,remboursement,remboursement_revenu,contestation,autre"`
	Mois               string               `json:"mois" example:"2026-10" doc:"Du rapprochement qui le montre"`
	Montant            money.Cents          `json:"montant" doc:"Chez nous ; un remboursement compte en moins"`
	MontantPrestataire money.Cents          `json:"montantPrestataire"`
	Paiement           *int64               `json:"paiement" doc:"null : aucun n'est connu"`
	Contestation       *shape.Dispute       `json:"contestation" doc:"Du paiement, si c'en est une ; null : non"`
}

// RefusedClosings lists the month whose closing was refused last.
type RefusedClosings struct {
	KindCounts
	Items []RefusedClosing `json:"items"`
}

// RefusedClosing is a month that was not closed, because what would have been sealed does not follow from the ledger.
type RefusedClosing struct {
	WorklistLine
	IDExploitant int64  `json:"idExploitant" doc:"L'objet de la ligne"`
	Mois         string `json:"mois" example:"2026-10"`
	Motif        string `json:"motif" example:"les totaux ne suivent pas le registre (« Facturé »)"`
}

// worklistPath is the path of the worklist of an operator.
const worklistPath = "/api/admin/exploitant/{id}/a-traiter"

func (s area) registerWorklist() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "read-attention", Method: http.MethodGet, Path: worklistPath, Tags: []string{"Exploitants"},
		Summary:     "Ce qui attend le personnel d'un exploitant",
		Description: "Les totaux sont exacts ; les premières lignes de chaque sorte sont données, les 20 plus urgentes sauf demande.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Reportes shape.Flag     `query:"reportes" doc:"1 : les lignes reportées, au lieu des autres"`
		Tri      worklist.Order `query:"tri" enum:"age,montant" doc:"Absent : le plus urgent de chaque sorte d'abord"`
		Miennes  shape.Flag     `query:"miennes" doc:"1 : seulement celles dont l'appelant s'occupe"`
		Age      lineAge        `query:"age" enum:"24h,7j" doc:"Seulement celles qui attendent depuis aussi longtemps"`
		Lignes   int            `query:"lignes" minimum:"1" maximum:"100" default:"20" doc:"Combien de chaque sorte"`
	},
	) (*api.Answer[Worklist], error) {
		actor := api.ActorOf(ctx)
		query := worklist.Query{
			OperatorID: in.ID, Postponed: in.Reportes.Value, Order: in.Tri, Limit: in.Lignes, Age: lineAges[in.Age],
		}
		if in.Miennes.Value {
			query.Holder = &actor.AccountID
		}
		list, err := s.Worklist.Of(ctx, actor, query, s.Controllers != nil)
		if err != nil {
			return nil, err
		}
		body := Worklist{
			Total: list.Total(), Reportes: list.Postponed(),
			Paiements:    FailedPayments{counts(list.Payments), shape.Each(list.Payments.First, failedPaymentBody)},
			Depassements: StaysPastLimit{counts(list.Overrun), shape.Each(list.Overrun.First, stayPastLimitBody)},
			Enlevements:  StaysPastLimit{counts(list.Removed), shape.Each(list.Removed.First, stayPastLimitBody)},
			Espaces:      FullSpaces{counts(list.Spaces), shape.Each(list.Spaces.First, fullSpaceBody)},
			Abonnements:  UnpaidSubscriptions{counts(list.Unpaid), shape.Each(list.Unpaid.First, unpaidSubscriptionBody)},
			Offres:       LapsedOffers{counts(list.Offers), shape.Each(list.Offers.First, lapsedOfferBody)},
			Muettes:      SilentStations{counts(list.Silent), shape.Each(list.Silent.First, silentStationBody)},
			Interventions: OverdueInterventions{
				counts(list.Interventions), shape.Each(list.Interventions.First, overdueInterventionBody),
			},
		}
		if cards := list.Cards; cards != nil {
			body.Cartes = &ExpiringCards{counts(*cards), shape.Each(cards.First, expiringCardBody)}
		}
		if open := list.Differences; open != nil {
			body.Ecarts = &OpenDifferences{counts(*open), shape.Each(open.First, openDifferenceBody)}
		}
		if refused := list.Closings; refused != nil {
			body.Clotures = &RefusedClosings{counts(*refused), shape.Each(refused.First, refusedClosingBody)}
		}
		if due := list.LeftBikes; due != nil {
			body.Velos = &DueLeftBikes{counts(*due), shape.Each(due.First, dueLeftBikeBody)}
		}
		if requested := list.Refunds; requested != nil {
			body.Remboursements = &RefundRequests{counts(*requested), shape.Each(requested.First, requestedRefundBody)}
		}
		return api.Reply(body), nil
	})
	s.registerHandling()
}

// lineAge is how long lines have waited at least, by its name on the wire.
type lineAge string

var lineAges = map[lineAge]time.Duration{"24h": 24 * time.Hour, "7j": 7 * 24 * time.Hour}

func lineBody(line worklist.Line) WorklistLine {
	h := line.Handling
	body := WorklistLine{Depuis: line.Since.In(clock.Paris), Suivi: Handling{ReporteAu: shape.InParis(h.PostponedUntil)}}
	if h.Assignee != nil {
		body.Suivi.Responsable, body.Suivi.PrisLe = &shape.Named{ID: h.Assignee.ID, Nom: h.Assignee.Name},
			shape.InParis(&h.AssignedAt)
	}
	if h.PostponedBy != nil {
		body.Suivi.ReportePar = &shape.Named{ID: h.PostponedBy.ID, Nom: h.PostponedBy.Name}
	}
	return body
}

func failedPaymentBody(p worklist.Payment) FailedPayment {
	line := lineBody(p.Line)
	body := FailedPayment{
		WorklistLine: line, ID: p.ID, Montant: p.Amount, PaiementStatut: p.Status, DatePresentation: line.Depuis,
		Utilisateur: shape.Named{ID: p.Account.ID, Nom: p.Account.Name}, Abonnement: p.Label,
		Actions: p.Actions(), OrdreAPartirDu: p.NextOrder().In(clock.Paris),
	}
	if p.Place != nil {
		station, locker := placeBody(*p.Place)
		body.Station, body.Casier = &station, &locker
	}
	return body
}

func stayPastLimitBody(stay worklist.Stay) StayPastLimit {
	line := lineBody(stay.Line)
	station, locker := placeBody(stay.Place)
	return StayPastLimit{
		line, stay.ID, stay.StartedAt.In(clock.Paris), line.Depuis,
		shape.Named{ID: stay.Account.ID, Nom: stay.Account.Name},
		station, locker,
	}
}

func fullSpaceBody(space worklist.Space) FullSpace {
	station, locker := placeBody(space.Place)
	return FullSpace{lineBody(space.Line), station, locker, space.Capacity, space.Occupied}
}

func expiringCardBody(c worklist.Card) ExpiringCard {
	body := ExpiringCard{
		WorklistLine: lineBody(c.Line), Utilisateur: shape.Named{ID: c.Account.ID, Nom: c.Account.Name},
		Pan: c.PAN, ExpirationDate: c.Expires,
	}
	body.ProchainPaiement = shape.InParis(c.NextAt)
	return body
}

func lapsedOfferBody(o worklist.Offer) LapsedOffer {
	return LapsedOffer{lineBody(o.Line), o.ID, shape.Named{ID: o.Account.ID, Nom: o.Account.Name}, o.Label}
}

func openDifferenceBody(d worklist.Difference) OpenDifference {
	body := OpenDifference{
		WorklistLine: lineBody(d.Line), ID: d.ID, Etat: d.State, Type: d.Kind, Mois: d.Month,
		Montant: d.Here, MontantPrestataire: d.There, Contestation: shape.DisputeOrNil(d.Dispute),
	}
	if d.PaymentID != 0 {
		body.Paiement = &d.PaymentID
	}
	return body
}

func refusedClosingBody(c worklist.Closing) RefusedClosing {
	return RefusedClosing{lineBody(c.Line), c.OperatorID, c.Month, c.Reason}
}

func placeBody(p worklist.Place) (shape.Named, shape.StayLocker) {
	return shape.Named{ID: p.StationID, Nom: p.StationName},
		shape.StayLocker{ID: p.LockerID, Nom: p.LockerName, Complement: p.Complement, Type: shape.LockerTypes[p.Type]}
}

func silentStationBody(st worklist.SilentStation) SilentStation {
	return SilentStation{lineBody(st.Line), shape.Named{ID: st.StationID, Nom: st.StationName}}
}
