package shape

import (
	"time"

	"consigne/internal/domain/stays/subscription"
	"consigne/internal/domain/stays/waiting"
	"consigne/internal/kernel/clock"
)

// Wait is somebody's place in the waiting list of a subscription tariff.
type Wait struct {
	ID            int64          `json:"id"`
	IDUtilisateur int64          `json:"idUtilisateur"`
	Tarif         Named          `json:"tarif"`
	Etat          waiting.State  `json:"etat" enum:"en_attente,offre,sans_reponse,termine" doc:"sans_reponse : une offre a expiré sans réponse, et aucune autre n'est faite avant une confirmation"`
	Rang          *int           `json:"rang" doc:"À partir de 1 ; null : l'attente est terminée"`
	Depuis        time.Time      `json:"depuis"`
	Stations      []Named        `json:"stations" doc:"Celles qui conviennent, la préférée d'abord"`
	Offre         *PlaceOffer    `json:"offre" doc:"null : aucune n'est en cours"`
	ReponseAvant  *time.Time     `json:"reponseAvant" doc:"Sans confirmation avant cet instant, l'attente se termine ; null : rien n'est à confirmer"`
	Fin           *time.Time     `json:"fin" doc:"null : l'attente est en cours"`
	Motif         waiting.Ending `json:"motif,omitempty" enum:"abonnement,refus,retrait,personnel,sans_reponse,tarif" doc:"De la fin"`
}

// PlaceOffer is a place that is held for who waits.
type PlaceOffer struct {
	Station Named     `json:"station"`
	Casier  *Named    `json:"casier" doc:"null : une place quelconque de la station"`
	JusquAu time.Time `json:"jusquAu" doc:"Passé cet instant, l'offre va au suivant"`
}

// ListedWait is a wait as staff see it.
type ListedWait struct {
	Wait
	Utilisateur     Account `json:"utilisateur"`
	CommentaireRang string  `json:"commentaireRang,omitempty" doc:"De qui a changé le rang"`
}

// CustomerWait returns the shape of a wait for the operator's application.
func (at At) CustomerWait(l waiting.Listed) Wait {
	body := Wait{
		ID: l.ID, IDUtilisateur: l.AccountID, Tarif: Named{l.TariffID, l.PublicLabel}, Etat: l.State(time.Time(at)),
		Depuis: l.AskedAt.In(clock.Paris), ReponseAvant: InParis(l.AnswerBy()), Fin: InParis(l.EndedAt), Motif: l.Ending,
		Stations: Each(l.Stations, func(st subscription.Station) Named { return Named{st.ID, st.Name} }),
	}
	if l.Rank != 0 {
		body.Rang = &l.Rank
	}
	if offer := l.OpenOffer(time.Time(at)); offer != nil {
		body.Offre = &PlaceOffer{
			Station: Named{offer.StationID, l.OfferedAt.Name}, Casier: NamedOrNil(offer.LockerID, l.Locker),
			JusquAu: offer.Until.In(clock.Paris),
		}
	}
	return body
}

// ListedWait returns the shape of a wait for staff.
func (at At) ListedWait(l waiting.Listed) ListedWait {
	body := ListedWait{at.CustomerWait(l), accountBody(l.Account), l.RankComment}
	body.Tarif.Nom = l.Tariff
	return body
}
