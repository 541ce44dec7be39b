package outbox

// Receipts says which customers of an operator get their receipts by mail without asking, as written on the wire.
type Receipts string

// The choices: for nothing, for terms of subscriptions, or for stays too.
const (
	NoReceipts       Receipts = "jamais"
	ReceiptsOfTerms  Receipts = "abonnements"
	ReceiptsOfAllPay Receipts = "toujours"
)

// Known reports whether it is one of the choices.
func (r Receipts) Known() bool {
	return r == NoReceipts || r == ReceiptsOfTerms || r == ReceiptsOfAllPay
}

// Cover reports whether the payments of terms of subscriptions, or those of stays, have letters.
func (r Receipts) Cover(ofTerm bool) bool {
	return r == ReceiptsOfAllPay || ofTerm && r == ReceiptsOfTerms
}
