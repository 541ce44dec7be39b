package ledger

// AtProvider returns how the amount of an entry of that kind changes what the provider of payments owes: 1 adds it, -1
// takes it off, 0 leaves it.
func AtProvider(kind Kind) int {
	switch kind {
	case Settled, NotOwed, NotOwedReturned, RefundReturned, DisputeWon, Unexplained:
		return 1
	case RefundDone, NotOwedGiven, Disputed, Fee, PaidOut:
		return -1
	case Begun, BroughtForward,
		Billed, MarkedAsPaid, Cancelled, MadeFree, Reduced, RefundAsked, RefundedByHand, RefundRefused,
		DisputeLost, DocumentIssued, MonthClosed:
	}
	return 0
}
