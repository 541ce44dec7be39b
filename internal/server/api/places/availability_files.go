package places

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/availability"
	"consigne/internal/server/api"
	"consigne/internal/server/sheet"
)

// registerAvailabilityFiles registers the files of a month, for the annual report (code de la commande publique,
// L3131-5 and R3131-3).
func (s area) registerAvailabilityFiles(path string) {
	register := func(
		id, suffix, summary, media string, write func(operator string, r availability.Report) ([]byte, error),
	) {
		form, _, _ := strings.Cut(media, ";")
		api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath, Long: true}, huma.Operation{
			OperationID: id, Method: http.MethodGet, Path: path + suffix, Tags: []string{availabilityTag}, Summary: summary,
			Responses: api.FileAnswers(form, &huma.Schema{Type: huma.TypeString, Format: "binary"}),
		}, func(ctx context.Context, in *MonthInput) (*huma.StreamResponse, error) {
			month, err := in.month()
			if err != nil {
				return nil, err
			}
			report, err := s.Availability.Whole(ctx, in.ID, month)
			if err != nil {
				return nil, err
			}
			operator, err := s.Operators.ByID(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			content, err := write(operator.Name, report)
			if err != nil {
				return nil, err
			}
			return api.SendFile(media, "attachment", "disponibilite-"+month.String()+suffix, content), nil
		})
	}
	for _, format := range sheet.Formats() {
		register("availability-"+string(format), "."+string(format),
			"La disponibilité d'un mois, par casier"+api.InWords(format), format.MediaType(),
			func(_ string, r availability.Report) ([]byte, error) { return availabilityTable(r, format) })
	}
	register("availability-pdf", ".pdf", "La disponibilité d'un mois, en PDF", "application/pdf",
		func(operator string, r availability.Report) ([]byte, error) {
			var content bytes.Buffer
			err := s.PrintAvailability(&content, operator, r)
			return content.Bytes(), err
		})
}

var availabilityColumns = []string{
	"Mois", "Id station", "Station", "Id casier", "Casier", "Minutes dues", "Minutes indisponibles",
	"Minutes exclues", "Minutes sans écoute", "Taux de disponibilité (%)",
}

// availabilityTable returns the month as a spreadsheet, a row for each locker.
func availabilityTable(r availability.Report, format sheet.Format) ([]byte, error) {
	rows := make([][]sheet.Cell, len(r.Lockers))
	minutes := func(m availability.Millis) sheet.Cell { return sheet.Number(m.Seconds() / 60) }
	for i, l := range r.Lockers {
		rate := sheet.Cell{}
		if shown := l.Rate(); shown != nil {
			rate = sheet.Text(fmt.Sprintf("%d,%02d", *shown/100, *shown%100))
		}
		rows[i] = []sheet.Cell{
			sheet.Text(r.Month.String()), sheet.ID(l.StationID), sheet.Text(l.StationName), sheet.ID(l.ID), sheet.Text(l.Name),
			minutes(l.Due), minutes(l.Out), minutes(l.LeftOut), minutes(l.Unknown), rate,
		}
	}
	return sheet.File(format, "Disponibilité "+r.Month.String(), availabilityColumns, rows)
}
