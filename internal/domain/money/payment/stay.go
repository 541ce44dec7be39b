package payment

import (
	"slices"
	"time"
)

// The bits of the state of a stay. They are stored with its payment, where lists and statistics read
// them.
const (
	EndedBit   int64 = 1
	OverrunBit int64 = 2
	RemovedBit int64 = 4
)

// IsForStay reports whether the payment is for a stay.
func (p Payment) IsForStay() bool { return p.StayID != 0 }

// StayBits returns the bits of the payment's stay; nil: the payment is for a subscription.
func (p Payment) StayBits() *int64 {
	if !p.IsForStay() {
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
	if !p.IsForStay() || p.EndedAt == nil {
		return nil
	}
	return new((p.EndedAt.UnixMilli() - p.StartedAt.UnixMilli()) / time.Minute.Milliseconds())
}

// StayBitsOf lists the bit sets of stays that have one of the statuses and one of the stop reasons.
// An empty list matches every stay.
func StayBitsOf(statuses, reasons []StayStatus) []int64 {
	fits := map[StayStatus]func(bits int64) bool{
		StayRunning: func(bits int64) bool { return bits&EndedBit == 0 },
		StayEnded:   func(bits int64) bool { return bits&EndedBit != 0 },
		StayOverrun: func(bits int64) bool { return bits&(OverrunBit|RemovedBit) != 0 },
		StayRemoved: func(bits int64) bool { return bits&RemovedBit != 0 },
	}
	list := []int64{}
	for bits := range EndedBit + OverrunBit + RemovedBit + 1 {
		has := func(among []StayStatus) bool {
			return len(among) == 0 || slices.ContainsFunc(among, func(status StayStatus) bool { return fits[status](bits) })
		}
		if has(statuses) && has(reasons) {
			list = append(list, bits)
		}
	}
	return list
}
