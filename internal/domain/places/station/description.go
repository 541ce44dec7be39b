package station

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// Description is what a station says of itself in the open data, in the terms of the national schema
// (docs/rules.md#open-data). What is empty, 0 or nil is not told.
type Description struct {
	CommuneCode string // INSEE code of the commune
	OSMID       string // n, w or r and the number of an object of OpenStreetMap
	Furniture   string // one of [Furniture]
	Covered     *bool
	Watched     *bool // by a guard or by cameras
	Lit         *bool // at night
	Owner       string
	ServiceYear int    // in which it opened
	InfoURL     string // a public page about it
}

// Furniture lists what bicycles are attached to, as the national schema writes it.
var Furniture = []string{
	"ARCEAU", "RATELIER", "RACK DOUBLE ETAGE", "CROCHET", "SUPPORT GUIDON", "POTELET", "ARCEAU VELO GRANDE TAILLE",
	"AUCUN EQUIPEMENT", "AUTRE",
}

// The messages for a description that breaks a rule.
const (
	msgCommune   = "Le format du code commune n'est pas correct (cinq caractères du code INSEE, comme 38185)"
	msgOSM       = "Le format de l'identifiant OpenStreetMap n'est pas correct (n, w ou r, puis un nombre)"
	msgFurniture = "Le mobilier n'est pas correct"
	msgYear      = "L'année de mise en service doit être comprise entre 1900 et 2100"
	msgInfo      = "L'adresse de la page d'information doit être de la forme https://www.exemple.fr/page"
	firstYear    = 1900
	lastYear     = 2100
)

var (
	commune = regexp.MustCompile(`^([013-9]\d|2[AB1-9])\d{3}$`)
	osmID   = regexp.MustCompile(`^[nwr][1-9][0-9]{0,17}$`)
)

// Validate checks a typed description and returns it trimmed.
func (d Description) Validate() (Description, error) {
	d.CommuneCode, d.OSMID = strings.ToUpper(text.Code(d.CommuneCode)), strings.ToLower(text.Code(d.OSMID))
	var broken fault.Broken
	for _, f := range []field{
		{"codeCommune", &d.CommuneCode},
		{"idOsm", &d.OSMID},
		{"mobilier", &d.Furniture},
		{"proprietaire", &d.Owner},
		{"urlInformation", &d.InfoURL},
	} {
		broken.Line(f.name, f.text)
	}
	if err := broken.Err(); err != nil {
		return d, err
	}
	broken.Unless(d.CommuneCode == "" || commune.MatchString(d.CommuneCode), "codeCommune", msgCommune)
	broken.Unless(d.OSMID == "" || osmID.MatchString(d.OSMID), "idOsm", msgOSM)
	broken.Unless(d.Furniture == "" || slices.Contains(Furniture, d.Furniture), "mobilier", msgFurniture)
	broken.Unless(d.ServiceYear == 0 || d.ServiceYear >= firstYear && d.ServiceYear <= lastYear, "anneeMiseEnService",
		msgYear)
	if d.InfoURL != "" {
		address, valid := publicURL(d.InfoURL)
		broken.Unless(valid, "urlInformation", msgInfo)
		d.InfoURL = address
	}
	return d, broken.Err()
}

// publicURL returns an address of the web in ASCII, as the national schema wants it. An address with a name or a
// password in it is not valid, since it is published.
func publicURL(typed string) (address string, valid bool) {
	parsed, err := url.Parse(typed)
	if err != nil || parsed.Host == "" || parsed.User != nil || parsed.Scheme != "https" && parsed.Scheme != "http" {
		return typed, false
	}
	notASCII := func(r rune) bool { return r <= ' ' || r > '~' }
	address = parsed.String() // of which path and fragment are encoded
	return address, !strings.ContainsFunc(parsed.Host+address, notASCII)
}

// facts returns the fields that the audit log compares, by their names on the wire.
func (d Description) facts() map[string]any {
	facts := map[string]any{
		"codeCommune": d.CommuneCode, "idOsm": d.OSMID, "mobilier": d.Furniture, "couverture": orNil(d.Covered),
		"surveillance": orNil(d.Watched), "lumiere": orNil(d.Lit), "proprietaire": d.Owner, "anneeMiseEnService": nil,
		"urlInformation": d.InfoURL,
	}
	if d.ServiceYear != 0 {
		facts["anneeMiseEnService"] = d.ServiceYear
	}
	return facts
}

func orNil(told *bool) any {
	if told == nil {
		return nil
	}
	return *told
}

// described returns what the station says of itself; nothing when that is not told.
func (st Station) described() Description {
	if st.Description == nil {
		return Description{}
	}
	return *st.Description
}

// keptDescription returns the description of a station that is changed without telling one. A commune is not kept when
// the town changes: a wrong one would be published.
func (st Station) keptDescription(typed Station) *Description {
	kept := st.described()
	if typed.City != st.City || typed.PostalCode != st.PostalCode {
		kept.CommuneCode = ""
	}
	return &kept
}
