package reconciliation_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// now is long after what the tests compare, and noon of 14 October in Paris is when that happened.
var (
	noon = time.Date(2026, 10, 14, 12, 0, 0, 0, clock.Paris)
	now  = noon.AddDate(0, 1, 0)
)

func charge(outcome payment.Status, at time.Time) *reconciliation.Event {
	return &reconciliation.Event{UUID: "u-1", OperatorID: 1, PaymentID: 7, Amount: 500, Outcome: outcome, At: at}
}

func refund(outcome payment.Status, at time.Time) *reconciliation.Event {
	e := charge(outcome, at)
	e.UUID, e.Refund, e.Amount = "u-2", true, 200
	return e
}

func moved(kind reconciliation.Kind, amount money.Cents, at time.Time) reconciliation.Movement {
	return reconciliation.Movement{
		ID: "txn_" + at.Format(time.RFC3339), Kind: kind, UUID: "u-1", Amount: amount,
		Net: amount, At: at,
	}
}

// What moved before the ledger began is not judged: by the instant here or, if nothing here tells of it, by that there.
func TestJudgedSince(t *testing.T) {
	for _, c := range []struct {
		name  string
		event *reconciliation.Event
		there money.Cents
		at    time.Time // there
		want  reconciliation.State
	}{
		{"both before", charge(payment.Paid, noon.Add(-time.Minute)), 500, noon.Add(-time.Minute), reconciliation.BeforeLedger},
		{"another amount before", charge(payment.Paid, noon.Add(-time.Minute)), 400, noon.Add(-time.Minute), reconciliation.BeforeLedger},
		{"told here before", charge(payment.Paid, noon.Add(-time.Second)), 500, noon.Add(time.Second), reconciliation.BeforeLedger},
		{"told here since", charge(payment.Paid, noon), 500, noon.Add(-time.Second), reconciliation.Matched},
		{"unknown here, before", nil, 500, noon.Add(-time.Second), reconciliation.BeforeLedger},
		{"unknown here, since", nil, 500, noon, reconciliation.UnknownHere},
		{"missing there, before", charge(payment.Paid, noon.Add(-time.Second)), 0, noon, reconciliation.BeforeLedger},
	} {
		g := reconciliation.Group{Key: "u-1", Event: c.event}
		if c.there != 0 {
			g.Movements = []reconciliation.Movement{moved(reconciliation.Collected, c.there, c.at)}
		}
		f, _ := reconciliation.Judge(g, now)
		if f = f.Since(noon); f.State != c.want || f.State.Difference() != (c.want == reconciliation.UnknownHere) {
			t.Errorf("%s: %s, want %s", c.name, f.State, c.want)
		}
	}
}

