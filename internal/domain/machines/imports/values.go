package imports

import (
	"strconv"
	"strings"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/text"
)

const (
	msgMissing = "Cette valeur est obligatoire"
	msgInstant = "Un instant s'écrit 2026-11-24T08:30:00+01:00, ou 2026-11-24T08:30:00 à l'heure de Paris"
	msgTwice   = "Cette heure n'existe pas, ou existe deux fois, à Paris ce jour-là : précisez le décalage, comme +01:00"
	msgCents   = "Un montant s'écrit en centimes, sans virgule ni point : 250 pour 2,50 €"
	msgNumber  = "Un nombre s'écrit en chiffres"
	msgYesNo   = "Cette valeur est oui ou non"
)

// values reads the values of a line, and collects what is wrong with them.
type values struct {
	row
	broken fault.Broken
}

// required returns a value that must not be empty.
func (v *values) required(name string) string {
	value := v.text(name)
	v.broken.Unless(text.Plain(value) != "", name, msgMissing)
	return value
}

// yes returns a value that is « oui » or « non », or what it means when it is empty.
func (v *values) yes(name string, empty bool) bool {
	switch text.Fold(text.Plain(v.text(name))) {
	case "":
		return empty
	case "oui":
		return true
	case "non":
	default:
		v.broken.Unless(false, name, msgYesNo)
	}
	return false
}

// number returns a whole number that is not negative; nil: the value is empty.
func (v *values) number(name, message string) *int64 {
	typed := text.Code(v.text(name))
	if typed == "" {
		return nil
	}
	n, err := strconv.ParseInt(typed, 10, 64)
	v.broken.Unless(err == nil && n >= 0 && typed[0] != '+' && typed[0] != '-', name, message)
	return &n
}

// cents returns an amount; nil: the value is empty.
func (v *values) cents(name string) *money.Cents {
	n := v.number(name, msgCents)
	if n == nil {
		return nil
	}
	v.broken.Unless(*n <= int64(money.Max), name, msgCents)
	return new(money.Cents(*n))
}

// instant returns an instant to the millisecond; nil: the value is empty. Without an offset it is the time of Paris,
// which must name one instant.
func (v *values) instant(name string) *time.Time {
	typed := strings.Replace(text.Plain(v.text(name)), " ", "T", 1)
	if typed == "" {
		return nil
	}
	if at, err := time.Parse(time.RFC3339Nano, typed); err == nil {
		return new(at.UTC().Truncate(time.Millisecond))
	}
	for _, layout := range []string{"2006-01-02T15:04:05.999999999", "2006-01-02T15:04"} {
		if local, err := time.Parse(layout, typed); err == nil {
			return v.ofParis(name, local)
		}
	}
	v.broken.Unless(false, name, msgInstant)
	return nil
}

// ofParis returns the instant at which clocks in Paris show a time. The offset of Paris is one hour or two.
func (v *values) ofParis(name string, local time.Time) *time.Time {
	shown := []time.Time{}
	for _, offset := range []time.Duration{time.Hour, 2 * time.Hour} {
		at := local.Add(-offset)
		if _, seconds := at.In(clock.Paris).Zone(); time.Duration(seconds)*time.Second == offset {
			shown = append(shown, at)
		}
	}
	v.broken.Unless(len(shown) == 1, name, msgTwice)
	if len(shown) != 1 {
		return nil
	}
	return new(shown[0].Truncate(time.Millisecond))
}

// among returns what a value means in a closed list; empty counts as a value.
func among[T any](v *values, name, message string, meanings map[string]T) T {
	meaning, known := meanings[text.Fold(text.Plain(v.text(name)))]
	v.broken.Unless(known, name, message)
	return meaning
}

// list splits a value at vertical bars.
func (v *values) list(name string) []string {
	parts := []string{}
	for part := range strings.SplitSeq(v.text(name), "|") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
