package prices

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// TariffWeek describes which tariff a stay gets at each hour of a week, at one station.
type TariffWeek struct {
	Lundi   string        `json:"lundi" doc:"AAAA-MM-JJ"`
	Casiers []LockersWeek `json:"casiers" doc:"Par type, les casiers qui ont les mêmes tarifs ensemble"`
}

// LockersWeek is the week of the lockers of a station that have the same type and tariffs.
type LockersWeek struct {
	Type    shape.LockerType `json:"type"`
	Casiers []shape.Named    `json:"casiers"`
	Jours   [][]DaySlot      `json:"jours" doc:"Du lundi au dimanche"`
}

// DaySlot is a part of a day in which every stay that starts gets the same tariff.
type DaySlot struct {
	De    string        `json:"de" doc:"HH-MM"`
	A     string        `json:"a" doc:"HH-MM, non comprise ; 24-00 : minuit"`
	Tarif *shape.Tariff `json:"tarif" doc:"null : aucun, l'utilisation serait refusée"`
}

func (s area) registerTariffCalendar() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsRead, At: api.OwnerOfStation,
	}, huma.Operation{
		OperationID: "tariff-calendar", Method: http.MethodGet, Path: "/api/admin/station/{id}/calendrier-tarifs",
		Tags:    []string{tariffTag},
		Summary: "Le tarif qu'aurait une utilisation selon le jour et l'heure de son début",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Semaine    string `query:"semaine" doc:"AAAA-MM-JJ, un jour de la semaine voulue ; absent : aujourd'hui"`
		Email      string `query:"email" doc:"Celui de l'usager ; absent : une personne inconnue"`
		Abonnement int64  `query:"abonnement" doc:"Le tarif auquel l'usager est abonné ; absent : aucun"`
	},
	) (*api.Answer[TariffWeek], error) {
		customer := tariff.Customer{Email: in.Email}
		if in.Abonnement != 0 {
			customer.Subscribed = []int64{in.Abonnement}
		}
		monday, calendars, err := s.Tariffs.Calendars(ctx, in.ID, in.Semaine, customer)
		return api.Reply(TariffWeek{monday.Format(time.DateOnly), shape.Each(calendars, lockersWeek)}), err
	})
}

func lockersWeek(c tariff.Calendar) LockersWeek {
	return LockersWeek{
		Type:    shape.LockerTypes[c.Type],
		Casiers: shape.Each(c.Lockers, func(l tariff.LockerRef) shape.Named { return shape.Named{ID: l.ID, Nom: l.Name} }),
		Jours:   shape.Each(c.Days[:], func(day []tariff.Slot) []DaySlot { return shape.Each(day, daySlot) }),
	}
}

func daySlot(s tariff.Slot) DaySlot {
	return DaySlot{shape.HourOfMinute(s.From), shape.HourOfMinute(s.To), shape.TariffOrNil(s.Tariff)}
}
