package api

import (
	"strconv"
	"time"

	"consigne/internal/domain/payment"
)

var stayFile = exportFile{
	stays: true, id: "usage", subject: "usages", name: "export_utilisations.csv", of: "des utilisations", tag: stayTag,
	columns: []string{
		"Date d'utilisation", "Début", "Fin", "Durée (min)", "Station", "Casier/Espace", "Type", "Nom", "Prénom", "Email",
		"Coût d'utilisation", "Dépassement", "Enlèvement", "Tarif", "Statut de paiement",
	},
	line: stayLine,
}

func (s *server) registerStayExport() {
	registerExport[StayFilters, PlatformStayFilters](s, stayFile)
}

// stayLine formats a stay as a row. The duration is empty while the stay is in progress.
func stayLine(row payment.Row, now time.Time) []string {
	minutes, cost, overrun, removed := "", row.Amount, row.Overrun, row.Removed
	if row.EndedAt != nil {
		minutes = strconv.FormatInt(wholeMinutes(row.EndedAt.Sub(row.StartedAt)), 10)
	}
	if row.Stay != nil {
		price := row.Stay.PriceAt(now)
		cost, overrun, removed = price.Amount(), overrun || price.OverLimit, removed || price.Removed
	}
	return []string{
		day(row.StartedAt), dayAndHour(&row.StartedAt), dayAndHour(row.EndedAt), minutes,
		row.Station, row.Locker, lockerTypes[row.Type].Nom, row.LastName, row.FirstName, row.Email,
		decimal(cost), yesOrNo(overrun), yesOrNo(removed), row.Tariff, row.Status.Label(),
	}
}

func yesOrNo(yes bool) string {
	if yes {
		return "Oui"
	}
	return "Non"
}
