package servicekey

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Grant is what an administrator decides of a key: its name, what it may do, until when and how often.
type Grant struct {
	Label     string
	Rights    []access.Right // at its operator, in the order of the matrix
	Field     bool           // may make calls of the field API
	ExpiresAt *time.Time     // nil: never
	Limit     *int64         // calls a minute; nil: no limit, for a key that is for the field alone
}

const (
	maxLabel   = 100
	mostYears  = 5
	maxLimit   = 100_000
	usualLimit = 300 // of a key with rights
)

// Expired reports whether the key is no longer good.
func (g Grant) Expired(now time.Time) bool { return g.ExpiresAt != nil && !now.Before(*g.ExpiresAt) }

// validate checks typed values and completes them: without any right it is for the field, and with rights it has a
// limit. A date that the key already has may be past.
func (g Grant) validate(now time.Time, hadUntil *time.Time) (Grant, error) {
	var broken fault.Broken
	broken.Line("libelle", &g.Label)
	broken.Unless(g.Label != "", "libelle", "Veuillez renseigner le libellé de la clé.")
	broken.Unless(utf8.RuneCountInString(g.Label) <= maxLabel, "libelle", "Le libellé ne peut dépasser 100 caractères.")
	rights := []access.Right{}
	for _, right := range access.All() {
		if slices.Contains(g.Rights, right) {
			rights = append(rights, right)
		}
	}
	known := !slices.ContainsFunc(g.Rights, func(right access.Right) bool { return !slices.Contains(rights, right) })
	broken.Unless(known, "droits", "Ces droits ne sont pas corrects.")
	g.Rights, g.Field = rights, g.Field || len(rights) == 0
	if g.ExpiresAt != nil && (hadUntil == nil || !g.ExpiresAt.Equal(*hadUntil)) {
		broken.Unless(g.ExpiresAt.After(now), "expiration", "Choisissez une date à venir.")
		broken.Unless(!g.ExpiresAt.After(now.AddDate(mostYears, 0, 0)), "expiration",
			"Choisissez une date dans les cinq ans.")
	}
	if g.Limit != nil {
		broken.Unless(*g.Limit >= 1 && *g.Limit <= maxLimit, "limite", "Indiquez de 1 à 100\u202f000 appels par minute.")
	} else if len(rights) > 0 {
		g.Limit = new(int64(usualLimit))
	}
	return g, broken.Err()
}

// facts returns what the audit log tells of a grant, by the names on the wire.
func (g Grant) facts() map[string]any {
	names := make([]string, len(g.Rights))
	for i, right := range g.Rights {
		names[i] = string(right)
	}
	facts := map[string]any{
		"libelle": g.Label, "droits": strings.Join(names, ", "), "terrain": g.Field, "expiration": nil,
		"limite": nil,
	}
	if g.ExpiresAt != nil {
		facts["expiration"] = clock.Written(*g.ExpiresAt)
	}
	if g.Limit != nil {
		facts["limite"] = *g.Limit
	}
	return facts
}
