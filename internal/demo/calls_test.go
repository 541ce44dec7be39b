package demo_test

import (
	"testing"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
)

// The hotline of the first operator has asked for two refunds, of what can be refunded, and has noted some calls: one
// of them about who asked.
func TestCalls(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 12000)
	hotline := m.account("hotline@grandval.test").ID
	requesters := map[int64]bool{}
	for _, b := range m.Billed {
		r := b.Request
		if r == nil {
			continue
		}
		requesters[b.Stay.AccountID] = true
		if b.Payment.Status != payment.Paid || b.Payment.Refunded > 0 || r.Amount > b.Payment.Amount ||
			r.OperatorID != 1 || r.Asked.AccountID != hotline || r.Asked.At.After(now) || r.Decided != nil {
			t.Errorf("%+v of %+v", r, b.Payment)
		}
	}
	if len(requesters) != 2 {
		t.Errorf("refunds asked of %d people", len(requesters))
	}
	about := 0
	for _, n := range m.Notes {
		if n.OperatorID != 1 || n.AuthorID != hotline || n.At.After(now) {
			t.Errorf("%+v", n)
		}
		if requesters[n.AccountID] {
			about++
		}
		if n.AccountID != 0 && len(m.Accounts[n.AccountID-1].Roles[1]) == 0 {
			t.Errorf("about a stranger: %+v", n)
		}
	}
	if len(m.Notes) != 4 || about == 0 {
		t.Errorf("%d notes, %d about who asked", len(m.Notes), about)
	}
	if !m.Accounts[hotline-1].Active || m.Accounts[hotline-1].Roles[1][0] != access.Hotline {
		t.Error("who asks is of the hotline")
	}
}