func TestJudge(t *testing.T) {
	collected, refunded, returned, disputed := reconciliation.Collected, reconciliation.Refunded, reconciliation.Returned,
		reconciliation.Disputed
	lastSecond := time.Date(2026, 10, 31, 23, 59, 59, 0, clock.Paris)
	for _, c := range []struct {
		name        string
		event       *reconciliation.Event
		charge      *reconciliation.Event
		movements   []reconciliation.Movement
		now         time.Time
		want        reconciliation.State // "": nothing to compare
		here, there money.Cents
		month       string
	}{
		{
			name: "collected on both sides", event: charge(payment.Paid, noon),
			movements: []reconciliation.Movement{moved(collected, 500, noon.Add(-time.Second))}, want: reconciliation.Matched,
			here: 500, there: 500,
		},
		{
			name: "given back on both sides", event: refund(payment.Paid, noon),
			movements: []reconciliation.Movement{moved(refunded, -200, noon)}, want: reconciliation.Matched, here: -200,
			there: -200,
		},
		{
			name: "not there yet", event: charge(payment.Paid, noon), now: noon.Add(reconciliation.Delay),
			want: reconciliation.Waiting, here: 500,
		},
		{
			name: "missing there", event: charge(payment.Paid, noon), now: noon.Add(reconciliation.Delay + time.Second),
			want: reconciliation.MissingThere, here: 500,
		},
		{
			name: "a refund that is missing there", event: refund(payment.Paid, noon), want: reconciliation.MissingThere,
			here: -200,
		},
		{
			name: "unknown here", movements: []reconciliation.Movement{moved(collected, 500, noon)},
			want: reconciliation.UnknownHere, there: 500,
		},
		{
			name: "outcome not known yet", event: charge(payment.InProgress, noon),
			movements: []reconciliation.Movement{moved(collected, 500, noon)}, now: noon.Add(time.Hour),
			want: reconciliation.Waiting, there: 500,
		},
		{
			name: "collected there, declined here", event: charge(payment.Unpaid, noon),
			movements: []reconciliation.Movement{moved(collected, 500, noon)}, want: reconciliation.UnknownHere, there: 500,
		},
		{
			name: "refused here, given back there", event: refund(payment.Failed, noon),
			movements: []reconciliation.Movement{moved(refunded, -200, noon)}, want: reconciliation.RefundNotAsked, there: -200,
		},
		{
			name: "given back without being asked", charge: charge(payment.Paid, noon),
			movements: []reconciliation.Movement{moved(refunded, -500, noon)}, want: reconciliation.RefundNotAsked, there: -500,
		},
		{
			name: "given back, of a charge unknown here", movements: []reconciliation.Movement{moved(refunded, -500, noon)},
			want: reconciliation.UnknownHere, there: -500,
		},
		{
			name: "disputed", charge: charge(payment.Paid, noon),
			movements: []reconciliation.Movement{moved(disputed, -500, noon)}, want: reconciliation.UnknownHere, there: -500,
		},
		{
			name: "another amount", event: charge(payment.Paid, noon),
			movements: []reconciliation.Movement{moved(collected, 450, noon)}, want: reconciliation.OtherAmount, here: 500,
			there: 450,
		},
		{
			name: "twice", event: charge(payment.Paid, noon),
			movements: []reconciliation.Movement{moved(collected, 500, noon), moved(collected, 500, noon.Add(time.Minute))},
			want:      reconciliation.Double, here: 500, there: 1000,
		},
		{
			name: "three days apart", event: charge(payment.Paid, noon),
			movements: []reconciliation.Movement{moved(collected, 500, noon.Add(reconciliation.Delay))},
			want:      reconciliation.Matched, here: 500, there: 500,
		},
		{
			name: "late", event: charge(payment.Paid, noon),
			movements: []reconciliation.Movement{moved(collected, 500, noon.Add(reconciliation.Delay+time.Second))},
			want:      reconciliation.Late, here: 500, there: 500,
		},
		{
			name: "in another month", event: charge(payment.Paid, lastSecond),
			movements: []reconciliation.Movement{moved(collected, 500, lastSecond.Add(time.Second))}, want: reconciliation.Late,
			here: 500, there: 500,
		},
		{
			name:      "a month of the other side",
			movements: []reconciliation.Movement{moved(collected, 500, lastSecond.Add(time.Second))},
			want:      reconciliation.UnknownHere, there: 500, month: "2026-11",
		},
		{
			name: "a refund that came back on both sides", event: refund(payment.Failed, noon),
			movements: []reconciliation.Movement{moved(refunded, -200, noon), moved(returned, 200, noon.Add(time.Hour))},
			want:      reconciliation.Matched,
		},
		{
			name: "a refund that came back, whose notice is on its way", event: refund(payment.Paid, noon),
			movements: []reconciliation.Movement{moved(refunded, -200, noon), moved(returned, 200, noon.Add(time.Hour))},
			now:       noon.Add(2 * time.Hour), want: reconciliation.Waiting, here: -200,
		},
		{
			name: "a refund that came back, and nobody here knows", event: refund(payment.Paid, noon),
			movements: []reconciliation.Movement{moved(refunded, -200, noon), moved(returned, 200, noon.Add(time.Hour))},
			want:      reconciliation.OtherAmount, here: -200,
		},
		{name: "a fee of the contract", movements: []reconciliation.Movement{moved(reconciliation.Charged, -900, noon)}},
		{name: "a charge that moved nothing", event: charge(payment.Unpaid, noon)},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := c.now
			if at.IsZero() {
				at = now
			}
			got, found := reconciliation.Judge(reconciliation.Group{
				Key: "u", Event: c.event, Charge: c.charge,
				Movements: c.movements,
			}, at)
			if month := c.month; found && (month == "" && got.Month != "2026-10" || month != "" && got.Month != month) {
				t.Errorf("month %s", got.Month)
			}
			if found != (c.want != "") || got.State != c.want || got.Here != c.here || got.There != c.there {
				t.Errorf("%+v, %v", got, found)
			}
			if (c.event != nil || c.charge != nil) && found && (got.OperatorID != 1 || got.PaymentID != 7) {
				t.Errorf("of operator %d, payment %d", got.OperatorID, got.PaymentID)
			}
		})
	}
}

