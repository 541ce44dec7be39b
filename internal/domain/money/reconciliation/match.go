package reconciliation

import (
	"slices"
	"strings"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// State is what the comparison found.
type State string

// The states.
const (
	Matched        State = "rapproche"
	Waiting        State = "en_attente" // of the other side, for less than Delay
	MissingThere   State = "manque_chez_le_prestataire"
	UnknownHere    State = "inconnu_chez_nous"
	OtherAmount    State = "autre_montant"
	Double         State = "en_double"
	Late           State = "en_retard"
	RefundNotAsked State = "remboursement_non_demande"
	BeforeLedger   State = "avant_registre" // whatever both sides say of it
)

// States lists the states of what is compared in the order in which they are shown.
func States() []State {
	return []State{Matched, Waiting, MissingThere, UnknownHere, OtherAmount, Double, Late, RefundNotAsked}
}

// Difference reports whether a person has to explain the state.
func (s State) Difference() bool { return s != Matched && s != Waiting && s != BeforeLedger }

// Delay is how long one side may be behind the other.
const Delay = 3 * 24 * time.Hour

// Group is what both sides have under one key.
type Group struct {
	Key       string
	Event     *Event     // nil: no attempt or refund here has the key for its uuid
	Charge    *Event     // the charge that a refund or dispute of unknown uuid is about; nil: none that is known
	Movements []Movement // oldest first
}

// Finding is what the comparison found for one key. Amounts are signed: what is given back is below zero.
type Finding struct {
	Key        string
	State      State
	Kind       Kind
	OperatorID int64 // 0: nothing tells whose it is
	PaymentID  int64 // 0: no payment here is concerned
	Month      string
	Here       money.Cents // what is recorded here
	There      money.Cents // what the provider moved
	HereAt     *time.Time
	ThereAt    *time.Time // of the first movement
	Reference  string     // the provider's id of that movement
}

// Judge compares both sides of a group. It returns false when there is nothing to compare: no money has moved, or it is
// a fee of the provider's for no payment.
func Judge(g Group, now time.Time) (Finding, bool) {
	f := Finding{Key: g.Key, There: sum(g.Movements)}
	if g.Event != nil {
		f.OperatorID, f.PaymentID, f.Here = g.Event.OperatorID, g.Event.PaymentID, g.Event.moved()
		f.Kind = Collected
		if g.Event.Refund {
			f.Kind = Refunded
		}
		if g.Event.settled() {
			f.HereAt, f.Month = &g.Event.At, clock.MonthOf(g.Event.At).String()
		}
	}
	if len(g.Movements) > 0 {
		first := g.Movements[0]
		f.ThereAt, f.Reference = &first.At, first.ID
		if f.Month == "" {
			f.Month = clock.MonthOf(first.At).String()
		}
		if g.Event == nil {
			f.Kind, f.OperatorID = first.Kind, first.Operator
		}
	}
	if g.Event == nil && g.Charge != nil {
		f.OperatorID, f.PaymentID = g.Charge.OperatorID, g.Charge.PaymentID
	}
	if f.Month == "" || f.Kind == Charged {
		return Finding{}, false
	}
	f.State = g.state(f, now)
	return f, true
}

// Since returns what was found as it counts in a ledger that begins at an instant: what is from before it is not
// compared.
func (f Finding) Since(begins time.Time) Finding {
	at := f.HereAt
	if at == nil {
		at = f.ThereAt
	}
	if at.Before(begins) {
		f.State = BeforeLedger
	}
	return f
}

func (g Group) state(f Finding, now time.Time) State {
	young := func(at time.Time) bool { return now.Sub(at) <= Delay }
	switch {
	case len(g.Movements) == 0:
		if young(g.Event.At) {
			return Waiting
		}
		return MissingThere
	case g.Event == nil:
		return g.unknown()
	}
	last := g.Movements[len(g.Movements)-1]
	switch {
	case !g.Event.settled() && f.There == 0:
		return Matched // a refund that came back, on both sides
	case !g.Event.settled() && young(last.At), f.There == 0 && g.returned() && young(last.At):
		return Waiting // the outcome is asked for, or its notice is on its way
	case !g.Event.settled():
		return g.unknown()
	case g.made() > 1:
		return Double
	case f.There != f.Here:
		return OtherAmount
	case mistimed(*f.HereAt, *f.ThereAt):
		return Late
	}
	return Matched
}

// unknown returns the state of what moved at the provider and is not recorded here.
func (g Group) unknown() State {
	if g.Movements[0].Kind == Refunded && (g.Event != nil || g.Charge != nil) {
		return RefundNotAsked
	}
	return UnknownHere
}

// made returns how often the provider did what the event asked for.
func (g Group) made() int {
	n := 0
	for _, m := range g.Movements {
		if m.Kind == Collected || m.Kind == Refunded {
			n++
		}
	}
	return n
}

func (g Group) returned() bool {
	return slices.ContainsFunc(g.Movements, func(m Movement) bool { return m.Kind == Returned })
}

// mistimed reports whether the two sides count an amount at different times: in two months, or more than Delay apart.
func mistimed(here, there time.Time) bool {
	return here.Sub(there).Abs() > Delay || clock.MonthOf(here) != clock.MonthOf(there)
}

func sum(list []Movement) money.Cents {
	total := money.Cents(0)
	for _, m := range list {
		total += m.Amount
	}
	return total
}

// Groups puts both sides together by their keys, in the order of the keys. events also holds the charges that refunds
// and disputes are about; an event that keys does not name gets no group of its own.
func Groups(keys []string, events []Event, movements []Movement) []Group {
	byUUID := make(map[string]*Event, len(events))
	for i := range events {
		byUUID[events[i].UUID] = &events[i]
	}
	byKey := make(map[string][]Movement, len(keys))
	for _, m := range movements {
		byKey[m.Key()] = append(byKey[m.Key()], m)
	}
	groups := make([]Group, 0, len(keys))
	for _, key := range keys {
		g := Group{Key: key, Event: byUUID[key], Movements: byKey[key]}
		slices.SortFunc(g.Movements, func(a, b Movement) int {
			if order := a.At.Compare(b.At); order != 0 {
				return order
			}
			return strings.Compare(a.ID, b.ID)
		})
		if g.Event == nil && len(g.Movements) > 0 {
			g.Charge = byUUID[g.Movements[0].Of]
		}
		groups = append(groups, g)
	}
	return groups
}
