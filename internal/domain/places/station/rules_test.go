package station_test

import (
	"slices"
	"strings"
	"testing"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/fault"
)

// broken lists the violations of a refusal as `field: sentence`.
func broken(err error) []string {
	list := []string{}
	if refusal := fault.Of(err); refusal != nil {
		for _, v := range refusal.Violations {
			list = append(list, v.Field+": "+v.Message)
		}
	}
	return list
}

func TestStationRules(t *testing.T) {
	good := station.Station{
		AdminLabel: "GRV-001", Name: " Gare ", Latitude: "45.1915", Longitude: "-5.71", Street: "1 rue X",
		PostalCode: "38000", City: "Saint-Étienne du Bois", Kind: station.Individual, CountingSystem: "Autre",
	}
	for _, c := range []struct {
		name   string
		change func(*station.Station)
		want   []string
	}{
		{"as typed", func(*station.Station) {}, nil},
		{
			"empty", func(s *station.Station) { s.Name, s.City = " ", "" },
			[]string{"nom: Veuillez renseigner tous les champs", "ville: Veuillez renseigner tous les champs"},
		},
		{"a decimal comma", func(s *station.Station) { s.Latitude = "45,1915" }, nil},
		{
			"two coordinates", func(s *station.Station) { s.Latitude = "45,1915,5,71" },
			[]string{"latitude: Le format de la latitude n'est pas correct"},
		},
		{
			"no decimals", func(s *station.Station) { s.Latitude = "45." },
			[]string{"latitude: Le format de la latitude n'est pas correct"},
		},
		{
			"21 decimals", func(s *station.Station) { s.Longitude = "5." + strings.Repeat("1", 21) },
			[]string{"longitude: Le format de la longitude n'est pas correct"},
		},
		{
			"only signs", func(s *station.Station) { s.Longitude = "--5.1" },
			[]string{"longitude: Le format de la longitude n'est pas correct"},
		},
		{
			"beyond the pole", func(s *station.Station) { s.Latitude = "91.0" },
			[]string{"latitude: Le format de la latitude n'est pas correct"},
		},
		{
			"four digits", func(s *station.Station) { s.PostalCode = "3800" },
			[]string{"codePostal: Le format du code postal n'est pas correct"},
		},
		{"apostrophes", func(s *station.Station) { s.City = "L'Haÿ-les-Roses d’ici" }, nil},
		{
			"a digit in the city", func(s *station.Station) { s.City = "Paris 12" },
			[]string{"ville: Le format de la ville n'est pas correct"},
		},
		{
			"51 letters", func(s *station.Station) { s.City = strings.Repeat("é", 51) },
			[]string{"ville: Le format de la ville n'est pas correct"},
		},
		{"no kind", func(s *station.Station) { s.Kind = "" }, []string{"stationType: Le type de station n'est pas correct"}},
		{
			"256 characters", func(s *station.Station) { s.Street = strings.Repeat("é", 256) },
			[]string{"adresse: Ce texte ne peut dépasser 255 caractères"},
		},
		{
			"unknown system", func(s *station.Station) { s.Kind, s.CountingSystem = station.CountedCollective, "X" },
			[]string{"systemeComptage: Le système de comptage n'est pas correct"},
		},
	} {
		typed := good
		c.change(&typed)
		got, err := typed.Validate()
		if !slices.Equal(broken(err), append([]string{}, c.want...)) {
			t.Errorf("%s: %v, want %v", c.name, broken(err), c.want)
		}
		if err == nil && got.Latitude != "45.1915" {
			t.Errorf("%s: latitude %q, want a dot", c.name, got.Latitude)
		}
		if err == nil && (got.Name != "Gare" || got.CountingSystem != "") {
			t.Errorf("%s: %q, %q: trimmed, and no system at a station without counting", c.name, got.Name, got.CountingSystem)
		}
	}
}

