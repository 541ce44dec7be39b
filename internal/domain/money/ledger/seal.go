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

// dayToSeal returns the next day to seal: that of the first entry after the last seal, or the day after that seal if
// the entry was chained late. False: the day is not over, or ended less than [settling] ago.
func dayToSeal(last clock.Day, first, now time.Time) (clock.Day, bool) {
	day := max(clock.DayOf(first), last+1)
	return day, !now.Before((day + 1).Begins().Add(settling))
}

// settling is how long after its end a day is sealed: its last transactions have ended by then.
const settling = 5 * time.Minute
