package api

import (
	"time"

	"consigne/internal/domain/payment"
)

var paymentFile = exportFile{
	id: "payment", subject: "paiements", name: "export_paiements.csv", of: "des paiements", tag: paymentTag,
	columns: []string{
		"Nom", "Prénom", "Email", "Date de paiement", "Identifiant", "Montant", "Remboursé", "Statut", "Station", "Casier", "Début", "Fin",
		"Mode de paiement", "Commentaire",
	},
	line: paymentLine,
}

func (s *server) registerPaymentExport() {
	registerExport[PaymentFilters, PlatformPaymentFilters](s, paymentFile)
}

func paymentLine(row payment.Row, now time.Time) []string {
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
	return []string{
		row.LastName, row.FirstName, row.Email, dayAndHour(row.SettledAt), row.UUID, decimal(amount), decimal(row.RefundDone()),
		row.Status.Label(), row.Station, place, dayAndHour(&row.StartedAt), dayAndHour(row.EndedAt), means, row.Comment,
	}
}
