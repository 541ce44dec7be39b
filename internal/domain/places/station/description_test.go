package station_test

import (
	"slices"
	"strings"
	"testing"

	"consigne/internal/domain/places/station"
)

func TestDescriptionRules(t *testing.T) {
	const (
		commune = "codeCommune: Le format du code commune n'est pas correct (cinq caractères du code INSEE, comme 38185)"
		osm     = "idOsm: Le format de l'identifiant OpenStreetMap n'est pas correct (n, w ou r, puis un nombre)"
		year    = "anneeMiseEnService: L'année de mise en service doit être comprise entre 1900 et 2100"
		page    = "urlInformation: L'adresse de la page d'information doit être de la forme https://www.exemple.fr/page"
		long    = "Ce texte ne peut dépasser 255 caractères"
	)
	for _, c := range []struct {
		name  string
		typed station.Description
		want  []string
	}{
		{"nothing", station.Description{}, nil},
		{"all", station.Description{
			CommuneCode: "38185", OSMID: "w71729735", Furniture: "AUCUN EQUIPEMENT",
			Covered: new(true), Watched: new(false), Owner: "Ville", ServiceYear: 1900, InfoURL: "http://exemple.fr",
		}, nil},
		{"overseas", station.Description{CommuneCode: "97411"}, nil},
		{"Corsica", station.Description{CommuneCode: "2A004"}, nil},
		{"no department 20", station.Description{CommuneCode: "20004"}, []string{commune}},
		{"four digits", station.Description{CommuneCode: "3818"}, []string{commune}},
		{"the name", station.Description{CommuneCode: "Grenoble"}, []string{commune}},
		{"a number alone", station.Description{OSMID: "71729735"}, []string{osm}},
		{"a node without number", station.Description{OSMID: "n0"}, []string{osm}},
		{
			"furniture of no list",
			station.Description{Furniture: "Arceau"},
			[]string{"mobilier: Le mobilier n'est pas correct"},
		},
		{"too early", station.Description{ServiceYear: 1899}, []string{year}},
		{"too late", station.Description{ServiceYear: 2101}, []string{year}},
		{"negative", station.Description{ServiceYear: -1}, []string{year}},
		{"no scheme", station.Description{InfoURL: "www.exemple.fr"}, []string{page}},
		{"a script", station.Description{InfoURL: "javascript:alert(1)"}, []string{page}},
		{"a mail", station.Description{InfoURL: "mailto:a@exemple.fr"}, []string{page}},
		{"a password", station.Description{InfoURL: "https://camille:secret@exemple.fr/"}, []string{page}},
		{"an accent in the host", station.Description{InfoURL: "https://vélo.fr/"}, []string{page}},
		{"too long", station.Description{Owner: strings.Repeat("é", 256)}, []string{"proprietaire: " + long}},
	} {
		if _, err := c.typed.Validate(); !slices.Equal(broken(err), append([]string{}, c.want...)) {
			t.Errorf("%s: %v, want %v", c.name, broken(err), c.want)
		}
	}
	got, err := station.Description{
		CommuneCode: " 2b033 ", OSMID: "N12",
		InfoURL: " https://exemple.fr/vélo gare ",
	}.Validate()
	if err != nil || got.CommuneCode != "2B033" || got.OSMID != "n12" ||
		got.InfoURL != "https://exemple.fr/v%C3%A9lo%20gare" {
		t.Errorf("cleaned: %+v, %v", got, err)
	}
}

// The refusals of a station name the fields of its description within it, after its own.
func TestAStationWithADescription(t *testing.T) {
	typed := station.Station{
		AdminLabel: "GRV-001", Name: "Gare", Latitude: "45.1915", Longitude: "5.71", Street: "1 rue X", PostalCode: "3800",
		City: "Grenoble",
		Kind: station.Individual, Description: &station.Description{CommuneCode: "38"},
	}
	_, err := typed.Validate()
	if got := broken(err); len(got) != 2 || !strings.HasPrefix(got[0], "codePostal: ") ||
		!strings.HasPrefix(got[1], "descriptif.codeCommune: ") {
		t.Errorf("%v", got)
	}
}

func TestInFrance(t *testing.T) {
	for _, c := range []struct {
		place               string
		longitude, latitude float64
		want                bool
	}{
		{"Grenoble", 5.71, 45.19, true},
		{"Brest", -4.49, 48.39, true},
		{"Ajaccio", 8.74, 41.92, true},
		{"Pointe-à-Pitre", -61.53, 16.24, true},
		{"Fort-de-France", -61.07, 14.6, true},
		{"Cayenne", -52.33, 4.92, true},
		{"Saint-Denis", 55.45, -20.88, true},
		{"Mamoudzou", 45.23, -12.78, true},
		{"Grenoble, latitude first", 45.19, 5.71, false},
		{"Berlin", 13.4, 52.5, false},
		{"null island", 0, 0, false},
	} {
		if got := station.InFrance(c.longitude, c.latitude); got != c.want {
			t.Errorf("%s: %t", c.place, got)
		}
	}
}
