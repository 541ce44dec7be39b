// Package ledger holds the append-only list of the events of money of each operator, chained by hashes
// (docs/ledger.md).
package ledger

import (
	"context"
	"time"

	"consigne/internal/kernel/money"
)

// Kind is the kind of an event of money.
type Kind string

// The kinds of entries, by their names in the archive (docs/ledger.md).
const (
	Begun           Kind = "debut_registre"     // the ledger begins with a month, and there was money before
	BroughtForward  Kind = "reprise"            // owed since before the ledger
	Billed          Kind = "facture"            // a stay or term is owed
	Settled         Kind = "encaisse"           // an attempt collected what was owed
	MarkedAsPaid    Kind = "encaisse_autrement" // staff recorded another means
	Cancelled       Kind = "annule"
	MadeFree        Kind = "rendu_gratuit"
	Reduced         Kind = "reduit" // a term that is not paid ended early
	RefundAsked     Kind = "remboursement_demande"
	RefundDone      Kind = "rembourse"            // by the provider
	RefundedByHand  Kind = "rembourse_autrement"  // staff gave it back by another means
	RefundRefused   Kind = "remboursement_refuse" // it was never done
	RefundReturned  Kind = "remboursement_revenu" // it was done, and the money came back
	NotOwed         Kind = "encaisse_non_du"      // a late charge of what is settled already, given back at once
	NotOwedGiven    Kind = "non_du_rendu"         // that money was given back
	NotOwedReturned Kind = "non_du_revenu"        // it was, and came back
	Fee             Kind = "frais"                // kept by the provider; below 0: given back
	Disputed        Kind = "conteste"             // the holder's bank took a charge back
	DisputeWon      Kind = "contestation_gagnee"  // it gave that again
	DisputeLost     Kind = "contestation_perdue"  // it keeps it; below 0: after all not
	Unexplained     Kind = "ecart"                // moved by the provider, and not so recorded here; below 0: the reverse
	PaidOut         Kind = "verse"                // by the provider to the bank; below 0: drawn from it, or come back
	DocumentIssued  Kind = "document"
	MonthClosed     Kind = "mois_cloture"
)

// Entry is one event of money. It holds no personal data, so that erasing a person leaves it valid.
type Entry struct {
	ID         int64 // of the event while it waits to be chained; tells nothing of the order
	OperatorID int64
	At         time.Time // of the event, by the clock of its node, to the millisecond
	Kind       Kind
	PaymentID  int64  // 0: it is of no single payment
	Attempt    string // uuid of the attempt, refund or act of staff; empty: there is none
	Document   string // number of the document; empty: the entry tells of none
	Amount     money.Cents
	VATRate    money.Rate  // of what is collected or given back
	VAT        money.Cents // within Amount
	Means      string

	Sequence int64  // from 1 for each operator, without gap; 0: not chained yet
	Previous string // hash of the entry before, in hexadecimal
	Hash     string // SHA-256 of the canonical encoding, in hexadecimal; while it waits, see [Waiting]
}

// Recorder writes an entry in the transaction of its event. It is chained within a minute.
type Recorder interface {
	AppendEntry(ctx context.Context, entry Entry) error
}

// Issuer numbers the document that an event of money asks for, in the transaction that chains its entry. It returns the
// entry that tells of the document, which is chained next; false: the event asks for none, or has one already.
type Issuer interface {
	Issue(ctx context.Context, settled Entry) (Entry, bool, error)
}
