package ledger

import (
	"fmt"
	"time"

	"consigne/internal/kernel/clock"
)

// Seal attests where the chain of an operator stood at the end of a day of Paris: all entries of that day are among
// those up to Sequence.
type Seal struct {
	OperatorID int64
	Day        clock.Day
	Sequence   int64
	Hash       string
	Signature  Signature
}

// message is what a seal signs (docs/ledger.md#seals).
func (s Seal) message() string {
	return fmt.Sprintf("consigne.sceau.1\nexploitant %d\njour %s\nnumero %d\nempreinte %s\n", s.OperatorID, s.Day,
		s.Sequence, s.Hash)
}

// message is what a head signs.
func (h Head) message() string {
	return fmt.Sprintf("consigne.tete.1\nexploitant %d\nnumero %d\nempreinte %s\n", h.OperatorID, h.Sequence, h.Hash)
}

func (k *Keys) sealed(s Seal) (Seal, error) {
	var err error
	s.Signature, err = k.sign(s.message())
	return s, err
}

func (k *Keys) signedHead(h Head) (Head, error) {
	var err error
	h.Signature, err = k.sign(h.message())
	return h, err
}

// nextSealed returns the day of the seal after that of a day: that of the first entry after it, or the day after if
// the entry was chained late. It follows from the chain, whenever the seal was made, so that a seal that is missing
// before another is seen.
func nextSealed(last clock.Day, first time.Time) clock.Day { return max(clock.DayOf(first), last+1) }

// mayBeSealed reports whether a day is over, for [settling] at least.
func mayBeSealed(day clock.Day, now time.Time) bool {
	return !now.Before((day + 1).Begins().Add(settling))
}

// settling is how long after its end a day is sealed: its last transactions have ended by then.
const settling = 5 * time.Minute
