package stays

import (
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
	"consigne/internal/server/sheet"
)

var stayFile = api.ExportFile{
	Stays: true, Id: "usage", Subject: "usages", Of: "des utilisations", Tag: stayTag,
	Table: api.Table{Name: "export_utilisations", Title: "Utilisations", Columns: []string{
		"Date d'utilisation", "Début", "Fin", "Durée (min)", "Station", "Casier/Espace", "Type", "Nom", "Prénom", "Email",
		"Coût d'utilisation", "Dépassement", "Enlèvement", "Tarif", "Statut de paiement",
	}},
	Line: stayLine,
}

func (s area) registerStayExport() {
	api.RegisterExport[StayFilters, PlatformStayFilters](s.Server, stayFile)
}

// stayLine formats a stay as a row. The duration is empty while the stay is in progress.
func stayLine(row payment.Row, now time.Time) []sheet.Cell {
	minutes, cost, overrun, removed := sheet.Cell{}, row.Amount, row.Overrun, row.Removed
	if row.EndedAt != nil {
		minutes = sheet.Number(shape.WholeMinutes(row.EndedAt.Sub(row.StartedAt)))
	}
	if row.Stay != nil {
		price := row.Stay.PriceAt(now)
		cost, overrun, removed = price.Amount(), overrun || price.OverLimit, removed || price.Removed
	}
	return []sheet.Cell{
		sheet.Day(row.StartedAt), sheet.Minute(&row.StartedAt), sheet.Minute(row.EndedAt), minutes,
		sheet.Text(row.Station), sheet.Text(row.Locker), sheet.Text(shape.LockerTypes[row.Type].Nom),
		sheet.Text(row.LastName), sheet.Text(row.FirstName), sheet.Text(row.Email),
		sheet.Euros(cost), sheet.Text(yesOrNo(overrun)), sheet.Text(yesOrNo(removed)), sheet.Text(row.Tariff),
		sheet.Text(row.Status.Label()),
	}
}

func yesOrNo(yes bool) string {
	if yes {
		return "Oui"
	}
	return "Non"
}
