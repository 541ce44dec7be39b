package savedview

import (
	"fmt"
	"strings"
	"testing"

	"consigne/internal/kernel/fault"
)

func TestSavedViewRules(t *testing.T) {
	thirty := []View{}
	for i := range 30 {
		thirty = append(thirty, View{ID: int64(i + 1), Name: fmt.Sprint("Vue ", i)})
	}
	for _, c := range []struct {
		view   View
		others []View
		want   string
	}{
		{View{Name: " Impayés du mois "}, thirty[:29], ""},
		{View{Name: ""}, nil, msgName},
		{View{Name: strings.Repeat("é", 60)}, nil, ""},
		{View{Name: strings.Repeat("é", 61)}, nil, msgLong},
		{View{Name: "IMPAYES"}, []View{{ID: 1, Name: "Impayés"}}, msgTaken},
		{View{Name: "Une de plus"}, thirty, msgTooMany},
		{View{ID: 31, Name: "Renommée"}, thirty, ""},
		{View{Name: "Trop", Filters: strings.Repeat("1,", maxFilters)}, nil, msgTooLarge},
	} {
		got, err := c.view.validate(c.others)
		said := ""
		if err != nil {
			said = fault.Of(err).Detail
		}
		if said != c.want || c.want == "" && got.Name != strings.TrimSpace(c.view.Name) {
			t.Errorf("%q with %d others: %q, want %q", c.view.Name, len(c.others), said, c.want)
		}
	}
}

func TestSavedViewsThatFindAnAccount(t *testing.T) {
	for filters, want := range map[string]bool{
		`{"search":"eluard zo"}`: true, `{"nom":"élu"}`: true, `{"email":"zoe@"}`: true,
		`{"prenom":"Zoé","nom":"Dupont"}`: false,
		`{"search":"dupont"}`:             false, `{"paymentStatus":["PAID"]}`: false, `{}`: false, `?`: false,
	} {
		if got := (View{Filters: filters}).Finds("Éluard", "Zoé", "zoe@exemple.test"); got != want {
			t.Errorf("%s: %v", filters, got)
		}
	}
}
