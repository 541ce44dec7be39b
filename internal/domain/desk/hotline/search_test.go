package hotline

import (
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
		"seven are too few":        {as(access.Technician), "0190f3a", 0, 1, 0, ""},
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
