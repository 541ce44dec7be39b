package availability

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"consigne/internal/kernel/clock"
)

// Sealed is what is known of a month when it is closed.
type Sealed struct {
	OperatorID int64
	Month      clock.Month
	At         time.Time // of the closing; what was said later is not sealed
	Contract   Contract  // with the id 0 when there is none
	Spans      []Span    // by id
	Unheard    []Unheard // in order
}

// Digest returns the SHA-256 of what is sealed, in hexadecimal (docs/ledger.md#availability).
func (s Sealed) Digest() (string, error) {
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	line("consigne.disponibilite.1\nexploitant %d\nmois %s", s.OperatorID, s.Month)
	terms := []byte{}
	if s.Contract.ID != 0 {
		var err error
		if terms, err = json.Marshal(s.Contract.Terms); err != nil {
			return "", fmt.Errorf("write the terms of a contract: %w", err)
		}
	}
	line("engagement %s", terms)
	month := stretch{s.Month.Begins().UnixMilli(), (s.Month + 1).Begins().UnixMilli()}
	for _, u := range s.Unheard {
		if within := (Span{From: u.From, To: &u.To}).stretch(month); within.from < within.to {
			line("sans-ecoute %s %s", written(within.from), written(within.to))
		}
	}
	for _, span := range s.Spans {
		within := span.stretch(month)
		if within.from >= within.to {
			continue
		}
		line("intervalle %d %d %d %s %s %s %s %s", span.ID, span.StationID, span.LockerID, span.Kind,
			written(within.from), written(within.to), span.Cause, span.Attribution)
		for _, r := range span.Later {
			if !r.At.After(s.At) {
				line("qualification %d %s %s %s", r.ID, written(r.Since.UnixMilli()), r.Cause, r.Attribution)
			}
		}
	}
	sum := sha256.Sum256([]byte(text.String()))
	return hex.EncodeToString(sum[:]), nil
}

// written returns an instant as the ledger writes its own.
func written(millis int64) string {
	return time.UnixMilli(millis).UTC().Format("2006-01-02T15:04:05.000Z")
}
