package demo_test

import (
	"testing"

	"consigne/internal/domain/prices/repricing"
)

// The terms that were in force leave no gap at any stay of the demonstration, whichever made it: a replay prices by the
// function that bills.
func TestReplayOfTheWholeHistory(t *testing.T) {
	const stays = 12000 // as many as `consigne serve --demo` makes
	m := &memory{}
	load(t, m, 1, stays)
	replayed := 0
	for _, b := range m.Billed {
		stay := b.Stay
		if stay.EndedAt == nil || stay.Tariff == nil || stay.MadeFree {
			continue
		}
		line, err := repricing.Price(stay.Tariff.Terms, repricing.Stay{
			ID: stay.ID, StartedAt: stay.StartedAt, EndedAt: *stay.EndedAt, Price: stay.Price,
			Subscription: stay.Tariff.Subscription,
			Status:       b.Payment.Status, Billed: b.Payment.Amount, Refunded: b.Payment.Refunded,
		})
		if err != nil || line.Other || line.Gap() != 0 || line.Refundable != 0 {
			t.Fatalf("stay %d: %+v, %v", stay.ID, line, err)
		}
		replayed++
	}
	if replayed < stays*9/10 {
		t.Errorf("%d stays were priced again", replayed)
	}
}
