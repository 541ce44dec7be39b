// Package money holds the calls about payments, documents, statements, the ledger and reconciliation.
package money

import "consigne/internal/server/api"

// area holds the handlers of these calls.
type area struct{ *api.Server }

// Register adds the calls.
func Register(s *api.Server) {
	a := area{s}
	a.registerPayments()
	a.registerDocuments()
	a.registerPaymentExport()
	a.registerLedger()
	a.registerStatements()
	a.registerDebts()
	a.registerRefundBatches()
	a.registerReconciliation()
}
