package shape

import (
	"fmt"
	"strconv"

	"consigne/internal/domain/prices/tariff"
)

// PeriodTimes holds when a stay must start for a period to contain it.
type PeriodTimes struct {
	JoursSemaine []string `json:"joursSemaine" doc:"1 (lundi) à 7 (dimanche)"`
	DateDebut    *string  `json:"dateDebut" doc:"AAAA-MM-JJ"`
	DateFin      *string  `json:"dateFin" doc:"AAAA-MM-JJ, comprise"`
	HeureDebut   *string  `json:"heureDebut" doc:"HH-MM"`
	HeureFin     *string  `json:"heureFin" doc:"HH-MM, non comprise ; avant heureDebut : le lendemain"`
}

// PeriodTimesBody returns the shape of the times of a period.
func PeriodTimesBody(p tariff.Period) PeriodTimes {
	return PeriodTimes{
		JoursSemaine: Each(p.Weekdays.Days(), strconv.Itoa), DateDebut: TextOrNil(p.From), DateFin: TextOrNil(p.To),
		HeureDebut: hourOrNil(p.Opens), HeureFin: hourOrNil(p.Closes),
	}
}

func hourOrNil(minute *int) *string {
	if minute == nil {
		return nil
	}
	return new(HourOfMinute(*minute))
}

// HourOfMinute formats a minute of the day as HH-MM, and 1440 as 24-00.
func HourOfMinute(minute int) string { return fmt.Sprintf("%02d-%02d", minute/60, minute%60) }
