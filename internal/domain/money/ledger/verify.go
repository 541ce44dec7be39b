package ledger

import (
	"fmt"
	"slices"

	"consigne/internal/kernel/clock"
)

// Broken describes which entry of an operator's ledger is the first that is not valid, or what else that follows from
// the ledger is not as it says.
type Broken struct {
	OperatorID int64
	Sequence   int64  // of the first bad entry; of the first of several among which it is, if Last says so
	Last       int64  // of those several; 0: it is known which
	Subject    string // what is not valid, if it is no entry, as « paiement n° 12 »
	Reason     string // a French sentence without its full stop
}

func (b *Broken) Error() string {
	if b.Subject != "" {
		return fmt.Sprintf("exploitant %d, %s : %s", b.OperatorID, b.Subject, b.Reason)
	}
	if b.Last > b.Sequence {
		return fmt.Sprintf("exploitant %d, entre les écritures n° %d et n° %d : %s", b.OperatorID, b.Sequence, b.Last,
			b.Reason)
	}
	return fmt.Sprintf("exploitant %d, écriture n° %d : %s", b.OperatorID, b.Sequence, b.Reason)
}

// The reasons for which an entry is not valid.
const (
	whyMissing    = "elle manque"
	whySurplus    = "elle est en trop"
	whyChanged    = "son contenu ne correspond pas à son empreinte"
	whyUnlinked   = "l'empreinte de la précédente n'est pas celle qui est attestée"
	whyUnreadable = "sa ligne ne peut pas être lue"
	whyLineBreak  = "un de ses textes contient un saut de ligne"
	whyRewritten  = "la chaîne a été réécrite, le sceau du %s atteste une autre empreinte"
	whySeal       = "le sceau du %s n'est pas signé par une clé connue"
	whyHead       = "la chaîne a été réécrite, ou sa tête n'est pas signée par une clé connue"
	whySealed     = "elle manque, le sceau du %s l'atteste"
	whyNoSeal     = "le sceau du %s manque, un sceau plus récent l'atteste"
	whySealGone   = "le sceau du %s manque, il a été publié"
)

// Verifier checks the entries of one operator, which are passed to it one after the other in the order of their
// sequence.
type Verifier struct {
	before, head Head
	seals        []Seal // by sequence, those to come
	keys         *Keys
	headSigned   bool
	begun        bool      // from the first entry on, or after a seal: it is known which seal comes next
	sealedTo     int64     // last sequence that a seal has confirmed
	sealedDay    clock.Day // of that seal
	due          clock.Day // of the next seal, which the first entry after the last one tells; 0: it is not known
	buffer       []byte
}

// NewVerifier returns a verifier of the entries after a head, up to another that says where they end. Seals before the
// first entry are left out.
func NewVerifier(after, head Head, seals []Seal, keys *Keys) *Verifier {
	seals = slices.DeleteFunc(slices.Clone(seals),
		func(s Seal) bool {
			return s.OperatorID != head.OperatorID || s.Sequence <= after.Sequence && after.Sequence > 0
		})
	slices.SortStableFunc(seals, func(a, b Seal) int { return int(a.Sequence - b.Sequence) })
	return &Verifier{
		before: after, head: head, seals: seals, keys: keys, begun: after.Sequence == 0,
		headSigned: keys.signed(head.message(), head.Signature), sealedTo: after.Sequence,
	}
}

// Check returns why an entry is not valid as the next, or nil.
func (v *Verifier) Check(e Entry) *Broken {
	next := v.before.Sequence + 1
	switch {
	case e.OperatorID != v.head.OperatorID || e.Sequence < next || e.Sequence > next && next > v.head.Sequence:
		return v.broken(e.Sequence, whySurplus)
	case e.Sequence > next:
		return v.broken(next, whyMissing)
	case !e.Encodable():
		return v.broken(next, whyLineBreak)
	}
	var hash digest
	if hash, v.buffer = e.digest(v.buffer); string(hash[:]) != e.Hash {
		return v.broken(next, whyChanged)
	}
	if e.Previous != v.before.last() {
		if v.sealedTo == v.before.Sequence {
			return v.broken(next, whyUnlinked)
		}
		// The entry before may have been changed together with its hash.
		return &Broken{OperatorID: e.OperatorID, Sequence: v.before.Sequence, Last: next, Reason: whyUnlinked}
	}
	if v.sealedTo == v.before.Sequence && v.begun {
		v.due = nextSealed(v.sealedDay, e.At)
	}
	for len(v.seals) > 0 && v.seals[0].Sequence == next {
		seal := v.seals[0]
		if !v.keys.signed(seal.message(), seal.Signature) {
			return v.broken(next, fmt.Sprintf(whySeal, seal.Day))
		}
		if seal.Hash != e.Hash {
			return v.among(next, fmt.Sprintf(whyRewritten, seal.Day))
		}
		if v.due != 0 && v.due != seal.Day {
			return v.broken(next, fmt.Sprintf(whyNoSeal, v.due))
		}
		v.seals, v.sealedTo, v.sealedDay, v.begun = v.seals[1:], next, seal.Day, true
	}
	v.before = Head{OperatorID: e.OperatorID, Sequence: next, Hash: e.Hash}
	return nil
}

// End returns what is not valid of the end of the chain after its last entry, or nil.
func (v *Verifier) End() *Broken {
	last := v.before.Sequence
	switch {
	case last < v.head.Sequence:
		return v.broken(last+1, whyMissing)
	case len(v.seals) > 0 && !v.keys.signed(v.seals[0].message(), v.seals[0].Signature):
		return v.broken(v.seals[0].Sequence, fmt.Sprintf(whySeal, v.seals[0].Day))
	case len(v.seals) > 0:
		return v.broken(last+1, fmt.Sprintf(whySealed, v.seals[0].Day))
	case last > v.head.Sequence:
		return v.broken(v.head.Sequence+1, whySurplus)
	case v.head.Hash != v.before.Hash, last > 0 && !v.headSigned:
		return v.among(last, whyHead)
	}
	return nil
}

func (v *Verifier) broken(sequence int64, reason string) *Broken {
	return &Broken{OperatorID: v.head.OperatorID, Sequence: sequence, Reason: reason}
}

// among returns that an entry after the last sealed one, up to another, is not valid.
func (v *Verifier) among(last int64, reason string) *Broken {
	return &Broken{OperatorID: v.head.OperatorID, Sequence: min(v.sealedTo+1, last), Last: last, Reason: reason}
}
