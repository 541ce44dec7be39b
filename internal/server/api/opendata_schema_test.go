package api_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// tableSchema is a Table Schema (specs.frictionlessdata.io), with what the schema « Stationnement cyclable » uses of
// it.
type tableSchema struct {
	Version    string
	PrimaryKey string
	Fields     []tableField
	Checks     []struct {
		Name   string
		Params struct{ Column string }
	} `json:"custom_checks"`
}

type tableField struct {
	Name, Type, Format, Example string
	TrueValues, FalseValues     []string
	Constraints                 struct {
		Required bool
		Pattern  string
		Enum     []string
	}
}

func parkingSchema(t *testing.T) tableSchema {
	t.Helper()
	text, err := os.ReadFile("testdata/stationnement-cyclable-1.1.2.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema tableSchema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	if schema.Version != "1.1.2" || len(schema.Fields) != 21 || len(schema.Checks) != 1 {
		t.Fatalf("not the schema: %+v", schema)
	}
	return schema
}

// faults lists what is wrong with a table: its columns, and each cell as « row column: value ».
func (schema tableSchema) faults(text string) []string {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		return []string{fmt.Sprint("no table: ", err)}
	}
	names := make([]string, len(schema.Fields))
	for i, field := range schema.Fields {
		names[i] = field.Name
	}
	if !slices.Equal(rows[0], names) {
		return []string{fmt.Sprint("columns: ", rows[0])}
	}
	found, keys := []string{}, map[string]bool{}
	for i, row := range rows[1:] {
		for j, field := range schema.Fields {
			valid := field.allows(row[j])
			if field.Name == schema.PrimaryKey {
				valid, keys[row[j]] = valid && !keys[row[j]], true
			}
			for _, check := range schema.Checks {
				if check.Params.Column == field.Name && valid {
					valid = check.Name == "french_gps_coordinates" && inMetropolitanFrance(row[j])
				}
			}
			if !valid {
				found = append(found, fmt.Sprintf("%d %s: %s", i+1, field.Name, row[j]))
			}
		}
	}
	return found
}

// allows reports whether a cell has the type of its column and keeps its constraints. An empty cell has no value.
func (f tableField) allows(cell string) bool {
	if cell == "" {
		return !f.Constraints.Required
	}
	if f.Constraints.Pattern != "" && !regexp.MustCompile(`^(?:`+f.Constraints.Pattern+`)$`).MatchString(cell) {
		return false
	}
	if len(f.Constraints.Enum) > 0 && !slices.Contains(f.Constraints.Enum, cell) {
		return false
	}
	switch f.Type + " " + f.Format {
	case "string ":
		return true
	case "string uri":
		address, err := url.Parse(cell)
		return err == nil && address.IsAbs() && address.Host != "" &&
			!strings.ContainsFunc(cell, func(r rune) bool { return r <= ' ' || r > '~' })
	case "integer ":
		return regexp.MustCompile(`^[+-]?\d+$`).MatchString(cell)
	case "boolean ":
		return slices.Contains(f.TrueValues, cell) || slices.Contains(f.FalseValues, cell)
	case "date ":
		_, err := time.Parse(time.DateOnly, cell)
		return err == nil
	case "geopoint array":
		var point []float64
		return json.Unmarshal([]byte(cell), &point) == nil && len(point) == 2 && point[0] >= -180 && point[0] <= 180 &&
			point[1] >= -90 && point[1] <= 90
	}
	return false // a type that this test does not know
}

// inMetropolitanFrance checks what the tests publish, which is all there.
func inMetropolitanFrance(cell string) bool {
	var point [2]float64
	return json.Unmarshal([]byte(cell), &point) == nil && point[0] > -5.2 && point[0] < 9.6 && point[1] > 41.3 &&
		point[1] < 51.1
}

