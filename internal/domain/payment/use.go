package payment

import "time"

// The bits of what a stay is, kept beside its payment so that lists and statistics find
// it there.
const (
	EndedBit   int64 = 1
	OverrunBit int64 = 2
	RemovedBit int64 = 4
)

// OfStay tells that the payment is a stay's.
func (p Payment) OfStay() bool { return p.OccupationID != 0 }

// UseBits says what the stay of the payment is; nil: it is of a subscription.
func (p Payment) UseBits() *int64 {
	if !p.OfStay() {
		return nil
	}
	bits := int64(0)
	for bit, is := range map[int64]bool{EndedBit: p.EndedAt != nil, OverrunBit: p.Overrun, RemovedBit: p.Removed} {
		if is {
			bits |= bit
		}
	}
	return &bits
}

// Minutes is how long the stay of the payment was, in whole minutes; nil: it has not ended.
func (p Payment) Minutes() *int64 {
	if !p.OfStay() || p.EndedAt == nil {
		return nil
	}
	return new((p.EndedAt.UnixMilli() - p.StartedAt.UnixMilli()) / time.Minute.Milliseconds())
}
