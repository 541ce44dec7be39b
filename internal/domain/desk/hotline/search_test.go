package hotline

import (
	"fmt"
	"testing"

	"consigne/internal/kernel/access"
)

// Customers are found by who may read about them; a payment by the beginning of its uuid, which is no word.
func TestWhatASearchFinds(t *testing.T) {
	for name, c := range map[string]struct {
		actor                       access.Actor
		typed                       string
		customers, places, payments int
		phone                       string // for which customers are searched
	}{
		"a telephone":              {as(access.Hotline), " 06.12.34.56.78 ", 1, 1, 0, "0612345678"},
		"a name":                   {as(access.Hotline), "Éluard Zoé", 1, 2, 0, ""},
		"a technician":             {as(access.Technician), "06 12 34 56 78", 0, 5, 0, ""},
		"somebody of elsewhere":    {access.Actor{Roles: map[int64][]access.Role{2: {access.Manager}}}, "Zoé", 0, 1, 0, ""},
		"nothing":                  {as(access.Manager), "  ", 0, 0, 0, ""},
		"what folds to nothing":    {as(access.Manager), "\u200b", 0, 0, 0, ""},
		"the uuid of a payment":    {as(access.Manager), "0190F3A2-7c", 1, 1, 1, ""},
		"its first eight":          {as(access.Technician), "0190f3a2", 0, 1, 1, ""},
		"its first five":           {as(access.Technician), "0190f", 0, 1, 1, ""},
		"as lists show it":         {as(access.Technician), "0190Fxxxxx", 0, 1, 1, ""},
		"four are too few":         {as(access.Technician), "0190", 0, 1, 0, ""},
		"no uuid":                  {as(access.Technician), "0190f3ag", 0, 1, 0, ""},
		"a uuid and another word":  {as(access.Technician), "0190f3a2 gare", 0, 2, 0, ""},
		"a word of a to f, hyphen": {as(access.Technician), "facade-b", 0, 1, 0, ""},
	} {
		m := newMemory()
		got, err := NewService(m, fixed{}).Search(t.Context(), c.actor, operator, c.typed)
		if err != nil || len(got.Customers) != c.customers || len(got.Lockers) != c.places ||
			len(got.Payments) != c.payments {
			t.Errorf("%s: %d customers, %d words of places, %d payments, %v", name, len(got.Customers), len(got.Lockers),
				len(got.Payments), err)
		}
		for _, filter := range m.searched {
			if filter.Phone != c.phone || filter.OperatorID != operator {
				t.Errorf("%s: %+v", name, filter)
			}
		}
	}
}

// Documents and interventions are found by the numbers that stand on them.
func TestWhatANumberFinds(t *testing.T) {
	for typed, want := range map[string]string{
		"VELO-2026-000123":  "VELO-2026-000123",
		"velo-2026-123":     "VELO-2026-000123",
		"2026-000123":       "VELO-2026-000123",
		"VELO-A2026-000123": "VELO-A2026-000123",
		"a2026-123":         "VELO-A2026-000123",
		"PARC-2026-000123":  "", // of another prefix
		"VELO-2026-000124":  "",
		"VELO-2026":         "",
		"12":                "n° 12",
		"n° 12":             "n° 12",
		"Intervention 12":   "n° 12",
		"#12":               "n° 12",
		"13":                "",
		"B12":               "",
	} {
		found, err := NewService(newMemory(), fixed{}).Search(t.Context(), as(access.Technician), operator, typed)
		got := ""
		for _, d := range found.Documents {
			got += d.Record.Number
		}
		for _, i := range found.Interventions {
			got += fmt.Sprintf("n° %d", i.Number)
		}
		if err != nil || got != want {
			t.Errorf("%s finds %q, want %q: %v", typed, got, want, err)
		}
	}
}
