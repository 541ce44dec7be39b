package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// form names the canonical encoding, so that another can follow it.
const form = "consigne.registre.1"

// instantForm writes instants in UTC, to the millisecond.
const instantForm = "2006-01-02T15:04:05.000Z"

// Encode appends the canonical encoding of the entry (docs/ledger.md#encoding), of which its hash is the SHA-256: a
// line with the form, then a line for each field, « name value », always all of them and in one order. A value that
// holds a line break would make the encoding ambiguous: see [Entry.Encodable].
func (e Entry) Encode(to []byte) []byte {
	number := func(name string, value int64) {
		to = append(append(to, '\n'), name...)
		to = strconv.AppendInt(append(to, ' '), value, 10)
	}
	text := func(name, value string) {
		to = append(append(to, '\n'), name...)
		to = append(append(to, ' '), value...)
	}
	to = append(to, form...)
	number("exploitant", e.OperatorID)
	number("numero", e.Sequence)
	to = append(to, "\ninstant "...)
	to = e.At.UTC().AppendFormat(to, instantForm)
	text("genre", string(e.Kind))
	number("paiement", e.PaymentID)
	text("tentative", e.Attempt)
	text("document", e.Document)
	number("montant", int64(e.Amount))
	number("taux", int64(e.VATRate))
	number("tva", int64(e.VAT))
	text("moyen", e.Means)
	text("precedent", e.Previous)
	return append(to, '\n')
}

// Encodable reports whether each text of the entry fits on its line.
func (e Entry) Encodable() bool {
	for _, text := range []string{string(e.Kind), e.Attempt, e.Document, e.Means, e.Previous} {
		if strings.ContainsRune(text, '\n') {
			return false
		}
	}
	return true
}

// Waiting returns the hash with which an event waits to be chained: that of its encoding as the entry number 0.
func Waiting(e Entry) string {
	e.At, e.Sequence, e.Previous = millisecond(e.At), 0, ""
	hash, _ := e.digest(nil)
	return hash.String()
}

// changed reports whether an event is not the one that was written. One of the release before has no hash.
func (e Entry) changed() bool { return e.Hash != "" && e.Hash != Waiting(e) }

// digest is the hash of an entry in hexadecimal.
type digest [2 * sha256.Size]byte

func (d digest) String() string { return string(d[:]) }

// digest returns the hash of the entry, whatever its Hash says. buffer is memory to use, and may be nil.
func (e Entry) digest(buffer []byte) (hash digest, used []byte) {
	used = e.Encode(buffer[:0])
	sum := sha256.Sum256(used)
	hex.Encode(hash[:], sum[:])
	return hash, used
}

// millisecond is the precision of instants in the ledger.
func millisecond(at time.Time) time.Time { return at.UTC().Truncate(time.Millisecond) }
