package station

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// The messages for data that breaks a rule.
const (
	msgAllFields  = "Veuillez renseigner tous les champs"
	msgLatitude   = "Le format de la latitude n'est pas correct"
	msgLongitude  = "Le format de la longitude n'est pas correct"
	msgPorts      = "Le format des ports de la carte n'est pas correct (nombres séparés par des virgules)"
	msgComplement = "Les informations ne peuvent dépasser 20 caractères"
	msgKind       = "Le type de station n'est pas correct"
	msgCounting   = "Le système de comptage n'est pas correct"
	msgLockerType = "Le type de casier ne convient pas à ce type de station"
	msgCapacity   = "Le nombre de places doit être compris entre 1 et 10 000"
	msgTag        = "Une étiquette ne peut dépasser 50 caractères"
	maxComplement = 20
	maxTag        = 50
	maxCapacity   = 10_000
	maxLatitude   = 90
	maxLongitude  = 180
)

var (
	coordinate = regexp.MustCompile(`^[0-9-]{1,3}\.[0-9]{1,20}$`)
	ports      = regexp.MustCompile(`^[0-9]{1,6}(,[0-9]{1,6})*$`)
)

// CountingSystems lists the counting systems that a counted station may have (docs/rules.md#stations).
var CountingSystems = []string{"Abelsensors", "Autre"}

// Validate checks the typed data of a station (docs/rules.md#stations) and returns it trimmed. A
// counting system is dropped unless the station is a counted one.
func (st Station) Validate() (Station, error) {
	st.Latitude, st.Longitude = text.Coordinate(st.Latitude), text.Coordinate(st.Longitude)
	st.PostalCode, st.City = text.Code(st.PostalCode), text.Town(st.City)
	fields := []field{
		{"libelleAdmin", &st.AdminLabel},
		{"nom", &st.Name},
		{"latitude", &st.Latitude},
		{"longitude", &st.Longitude},
		{"adresse", &st.Street},
		{"codePostal", &st.PostalCode},
		{"ville", &st.City},
	}
	if err := required(fields); err != nil {
		return st, err
	}
	var broken fault.Broken
	broken.Unless(isCoordinate(st.Latitude, maxLatitude), "latitude", msgLatitude)
	broken.Unless(isCoordinate(st.Longitude, maxLongitude), "longitude", msgLongitude)
	broken.PostalCode("codePostal", st.PostalCode)
	broken.City("ville", st.City)
	broken.Unless(st.Kind == Individual || st.Kind == Collective || st.Kind == CountedCollective, "stationType", msgKind)
	if st.Kind != CountedCollective {
		st.CountingSystem = ""
	}
	broken.Unless(st.CountingSystem == "" || slices.Contains(CountingSystems, st.CountingSystem), "systemeComptage",
		msgCounting)
	if st.Description != nil {
		described, err := st.Description.Validate()
		if refusal := fault.Of(fault.Within("descriptif", err)); refusal != nil {
			broken = append(broken, refusal.Violations...)
		}
		st.Description = &described
	}
	return st, broken.Err()
}

// Validate checks the typed data of a locker in a station of that kind (docs/rules.md#stations) and
// returns it trimmed.
func (l Locker) Validate(kind Kind) (Locker, error) {
	l.CardPorts = text.Code(l.CardPorts)
	fields := []field{{"nom", &l.Name}, {"stationCarteAdresse", &l.CardAddress}, {"stationCartePort", &l.CardPorts}}
	if err := required(fields); err != nil {
		return l, err
	}
	var broken fault.Broken
	broken.Line("complement", &l.Complement)
	broken.Line("connexionSystemeComptage", &l.CounterReference)
	l.Tags = cleanTags(l.Tags)
	for i := range l.Tags {
		broken.Line("etiquettes", &l.Tags[i])
	}
	if err := broken.Err(); err != nil {
		return l, err
	}
	if l.Type == 0 {
		l.Type = defaultType(kind)
	}
	if kind == Individual {
		l.Capacity = 1
	}
	if kind != CountedCollective {
		l.CounterReference = ""
	}
	broken.Unless(ports.MatchString(l.CardPorts), "stationCartePort", msgPorts)
	broken.Unless(utf8.RuneCountInString(l.Complement) <= maxComplement, "complement", msgComplement)
	broken.Unless(fits(l.Type, kind), "type", msgLockerType)
	broken.Unless(l.Capacity >= 1 && l.Capacity <= maxCapacity, "nbMaxSpaces", msgCapacity)
	broken.Unless(!slices.ContainsFunc(l.Tags, func(tag string) bool { return utf8.RuneCountInString(tag) > maxTag }),
		"etiquettes", msgTag)
	return l, broken.Err()
}

func defaultType(kind Kind) LockerType {
	if kind == Individual {
		return Bike
	}
	return Space
}

// fits reports whether a station of that kind may have lockers of that type.
func fits(kind LockerType, in Kind) bool {
	if in == Individual {
		return kind == CargoBike || kind == Bike || kind == Scooter
	}
	return kind == Space
}

func isCoordinate(typed string, most float64) bool {
	value, err := strconv.ParseFloat(typed, 64)
	return coordinate.MatchString(typed) && err == nil && value >= -most && value <= most
}

// cleanTags splits the tags at commas, semicolons and slashes, trims them and keeps once those that are read
// as the same.
func cleanTags(typed []string) []string {
	kept := []string{}
	known := map[string]bool{}
	for tag := range strings.FieldsFuncSeq(strings.Join(typed, ","),
		func(r rune) bool { return strings.ContainsRune(",;/", r) }) {
		if tag = strings.TrimSpace(tag); tag != "" && !known[text.Fold(tag)] {
			known[text.Fold(tag)] = true
			kept = append(kept, tag)
		}
	}
	return kept
}

// field is a typed text with its name on the wire.
type field struct {
	name string
	text *string
}

// required cleans the fields and reports together all that are empty or hold characters that are not
// allowed.
func required(fields []field) error {
	var broken fault.Broken
	for _, f := range fields {
		broken.Line(f.name, f.text)
		broken.Unless(*f.text != "", f.name, msgAllFields)
	}
	return broken.Err()
}