// Whatever faults are planted, each is named by its kind and nothing else is, and both totals are exact.
func TestEveryFaultIsNamed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys, events, movements, want := []string{}, []reconciliation.Event{}, []reconciliation.Movement{},
			map[string]reconciliation.State{}
		here, there := money.Cents(0), money.Cents(0)
		move := func(m reconciliation.Movement) {
			m.ID = fmt.Sprint("txn_", len(movements))
			movements, there = append(movements, m), there+m.Amount
			if key := m.Key(); !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
		for i := range rapid.IntRange(1, 60).Draw(t, "attempts") {
			uuid := fmt.Sprint("u-", i)
			amount := money.Cents(rapid.Int64Range(1, 100_000).Draw(t, "amount"))
			at := noon.Add(time.Duration(rapid.IntRange(-300, 300).Draw(t, "hours")) * time.Hour)
			kind, signed := reconciliation.Collected, amount
			e := reconciliation.Event{
				UUID: uuid, OperatorID: 1, PaymentID: int64(i + 1), Amount: amount, Outcome: payment.Paid,
				At: at,
			}
			if rapid.Bool().Draw(t, "refund") {
				e.Refund, kind, signed = true, reconciliation.Refunded, -amount
			}
			m := reconciliation.Movement{Kind: kind, UUID: uuid, Amount: signed, At: at}
			state := rapid.SampledFrom(append(reconciliation.States(), reconciliation.Matched, reconciliation.Matched)).Draw(t,
				"state")
			want[uuid] = state
			switch state {
			case reconciliation.UnknownHere:
				m.Kind, m.Amount = reconciliation.Collected, amount
				move(m)
				continue
			case reconciliation.RefundNotAsked: // of a charge that both sides have
				e.Refund, m.Kind, m.Amount = false, reconciliation.Collected, amount
				want[uuid] = reconciliation.Matched
				move(reconciliation.Movement{Kind: reconciliation.Refunded, Of: uuid, Amount: -amount, At: at})
				want[movements[len(movements)-1].ID] = reconciliation.RefundNotAsked
			case reconciliation.Waiting:
				e.At = now
			case reconciliation.OtherAmount:
				m.Amount += money.Cents(rapid.Int64Range(1, 500).Draw(t, "difference"))
			case reconciliation.Double:
				move(m)
			case reconciliation.Late:
				m.At = at.Add(reconciliation.Delay + time.Hour)
			}
			if e.Refund {
				here -= amount
			} else {
				here += amount
			}
			events = append(events, e)
			if state == reconciliation.Waiting || state == reconciliation.MissingThere {
				keys = append(keys, uuid)
			} else {
				move(m)
			}
		}
		for _, g := range reconciliation.Groups(keys, events, movements) {
			f, found := reconciliation.Judge(g, now)
			if !found || f.State != want[g.Key] {
				t.Errorf("%s: %s (%v), want %s", g.Key, f.State, found, want[g.Key])
			}
			here, there = here-f.Here, there-f.There
			delete(want, g.Key)
		}
		if len(want) > 0 || here != 0 || there != 0 {
			t.Errorf("left out: %v; %d here and %d there", want, here, there)
		}
	})
}
