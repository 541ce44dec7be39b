package api

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"consigne/internal/domain/statistics"
	"consigne/internal/kernel/clock"
)

type csvAnswer struct {
	ContentType  string `header:"Content-Type"`
	Disposition  string `header:"Content-Disposition"`
	CacheControl string `header:"Cache-Control"`
	Body         []byte
}

func (s *server) statisticsFile(ctx context.Context, in *struct {
	DaysInput
	Figure string `path:"figure" enum:"utilisations,recettes,heures,occupation,tarifs,statuts,durees,limites,usagers,casiers"`
},
) (*csvAnswer, error) {
	report, err := s.report(ctx, in.DaysInput)
	if err != nil {
		return nil, err
	}
	body, err := csvFile(figureRows(report, in.Figure))
	return &csvAnswer{
		ContentType:  "text/csv; charset=utf-8",
		Disposition:  fmt.Sprintf(`attachment; filename="%s_%s_%s.csv"`, in.Figure, in.Du, in.Au),
		CacheControl: "no-store", Body: body,
	}, err
}

// csvFile writes a table in the form of the list exports (docs/adr/0006).
func csvFile(rows [][]string) ([]byte, error) {
	file := &bytes.Buffer{}
	lines, err := spreadsheet(file)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if err := lines.write(row...); err != nil {
			return nil, err
		}
	}
	err = lines.flush()
	return file.Bytes(), err
}

// figureRows returns one figure of the dashboard as a table.
func figureRows(r statistics.Report, figure string) [][]string {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	bySteps := func(columns []string, cells func(step statistics.Step) []string) [][]string {
		rows := [][]string{append([]string{"Du", "Au"}, columns...)}
		for _, step := range r.Steps {
			rows = append(rows, append([]string{writtenDay(step.First), writtenDay(step.Last)}, cells(step)...))
		}
		return rows
	}
	switch figure {
	case "utilisations":
		return bySteps([]string{"Utilisations", "Période précédente"}, func(step statistics.Step) []string {
			return []string{number(step.Stays.Value), number(step.Stays.Before)}
		})
	case "recettes":
		return bySteps([]string{"Encaissé", "Remboursé", "Recettes"}, func(step statistics.Step) []string {
			return []string{decimal(step.Money.Collected), decimal(step.Money.Refunded), decimal(step.Money.Revenue())}
		})
	case "durees":
		return bySteps([]string{"Durée moyenne (min)", "Durée médiane (min)"}, func(step statistics.Step) []string {
			median := ""
			if step.Median != nil {
				median = number(*step.Median)
			}
			return []string{fraction(step.Mean, 1), median}
		})
	case "limites":
		return bySteps([]string{"Dépassements", "Enlèvements"}, func(step statistics.Step) []string {
			return []string{number(step.Overruns), number(step.Removals)}
		})
	case "usagers":
		return bySteps([]string{"Nouveaux usagers", "Usagers revenus"}, func(step statistics.Step) []string {
			return []string{number(step.NewCustomers), number(step.ReturningCustomers)}
		})
	case "heures":
		rows := [][]string{{"Jour", "Heure", "Utilisations"}}
		for day, hours := range r.Hours {
			for hour, n := range hours {
				rows = append(rows, []string{weekdays[day], number(int64(hour)), number(n)})
			}
		}
		return rows
	case "occupation":
		rows := [][]string{{"Station", "Exploitant", "Du", "Au", "Taux d'occupation (%)"}}
		for _, station := range r.Stations {
			for i, rate := range station.Rates {
				step := r.Steps[i]
				rows = append(rows, []string{station.Name, station.Operator, writtenDay(step.First), writtenDay(step.Last), fraction(rate, 100)})
			}
		}
		return rows
	case "tarifs":
		rows := [][]string{{"Tarif", "Paiements", "Montant encaissé", "Période précédente"}}
		for _, t := range r.Tariffs {
			rows = append(rows, []string{t.Label, number(t.Payments), decimal(t.Amount.Value), decimal(t.Amount.Before)})
		}
		return rows
	case "statuts":
		rows := [][]string{{"Statut de paiement", "Paiements", "Montant", "Période précédente"}}
		for _, b := range r.Statuses {
			rows = append(rows, []string{b.Status.Label(), number(b.Payments), decimal(b.Amount.Value), decimal(b.Amount.Before)})
		}
		return rows
	}
	rows := [][]string{{"Casier/Espace", "Station", "Exploitant", "En service", "Utilisations", "Temps d'occupation (min)"}}
	for _, l := range r.Lockers {
		active := "non"
		if l.Active {
			active = "oui"
		}
		rows = append(rows, []string{l.Name, l.StationName, l.Operator, active, number(l.Stays), number(l.Minutes)})
	}
	return rows
}

// writtenDay formats a day as the list exports do.
func writtenDay(d clock.Day) string { return day(d.Begins()) }

var weekdays = [7]string{"Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi", "Dimanche"}

// fraction formats the value multiplied by times, to one decimal with a decimal comma; nil gives an empty text.
func fraction(value *float64, times float64) string {
	if value == nil {
		return ""
	}
	return strings.Replace(strconv.FormatFloat(*value*times, 'f', 1, 64), ".", ",", 1)
}