// The checker takes the example of each column in the schema, and refuses what breaks it.
func TestTheSchemaCheckerFindsFaults(t *testing.T) {
	schema := parkingSchema(t)
	table := func(changes map[string]string) string {
		var out strings.Builder
		lines := csv.NewWriter(&out)
		names, cells := []string{}, []string{}
		for _, field := range schema.Fields {
			cell, changed := changes[field.Name]
			if !changed {
				cell = field.Example
			}
			names, cells = append(names, field.Name), append(cells, cell)
		}
		if err := lines.WriteAll([][]string{names, cells}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if got := schema.faults(table(nil)); len(got) > 0 {
		t.Errorf("the examples: %v", got)
	}
	for column, cells := range map[string][]string{
		"id_local": {""}, "code_com": {"3818", "38185\n", "20004"}, "capacite": {"", "douze", "1.5"}, "capacite_cargo": {"-"},
		"type_accroche": {"", "cadre"},
		"coordonneesxy": {"", "[45.19, 5.71]", "5.71, 45.19", "[5.71]", "[05.71, 45.19]", "[13.4, 52.5]", "[181, 45]"},
		"mobilier":      {"Arceau"}, "acces": {"LIBRE"}, "gratuit": {"oui"}, "protection": {"BOX"}, "couverture": {"2"},
		"surveillance": {"non"}, "lumiere": {"x"},
		"url_info": {"exemple.fr", "https://exemple.fr/vélo", "https://"}, "d_service": {"2017-05"},
		"date_maj": {"24/11/2026", "2026-13-01"},
	} {
		for _, cell := range cells {
			if got := schema.faults(table(map[string]string{column: cell})); len(got) != 1 ||
				!strings.HasPrefix(got[0], "1 "+column+": ") {
				t.Errorf("%s %q: %v", column, cell, got)
			}
		}
	}
	whole := table(nil)
	head, row, _ := strings.Cut(whole, "\n")
	for name, text := range map[string]string{
		"no table":      "",
		"a column less": strings.Replace(whole, ",commentaires", "", 1), "the same key twice": head + "\n" + row + row,
	} {
		if got := schema.faults(text); len(got) != 1 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// The published table keeps the national schema, whatever was typed; what is told fills each of its columns.
func TestOpenDataKeepsTheNationalSchema(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin, manager := s.login("admin@exemple.test").token, s.login("gestionnaire@exemple.test").token
		s.want("publish", s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", admin, nil), 200, "")
		add := func(changes map[string]any) string {
			typed := map[string]any{
				"nom": "Halle", "libelleAdmin": "H", "latitude": "45.20", "longitude": "5.72", "adresse": "1 rue X",
				"codePostal": "38000", "ville": "Grenoble", "stationType": "indiv",
			}
			for field, value := range changes {
				typed[field] = value
			}
			made := s.call("POST", "/api/admin/exploitant/1/station/ajouter", manager, typed)
			s.want(fmt.Sprint("add ", changes), made, 201, "")
			return "consigne-" + number(made.Body["idStation"])
		}
		full := add(map[string]any{"descriptif": map[string]any{
			"codeCommune": "38185", "idOsm": "n71729735", "mobilier": "ARCEAU", "couverture": true, "surveillance": false,
			"lumiere":      true,
			"proprietaire": "Ville; =Grenoble", "anneeMiseEnService": 2017, "urlInformation": "https://exemple.fr/vélo,gare",
		}})
		odd := add(map[string]any{
			"latitude": "045.10", "longitude": "05.70", "nom": "=Halle",
			"descriptif": map[string]any{"mobilier": nil, "lumiere": nil},
		})
		swapped := add(map[string]any{"latitude": "5.72", "longitude": "45.20"})
		s.clock.advance(time.Second)
		file := s.call("GET", "/api/ouvert/stationnement-cyclable.csv", "", nil)
		if got := parkingSchema(t).faults(file.Raw); len(got) > 0 {
			t.Errorf("faults: %v in %s", got, file.Raw)
		}
		rows, err := csv.NewReader(strings.NewReader(file.Raw)).ReadAll()
		s.check(err)
		byID := map[string]map[string]string{}
		for _, row := range rows[1:] {
			cells := map[string]string{}
			for i, name := range rows[0] {
				cells[name] = row[i]
			}
			byID[row[0]] = cells
		}
		for column, cell := range byID[full] {
			if cell == "" {
				t.Errorf("%s is empty: %s", column, file.Raw)
			}
		}
		for column, want := range map[string]string{
			"code_com": "38185", "id_osm": "n71729735", "mobilier": "ARCEAU", "couverture": "true", "surveillance": "false",
			"lumiere":      "true",
			"proprietaire": "Ville; '=Grenoble", "d_service": "2017", "url_info": "https://exemple.fr/v%C3%A9lo,gare",
			"coordonneesxy": "[5.72, 45.2]",
		} {
			if got := byID[full][column]; got != want {
				t.Errorf("%s: %q, want %q", column, got, want)
			}
		}
		for _, column := range []string{
			"code_com", "id_osm", "mobilier", "couverture", "surveillance", "lumiere",
			"proprietaire", "d_service", "url_info",
		} {
			if cell := byID[odd][column]; cell != "" {
				t.Errorf("%s is not told, but %q", column, cell)
			}
		}
		if byID[odd]["coordonneesxy"] != "[5.7, 45.1]" {
			t.Errorf("coordinates typed with zeros: %v", byID[odd])
		}
		if _, published := byID[swapped]; published || len(byID) != 4 {
			t.Errorf("a station outside France is in the national table: %s", file.Raw)
		}
		if features := length(s.call("GET", "/api/ouvert/stations.geojson", "", nil).Body["features"]); features != 5 {
			t.Errorf("%d stations on the map", features)
		}
	})
}
