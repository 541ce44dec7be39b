package desk

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/statistics"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/sheet"
)

type fileAnswer struct {
	ContentType  string `header:"Content-Type"`
	Disposition  string `header:"Content-Disposition"`
	CacheControl string `header:"Cache-Control"`
	Body         []byte
}

type figureInput struct {
	DaysInput
	Figure string `path:"figure" enum:"utilisations,recettes,heures,occupation,tarifs,statuts,durees,limites,usagers,casiers"`
}

// figureTitles are the names of their sheets.
var figureTitles = map[string]string{
	"utilisations": "Utilisations", "recettes": "Recettes", "heures": "Heures", "occupation": "Occupation",
	"tarifs": "Tarifs", "statuts": "Statuts",
	"durees": "Durées", "limites": "Limites", "usagers": "Usagers", "casiers": "Casiers",
}

func (s area) registerStatisticsFiles(tag string) {
	for _, format := range sheet.Formats() {
		api.Register(s.Server, api.Rule{Audience: api.DashboardTokens}, huma.Operation{
			OperationID: api.OperationOf("statistics-file", format), Method: http.MethodGet,
			Path: "/api/statistiques/" + string(format) + "/{figure}",
			Tags: []string{tag}, Summary: "Télécharger un des chiffres d'une période" + api.InWords(format),
			Responses: api.SheetAnswers(format),
		}, func(ctx context.Context, in *figureInput) (*fileAnswer, error) {
			report, err := s.report(ctx, in.DaysInput)
			if err != nil {
				return nil, err
			}
			columns, rows := figureTable(report, in.Figure)
			t := api.Table{
				Name: fmt.Sprintf("%s_%s_%s", in.Figure, in.Du, in.Au), Title: figureTitles[in.Figure],
				Columns: columns,
			}
			body, err := sheet.File(format, t.Title, t.Columns, rows)
			return &fileAnswer{
				ContentType: format.MediaType(), Disposition: t.Disposition(format), CacheControl: "no-store",
				Body: body,
			}, err
		})
	}
}

// figureTable returns one figure of the dashboard as a table.
func figureTable(r statistics.Report, figure string) (columns []string, rows [][]sheet.Cell) {
	bySteps := func(columns []string, cells func(step statistics.Step) []sheet.Cell) ([]string, [][]sheet.Cell) {
		var rows [][]sheet.Cell
		for _, step := range r.Steps {
			rows = append(rows, append([]sheet.Cell{dayCell(step.First), dayCell(step.Last)}, cells(step)...))
		}
		return append([]string{"Du", "Au"}, columns...), rows
	}
	switch figure {
	case "utilisations":
		return bySteps([]string{"Utilisations", "Période précédente"}, func(step statistics.Step) []sheet.Cell {
			return []sheet.Cell{sheet.Number(step.Stays.Value), sheet.Number(step.Stays.Before)}
		})
	case "recettes":
		return bySteps([]string{"Encaissé", "Remboursé", "Recettes"}, func(step statistics.Step) []sheet.Cell {
			return []sheet.Cell{
				sheet.Euros(step.Money.Collected), sheet.Euros(step.Money.Refunded),
				sheet.Euros(step.Money.Revenue()),
			}
		})
	case "durees":
		return bySteps([]string{"Durée moyenne (min)", "Durée médiane (min)"}, func(step statistics.Step) []sheet.Cell {
			median := sheet.Cell{}
			if step.Median != nil {
				median = sheet.Number(*step.Median)
			}
			return []sheet.Cell{sheet.Tenths(step.Mean, 1), median}
		})
	case "limites":
		return bySteps([]string{"Dépassements", "Enlèvements"}, func(step statistics.Step) []sheet.Cell {
			return []sheet.Cell{sheet.Number(step.Overruns), sheet.Number(step.Removals)}
		})
	case "usagers":
		return bySteps([]string{"Nouveaux usagers", "Usagers revenus"}, func(step statistics.Step) []sheet.Cell {
			return []sheet.Cell{sheet.Number(step.NewCustomers), sheet.Number(step.ReturningCustomers)}
		})
	case "heures":
		for day, hours := range r.Hours {
			for hour, n := range hours {
				rows = append(rows, []sheet.Cell{sheet.Text(weekdays[day]), sheet.Number(int64(hour)), sheet.Number(n)})
			}
		}
		return []string{"Jour", "Heure", "Utilisations"}, rows
	case "occupation":
		for _, station := range r.Stations {
			for i, rate := range station.Rates {
				step := r.Steps[i]
				rows = append(rows, []sheet.Cell{
					sheet.Text(station.Name), sheet.Text(station.Operator), dayCell(step.First), dayCell(step.Last),
					sheet.Tenths(rate, 100),
				})
			}
		}
		return []string{"Station", "Exploitant", "Du", "Au", "Taux d'occupation (%)"}, rows
	case "tarifs":
		for _, t := range r.Tariffs {
			rows = append(rows, []sheet.Cell{
				sheet.Text(t.Label), sheet.Number(t.Payments), sheet.Euros(t.Money.Value.Collected),
				sheet.Euros(t.Money.Before.Collected), sheet.Euros(t.Money.Value.Refunded), sheet.Euros(t.Money.Value.Revenue()),
				sheet.Euros(t.Money.Before.Refunded), sheet.Euros(t.Money.Before.Revenue()),
			})
		}
		return []string{
			"Tarif", "Paiements", "Montant encaissé", "Période précédente", "Remboursé", "Recettes",
			"Remboursé, période précédente", "Recettes, période précédente",
		}, rows
	case "statuts":
		for _, b := range r.Statuses {
			rows = append(rows, []sheet.Cell{
				sheet.Text(b.Status.Label()), sheet.Number(b.Payments), sheet.Euros(b.Amount.Value),
				sheet.Euros(b.Amount.Before),
			})
		}
		return []string{"Statut de paiement", "Paiements", "Montant", "Période précédente"}, rows
	}
	for _, l := range r.Lockers {
		active := "non"
		if l.Active {
			active = "oui"
		}
		rows = append(rows, []sheet.Cell{
			sheet.Text(l.Name), sheet.Text(l.StationName), sheet.Text(l.Operator), sheet.Text(active), sheet.Number(l.Stays),
			sheet.Number(l.Minutes),
		})
	}
	return []string{"Casier/Espace", "Station", "Exploitant", "En service", "Utilisations", "Temps d'occupation (min)"},
		rows
}

func dayCell(d clock.Day) sheet.Cell { return sheet.Day(d.Begins()) }

var weekdays = [7]string{"Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi", "Dimanche"}
