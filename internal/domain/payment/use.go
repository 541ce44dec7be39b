package payment

import "time"

// The bits of the state of a stay. They are stored with its payment, where lists and statistics read
// them.
const (
	EndedBit   int64 = 1
	OverrunBit int64 = 2
	RemovedBit int64 = 4
)

// OfStay reports whether the payment is for a stay.
func (p Payment) OfStay() bool { return p.OccupationID != 0 }

// UseBits returns the bits of the payment's stay; nil: the payment is for a subscription.
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

// Minutes returns the duration of the payment's stay in whole minutes; nil: there is no stay or it has
// not ended.
func (p Payment) Minutes() *int64 {
	if !p.OfStay() || p.EndedAt == nil {
		return nil
	}
	return new((p.EndedAt.UnixMilli() - p.StartedAt.UnixMilli()) / time.Minute.Milliseconds())
}
