package money

import (
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
	"consigne/internal/server/sheet"
)

var paymentFile = api.ExportFile{
	Id: "payment", Subject: "paiements", Of: "des paiements", Tag: "Paiements",
	Table: api.Table{Name: "export_paiements", Title: "Paiements", Columns: []string{
		"Nom", "Prénom", "Email", "Date de paiement", "Identifiant", "Montant", "Remboursé", "Statut", "Station", "Casier",
		"Début", "Fin", "Mode de paiement", "Commentaire",
	}},
	Line: paymentLine,
}

func (s area) registerPaymentExport() {
	api.RegisterExport[shape.PaymentFilters, shape.PlatformPaymentFilters](s.Server, paymentFile)
}

func paymentLine(row payment.Row, now time.Time) []sheet.Cell {
	place, means, amount := row.Locker, string(row.Means), row.Amount
	if row.SubscriptionID != 0 {
		place = row.Tariff
	}
	if row.Status == payment.Paid {
		means = "Carte bancaire"
	}
	if row.Stay != nil && row.Status == payment.Running {
		amount = row.Stay.PriceAt(now).Amount()
	}
	return []sheet.Cell{
		sheet.Text(row.LastName), sheet.Text(row.FirstName), sheet.Text(row.Email), sheet.Minute(row.SettledAt),
		sheet.Text(row.UUID),
		sheet.Euros(amount), sheet.Euros(row.RefundDone()), sheet.Text(row.Status.Label()), sheet.Text(row.Station),
		sheet.Text(place),
		sheet.Minute(&row.StartedAt), sheet.Minute(row.EndedAt), sheet.Text(means), sheet.Text(row.Comment),
	}
}
