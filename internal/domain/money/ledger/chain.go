package ledger

import (
	"errors"
	"strings"
)

// genesis represents the hash of the entry before the first.
var genesis = strings.Repeat("0", 64)

// Head is the end of an operator's chain. The zero Head with an operator is that of an empty chain.
type Head struct {
	OperatorID int64
	Sequence   int64     // of the last entry; 0: there is none
	Hash       string    // of the last entry
	Signature  Signature // over the rest, so that whoever can write to the database alone cannot chain anew
}

var errLineBreak = errors.New("a text of the entry holds a line break")

// chain returns the entry as the next after the head, and the head after it, which is not signed.
func (h Head) chain(e Entry) (Entry, Head, error) {
	e.OperatorID, e.At, e.Sequence, e.Previous = h.OperatorID, millisecond(e.At), h.Sequence+1, h.last()
	if !e.Encodable() {
		return e, h, errLineBreak
	}
	hash, _ := e.digest(nil)
	e.Hash = hash.String()
	return e, Head{OperatorID: h.OperatorID, Sequence: e.Sequence, Hash: e.Hash}, nil
}

// last returns the hash that the next entry names.
func (h Head) last() string {
	if h.Sequence == 0 {
		return genesis
	}
	return h.Hash
}