func TestLockerRules(t *testing.T) {
	good := station.Locker{Name: "A1", CardAddress: "10.0.0.1", CardPorts: "1, 2,3", Capacity: 1}
	for _, c := range []struct {
		name   string
		kind   station.Kind
		change func(*station.Locker)
		want   []string
	}{
		{"as typed", station.Individual, func(*station.Locker) {}, nil},
		{
			"empty", station.Individual, func(l *station.Locker) { l.CardPorts = "" },
			[]string{"stationCartePort: Veuillez renseigner tous les champs"},
		},
		{
			"ports with words", station.Individual, func(l *station.Locker) { l.CardPorts = "1;2" },
			[]string{"stationCartePort: Le format des ports de la carte n'est pas correct (nombres séparés par des virgules)"},
		},
		{
			"a comma too many", station.Individual, func(l *station.Locker) { l.CardPorts = "1,2," },
			[]string{"stationCartePort: Le format des ports de la carte n'est pas correct (nombres séparés par des virgules)"},
		},
		{
			"21 characters", station.Individual, func(l *station.Locker) { l.Complement = strings.Repeat("é", 21) },
			[]string{"complement: Les informations ne peuvent dépasser 20 caractères"},
		},
		{
			"a space in a row of lockers", station.Individual, func(l *station.Locker) { l.Type = station.Space },
			[]string{"type: Le type de casier ne convient pas à ce type de station"},
		},
		{
			"a bike locker in a park", station.Collective, func(l *station.Locker) { l.Type = station.Bike },
			[]string{"type: Le type de casier ne convient pas à ce type de station"},
		},
		{
			"no places", station.Collective, func(l *station.Locker) { l.Capacity = 0 },
			[]string{"nbMaxSpaces: Le nombre de places doit être compris entre 1 et 10 000"},
		},
		{"places of a locker are one", station.Individual, func(l *station.Locker) { l.Capacity = 0 }, nil},
		{
			"a long tag", station.Individual, func(l *station.Locker) { l.Tags = []string{strings.Repeat("é", 51)} },
			[]string{"etiquettes: Une étiquette ne peut dépasser 50 caractères"},
		},
	} {
		typed := good
		c.change(&typed)
		got, err := typed.Validate(c.kind)
		if !slices.Equal(broken(err), append([]string{}, c.want...)) {
			t.Errorf("%s: %v, want %v", c.name, broken(err), c.want)
		}
		if err == nil && (got.CardPorts != "1,2,3" || got.Type != station.Bike || got.Capacity != 1) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	tagged := good
	tagged.Tags = []string{" abrité ", "", "abrité;PMR / vélo cargo,, abrité", "/", "Abrite; Vélo\u00a0cargo"}
	if got, err := tagged.Validate(station.Individual); err != nil ||
		!slices.Equal(got.Tags, []string{"abrité", "PMR", "vélo cargo"}) {
		t.Errorf("tags: %v, %v", got.Tags, err)
	}
}

func TestLockerState(t *testing.T) {
	for _, c := range []struct {
		active             bool
		occupied, capacity int
		want               station.State
	}{
		{true, 0, 1, station.Free},
		{true, 1, 1, station.Occupied},
		{false, 1, 1, station.Inactive},
		{true, 9, 10, station.Free},
		{true, 11, 10, station.Occupied},
	} {
		locker := station.Locker{Active: c.active, Occupied: c.occupied, Capacity: c.capacity}
		if got := locker.State(); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
		inService, out := station.Station{Active: true}, station.Station{}
		free := 0
		if c.want == station.Free {
			free = c.capacity - c.occupied
		}
		if locker.StateIn(inService) != c.want || locker.FreePlaces(inService) != free ||
			locker.StateIn(out) != station.Inactive || locker.FreePlaces(out) != 0 {
			t.Errorf("%+v, by the station: %s, %d free", c, locker.StateIn(inService), locker.FreePlaces(inService))
		}
	}
}
