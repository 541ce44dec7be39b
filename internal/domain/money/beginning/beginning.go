// Package beginning begins the ledger of an operator that had money before it: what customers owe then is brought
// forward (docs/rules.md#beginning).
package beginning

import (
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
)

// Books is what is known of an operator's ledger before it begins.
type Books struct {
	Event   *time.Time   // the first event that it tells of; nil: none
	OwnFrom *time.Time   // from when on it tells of every event, if some of its past was numbered before; nil: none was
	Closed  *clock.Month // the first month that was closed; nil: none was
}

// Of returns where a ledger begins that begins now. Months that are closed stay; what was numbered of the past makes
// no month of its own.
func Of(b Books, now time.Time) statement.Beginning {
	o := statement.Beginning{OwnFrom: now}
	if b.Event != nil {
		o.OwnFrom = *b.Event
	}
	if b.OwnFrom != nil {
		o.OwnFrom = *b.OwnFrom
	}
	o.Month = clock.MonthOf(o.OwnFrom)
	if b.Closed != nil {
		o.Month = min(o.Month, *b.Closed)
	}
	return o
}

// entry returns the entry of the ledger that says where it begins.
func entry(operatorID int64, o statement.Beginning, at time.Time) ledger.Entry {
	return ledger.Entry{OperatorID: operatorID, At: at, Kind: ledger.Begun, Document: o.Month.String()}
}
