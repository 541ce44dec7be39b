package api

import (
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/server/sheet"
)

var stayFile = exportFile{
	stays: true, id: "usage", subject: "usages", of: "des utilisations", tag: stayTag,
	table: table{"export_utilisations", "Utilisations", []string{
		"Date d'utilisation", "Début", "Fin", "Durée (min)", "Station", "Casier/Espace", "Type", "Nom", "Prénom", "Email",
		"Coût d'utilisation", "Dépassement", "Enlèvement", "Tarif", "Statut de paiement",
	}},
	line: stayLine,
}

func (s *server) registerStayExport() {
	registerExport[StayFilters, PlatformStayFilters](s, stayFile)
}

// stayLine formats a stay as a row. The duration is empty while the stay is in progress.
func stayLine(row payment.Row, now time.Time) []sheet.Cell {
	minutes, cost, overrun, removed := sheet.Cell{}, row.Amount, row.Overrun, row.Removed
	if row.EndedAt != nil {
		minutes = sheet.Number(wholeMinutes(row.EndedAt.Sub(row.StartedAt)))
	}
	if row.Stay != nil {
		price := row.Stay.PriceAt(now)
		cost, overrun, removed = price.Amount(), overrun || price.OverLimit, removed || price.Removed
	}
	return []sheet.Cell{
		sheet.Day(row.StartedAt), sheet.Minute(&row.StartedAt), sheet.Minute(row.EndedAt), minutes,
		sheet.Text(row.Station), sheet.Text(row.Locker), sheet.Text(lockerTypes[row.Type].Nom),
		sheet.Text(row.LastName), sheet.Text(row.FirstName), sheet.Text(row.Email),
		sheet.Euros(cost), sheet.Text(yesOrNo(overrun)), sheet.Text(yesOrNo(removed)), sheet.Text(row.Tariff), sheet.Text(row.Status.Label()),
	}
}

func yesOrNo(yes bool) string {
	if yes {
		return "Oui"
	}
	return "Non"
}
