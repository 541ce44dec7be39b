package machines_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"consigne/internal/domain/machines/imports"
	"consigne/internal/store/storetest"
)

const people = "reference;email;nom;prenom;telephone;consentement_le;consentement_version\n" +
	"U1;chloe@exemple.test;Lefèvre;Chloé;06 12 34 56 78;2026-10-01T10:00:00+02:00;CGU\n" +
	"U2;zoe@exemple.test;Éluard;Zoé;;2026-10-01T10:00:00+02:00;CGU\n"

// What spreadsheets save is read, whatever its encoding, separators, ends of lines, and empty rows and columns.
func TestFilesOfSpreadsheets(t *testing.T) {
	encoded := func(text string, by interface{ String(string) (string, error) }) string {
		out, err := by.String(text)
		storetest.Check(t, err)
		return out
	}
	crlf := strings.ReplaceAll(people, "\n", "\r\n")
	lines := strings.SplitAfter(people, "\n")
	for name, text := range map[string]string{
		"plain":            people,
		"Excel, CSV UTF-8": "\ufeff" + crlf,
		"Excel, CSV":       encoded(crlf, charmap.Windows1252.NewEncoder()),
		"Excel, Texte Unicode": encoded(strings.ReplaceAll(crlf, ";", "\t"),
			unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()),
		"UTF-16, big endian":       encoded(people, unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder()),
		"tabs":                     strings.ReplaceAll(people, ";", "\t"),
		"commas":                   strings.ReplaceAll(people, ";", ","),
		"old ends of lines":        strings.ReplaceAll(people, "\n", "\r"),
		"the separator is said":    "sep=;\r\n" + crlf,
		"an odd separator is said": "\ufeff\"sep=|\"\n" + strings.ReplaceAll(people, ";", "|"),
		"no last end of line":      strings.TrimSuffix(people, "\n"),
		"empty rows": lines[0] + ";;;;;;\n" + lines[1] + "\n \t;\u00a0;;;;;\n;;\n" + lines[2] +
			";;;;;;;;;\n;;;;;;\n",
		"empty columns":             strings.ReplaceAll(people, "\n", ";;\n"),
		"cells beyond the header":   lines[0] + strings.Replace(lines[1], "\n", ";; \n", 1) + lines[2],
		"a space after the columns": strings.Replace(people, "email", " Email\u00a0", 1),
	} {
		t.Run(name, func(t *testing.T) {
			site := newSite(t, storetest.Open(t, storetest.SQLiteURL(t)))
			if said := site.apply(files{imports.Customers: text}); len(said) != 2 {
				t.Errorf("%q", said)
			}
			if n := site.count(`SELECT COUNT(*) FROM accounts WHERE last_name IN ('Lefèvre', 'Éluard')
				AND phone IN ('0612345678', '')`); n != 2 {
				t.Errorf("%d people have their names", n)
			}
			if said := site.apply(files{imports.Customers: people}); slices.ContainsFunc(said,
				func(line string) bool { return !strings.HasSuffix(line, "inchangé") }) {
				t.Errorf("again: %q", said)
			}
		})
	}
}

// What cannot be read says why, at its line.
func TestFilesThatAreNotRead(t *testing.T) {
	site := newSite(t, storetest.Open(t, storetest.SQLiteURL(t)))
	for text, says := range map[string]string{
		"PK\x03\x04\x14\x00":        " : Ce fichier est un classeur : enregistrez la feuille en CSV",
		"r\x00e\x00f\x00;\x00e\x00": "Ce fichier n'est pas un texte",
		strings.ReplaceAll(people, ";",
			"|"): "Les colonnes ne sont pas séparées par un point-virgule, une virgule ou une tabulation",
		strings.Replace(people, "\nU1;", "\nU1;x;",
			1): "usager:2 refusé : Cette ligne n'a pas autant de valeurs que l'en-tête",
		strings.ReplaceAll(people, "CGU\n",
			"CGU;x\n"): "usager:2 refusé : Cette ligne n'a pas autant de valeurs que l'en-tête",
		strings.ReplaceAll(strings.Replace(people, "\n", ";\n", 1), "CGU\n",
			"CGU;x\n"): "usager:2 refusé : Une valeur se trouve dans une colonne sans nom",
		strings.Replace(people, "Lefèvre", "Lef\xe8vre",
			1): "usager:2 refusé nom: Cette ligne n'est pas en UTF-8",
		strings.Replace(people, "Lefèvre", "Lef\ufffdvre",
			1): "usager:2 refusé nom: Cette ligne n'est pas en UTF-8",
		"sep=;\n" + strings.Replace(people, "Lefèvre", "\u200b",
			1): "usager:3 refusé nom: Cette valeur est obligatoire",
	} {
		said, err := site.run(imports.Options{}, files{imports.Customers: text})
		if !errors.Is(err, imports.ErrRefused) ||
			!slices.ContainsFunc(
				said, func(line string) bool { return strings.Contains(line, strings.TrimPrefix(says, " : ")) },
			) {
			t.Errorf("%q: %q, %v", text, said, err)
		}
	}
}

// A value that docs/import.md says must be filled in is refused when it is empty, holds nothing but spaces or marks
// that nobody sees; and no refusal is told twice.
func TestRequiredValues(t *testing.T) {
	site, of := newSite(t, storetest.Open(t, storetest.SQLiteURL(t))), documented(t)
	must := map[imports.Kind]string{
		imports.Stations:      "reference nom libelle_admin type adresse code_postal ville latitude longitude",
		imports.Lockers:       "reference station nom carte_adresse carte_ports",
		imports.Tariffs:       "reference libelle_admin libelle_utilisateur unite montant_centimes",
		imports.Customers:     "reference email nom prenom consentement_le consentement_version",
		imports.Subscriptions: "reference usager tarif debut reconductible montant_centimes etat",
		imports.Stays:         "reference casier usager debut fin montant_centimes etat",
	}
	for kind, names := range must {
		rows := strings.Split(of[kind], "\n")
		header := strings.Split(rows[0], ";")
		for _, name := range strings.Fields(names) {
			for _, empty := range []string{"", " ", "\u00a0", "\u200b"} {
				values := strings.Split(rows[1], ";")
				values[slices.Index(header, name)] = empty
				changed := documented(t)
				changed[kind] = rows[0] + "\n" + strings.Join(values, ";") + "\n"
				_, err := site.run(imports.Options{}, changed)
				if !errors.Is(err, imports.ErrRefused) || !slices.ContainsFunc(site.lines, func(l imports.LineReport) bool {
					return l.Kind == kind && l.Number == 2 && l.Outcome == imports.Refused
				}) {
					t.Errorf("%s without %s (%q): %v", kind, name, empty, err)
				}
			}
			for _, l := range site.lines {
				for i, p := range l.Problems {
					if slices.Contains(l.Problems[:i], p) {
						t.Errorf("%s:%d says twice: %v", l.Kind, l.Number, p)
					}
				}
			}
		}
	}
	// A number that is too large breaks two rules at once.
	site.lines = nil
	_, err := site.run(imports.Options{},
		files{
			imports.Tariffs: "reference;libelle_admin;libelle_utilisateur;unite;montant_centimes\nT1;A;B;heure;99999999999999999999\n",
		})
	if !errors.Is(err, imports.ErrRefused) || len(site.lines) != 1 || len(site.lines[0].Problems) != 1 {
		t.Errorf("%v, %v", site.lines, err)
	}
}
