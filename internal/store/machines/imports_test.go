package machines_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/machines/imports"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// site is an operator whose former system's files are taken over.
type site struct {
	t testing.TB
	*store.Store
	*imports.Service
	clock    *storetest.Clock
	accounts *account.Service
	lines    []imports.LineReport // of the last run
}

func newSite(t testing.TB, s *store.Store) *site {
	t.Helper()
	storetest.Must(t)(s.CreateOperator(t.Context(), operator.Operator{Name: "Élan"}, storetest.Now))
	storetest.Must(t)(s.CreateOperator(t.Context(), operator.Operator{Name: "Autre"}, storetest.Now))
	now := &storetest.Clock{Time: time.Date(2026, 11, 24, 8, 0, 0, 0, time.UTC)}
	accounts, err := account.NewService(s, now, account.Options{Secret: []byte(strings.Repeat("s", 40))})
	storetest.Check(t, err)
	service := imports.NewService(s, now, station.NewService(s, now), tariff.NewService(s, now), accounts)
	return &site{t: t, Store: s, Service: service, clock: now, accounts: accounts}
}

// Begin implements imports.Reporter.
func (s *site) Begin(kind imports.Kind) error {
	s.lines = slices.DeleteFunc(s.lines, func(l imports.LineReport) bool { return l.Kind == kind })
	return nil
}

// Line implements imports.Reporter.
func (s *site) Line(line imports.LineReport) error {
	s.lines = append(s.lines, line)
	return nil
}

// files are the texts of files by kind.
type files map[imports.Kind]string

// run takes files over and returns what became of each line, as « kind:number outcome column: message ».
func (s *site) run(options imports.Options, of files) ([]string, error) {
	s.lines = nil
	options.OperatorID = max(options.OperatorID, 1)
	list := []imports.File{}
	for _, kind := range slices.Sorted(maps.Keys(of)) { // not the order in which they are read
		list = append(list, imports.File{Kind: kind, From: strings.NewReader(of[kind])})
	}
	_, err := s.Run(db.ReadCommitted(db.WithoutTimeouts(s.t.Context())), options, list, s)
	said := []string{}
	for _, l := range s.lines {
		text := fmt.Sprintf("%s:%d %s", l.Kind, l.Number, l.Outcome)
		for _, p := range l.Problems {
			text += fmt.Sprintf(" %s: %s", p.Field, p.Message)
		}
		said = append(said, text)
	}
	return said, err
}

// apply takes files over, none of whose lines may be refused.
func (s *site) apply(of files) []string {
	s.t.Helper()
	said, err := s.run(imports.Options{Apply: true, Debts: true}, of)
	if err != nil {
		s.t.Fatal(said, err)
	}
	return said
}

func (s *site) counts() map[string]int {
	s.t.Helper()
	counts, err := storetest.RowCounts(s.t.Context(), s.Store)
	storetest.Check(s.t, err)
	return counts
}

func (s *site) count(query string, args ...any) int {
	s.t.Helper()
	n, err := s.Count(s.t.Context(), "test", query, args...)
	storetest.Check(s.t, err)
	return n
}

// documented returns the files of docs/import.md.
func documented(t *testing.T) files {
	t.Helper()
	page, err := os.ReadFile("../../../docs/import.md")
	storetest.Check(t, err)
	kinds := map[string]imports.Kind{
		"stations": imports.Stations, "lockers": imports.Lockers, "tariffs": imports.Tariffs, "people": imports.Customers,
		"subscriptions": imports.Subscriptions, "stays": imports.Stays,
	}
	of := files{}
	for _, found := range regexp.MustCompile("(?s)```csv ([a-z]+)\\.csv\n(.*?)```").FindAllStringSubmatch(string(page),
		-1) {
		of[kinds[found[1]]] = found[2]
	}
	if len(of) != len(imports.Kinds) {
		t.Fatalf("the page has %d of the files", len(of))
	}
	return of
}

// The files of the documentation are taken over: first tried, which stores nothing, then stored, then unchanged, which
// stores nothing again.
func TestDocumentedFiles(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		site, of := newSite(t, s), documented(t)
		before := site.counts()
		tried, err := site.run(imports.Options{}, of)
		storetest.Check(t, err)
		if after := site.counts(); !maps.Equal(before, after) {
			t.Errorf("a dry run stored something: %v, before %v", after, before)
		}
		done := site.apply(of)
		if !slices.Equal(tried, done) || len(done) != 13 ||
			slices.ContainsFunc(done, func(said string) bool { return !strings.HasSuffix(said, "créé") }) {
			t.Errorf("done: %q, tried: %q", done, tried)
		}
		if first := "station:2 créé"; done[0] != first || done[len(done)-1] != "utilisation:4 créé" {
			t.Errorf("order: %q", done)
		}
		for query, want := range map[string]int{
			`SELECT COUNT(*) FROM stations WHERE operator_id = 1`:                                                 2,
			`SELECT COUNT(*) FROM tariff_lockers`:                                                                 4,
			`SELECT COUNT(*) FROM tariff_versions WHERE max_stays = 2 AND NOT has_own_place`:                      1,
			`SELECT COUNT(*) FROM account_roles WHERE operator_id = 1 AND role = 'Utilisateur'`:                   2,
			`SELECT COUNT(*) FROM consents WHERE version = 'CGU 2026-09'`:                                         2,
			`SELECT COUNT(*) FROM subscriptions WHERE next_at IS NULL AND ends_at IS NOT NULL AND next_term = 1`:  1,
			`SELECT COUNT(*) FROM stays WHERE tariff_id IS NULL AND ended_at IS NOT NULL AND price IN (0, 100)`:   3,
			`SELECT COUNT(*) FROM payments WHERE status = 'MANUAL' AND settled_at IS NOT NULL AND due_at IS NULL`: 2,
			`SELECT COUNT(*) FROM payments WHERE status = 'FREE'`:                                                 2,
			`SELECT COUNT(*) FROM audit_log WHERE action = 'exploitant.import'`:                                   6,
			`SELECT COUNT(*) FROM mails`:                                                                          0,
			`SELECT COUNT(*) FROM external_references`:                                                            13,
		} {
			if n := site.count(query); n != want {
				t.Errorf("%s: %d, want %d", query, n, want)
			}
		}
		before = site.counts()
		again := site.apply(of)
		if after := site.counts(); !maps.Equal(before, after) {
			t.Errorf("a second run stored something: %v, before %v", after, before)
		}
		for _, said := range again {
			if !strings.HasSuffix(said, " inchangé") {
				t.Error(said)
			}
		}
	})
}

// Each line that breaks a rule is refused at its column, with the sentence of the rule; a dry run finds them all, and
// none is stored.
func TestRefusedLines(t *testing.T) {
	header := files{}
	for kind, text := range documented(t) {
		header[kind], _, _ = strings.Cut(text, "\n")
	}
	bad := map[imports.Kind][]struct{ line, says string }{
		imports.Stations: {
			{";Gare;G;indiv;1 rue;38000;Grenoble;45.1;5.7", "reference: Cette valeur est obligatoire"},
			{"X1;Gare;G;rue;1 rue;38000;Grenoble;45.1;5.7", "type: Le type de station n'est pas correct"},
			{"X2;Gare;G;indiv;1 rue;380;Grenoble;45.1;5.7", "code_postal: Le format du code postal n'est pas correct"},
			{"X3;Gare;G;indiv;1 rue;38000;Grenoble;45,1,2;5.7", "latitude: Le format de la latitude n'est pas correct"},
			{"X4;;G;indiv;1 rue;38000;Grenoble;45.1;5.7", "nom: Veuillez renseigner tous les champs"},
			{"X5;Gare", ": Cette ligne n'a pas autant de valeurs que l'en-tête"},
			{"S1;Gare;G;indiv;1 rue;38000;Grenoble;45.1;5.7", "reference: Cette référence est déjà celle de la ligne 2"},
			{"X6;G\xe9re;G;indiv;1 rue;38000;Grenoble;45.1;5.7", "nom: Cette ligne n'est pas en UTF-8"},
		},
		imports.Lockers: {
			{"X1;S9;A3;velo;10.0.0.1;9;", "station: Aucune station reprise n'a cette référence"},
			{"X2;S1;A1;velo;10.0.0.1;9;", "nom: Ce nom est déjà celui du casier A1"},
			{"X3;S1;A4;velo;10.0.0.1;1;", "carte_ports: Le port 1 de cette carte est déjà celui du casier A1"},
			{"X4;S1;A5;tandem;10.0.0.1;9;", "type: Le type est velo_cargo, velo, trottinette ou collectif"},
			{"X5;S1;A6;collectif;10.0.0.1;9;", "type: Le type de casier ne convient pas à ce type de station"},
			{"X6;S2;A7;collectif;10.0.0.1;9;-3", "places: Un nombre s'écrit en chiffres"},
		},
		imports.Tariffs: {
			{
				"X1;A;B;heure;0,50;;;;;;;",
				"montant_centimes: Un montant s'écrit en centimes, sans virgule ni point : 250 pour 2,50 €",
			},
			{"X2;A;B;heure;50;300;90;;;;;", "plafond_minutes: La période du plafond doit être un nombre entier d'heures"},
			{"X3;A;B;semaine;50;;;;;;;", "unite: Le type de tarif n'est pas correct"},
			{"X4;A;B;heure;50;;;;;S9;;", "stations: Aucune station reprise n'a cette référence : S9"},
			{"X5;A;B;heure;50;;;;;*;;pas un e-mail", "beneficiaires: Cet email n'est pas valide : pas un e-mail"},
			{"X6;;B;heure;50;;;;;;;", "libelle_admin: Veuillez renseigner les champs libellé, nom et type de tarif"},
		},
		imports.Customers: {
			{
				"X1;x1@exemple.test;N;P;;;CGU",
				"consentement_le: Sans l'instant et la version de son consentement, une personne ne peut être reprise",
			},
			{
				"X2;x2@exemple.test;N;P;;2026-10-01T10:00:00Z;",
				"consentement_le: Sans l'instant et la version de son consentement, une personne ne peut être reprise",
			},
			{"X3;x3@exemple.test;N;P;;2026-12-01T10:00:00Z;CGU", "consentement_le: Cet instant est dans le futur"},
			{"X4;x4;N;P;;2026-10-01T10:00:00Z;CGU", "email: Le format de l'email n'est pas correct."},
			{"X5;x5@exemple.test;N;P;123;2026-10-01T10:00:00Z;CGU", "telephone: "},
			{
				"X6;x6@exemple.test;N;P;;2025-10-26T02:30:00;CGU",
				"consentement_le: Cette heure n'existe pas, ou existe deux fois",
			},
			{"X7;x7@exemple.test;N;P;;26/10/2025;CGU", "consentement_le: Un instant s'écrit 2026-11-24T08:30:00+01:00"},
		},
		imports.Subscriptions: {
			{
				"X1;U9;T2;2026-11-01T09:00:00Z;;oui;900;paye",
				"usager: Aucun usager repris n'a cette référence, ou ses données ont été effacées",
			},
			{"X2;U1;T1;2026-11-01T09:00:00Z;;oui;900;paye", "tarif: Cette condition tarifaire n'est pas un abonnement."},
			{"X3;U1;T2;2026-12-01T09:00:00Z;;oui;900;paye", "debut: Cet instant est dans le futur."},
			{
				"X4;U1;T2;2026-11-01T09:00:00Z;2027-03-01T09:00:00Z;non;900;paye",
				"fin: Un abonnement qui court ne peut finir qu'à la fin de son échéance en cours.",
			},
			{
				"X5;U1;T2;2026-11-01T09:00:00Z;2026-11-20T09:00:00Z;oui;900;paye",
				"fin: Un abonnement qui a une fin n'est pas reconductible.",
			},
			{"X6;U1;T2;2026-11-01T09:00:00Z;;peut-être;900;paye", "reconductible: Cette valeur est oui ou non"},
			{"X7;U1;T2;2026-11-01T09:00:00Z;;oui;0;paye", "montant_centimes: Un montant de 0 est « gratuit »"},
		},
		imports.Stays: {
			{"X1;C9;U1;2026-09-02T08:00:00Z;2026-09-02T09:00:00Z;10;paye;", "casier: Aucun casier repris n'a cette référence"},
			{
				"X2;C1;U9;2026-09-02T08:00:00Z;2026-09-02T09:00:00Z;10;paye;",
				"usager: Aucun usager repris n'a cette référence, ou ses données ont été effacées",
			},
			{"X3;C1;U1;2026-09-02T08:00:00Z;;10;paye;", "fin: Cette valeur est obligatoire"},
			{"X4;C1;U1;2026-09-02T08:00:00Z;2026-09-02T07:00:00Z;10;paye;", "fin: La fin ne peut précéder le début."},
			{"X5;C1;U1;2026-09-02T08:00:00Z;2026-12-02T07:00:00Z;10;paye;", "fin: Cet instant est dans le futur."},
			{"X6;C1;U1;1999-09-02T08:00:00Z;1999-09-02T09:00:00Z;10;paye;", "debut: Cet instant est trop ancien."},
			{
				"X7;C1;U1;2026-09-02T08:00:00Z;2026-09-02T09:00:00Z;10;gratuit;",
				"montant_centimes: Ce qui est gratuit a un montant de 0",
			},
			{"X8;C1;U1;2026-09-02T08:00:00Z;2026-09-02T09:00:00Z;10;du;", "etat: Ce montant reste dû"},
			{"X9;C1;U1;2026-09-02T08:00:00Z;2026-09-02T09:00:00Z;10;perdu;", "etat: L'état est paye, gratuit ou du"},
			{
				"X10;C1;U1;2026-09-02T08:00:00Z;2026-09-02T09:00:00Z;10;paye;2026-09-01T08:00:00Z",
				"regle_le: Le règlement ne peut précéder le début",
			},
			{
				"X11;C1;U1;2026-09-02T08:00:00Z;2026-09-02T09:00:00Z;2.5;paye;",
				"montant_centimes: Un montant s'écrit en centimes",
			},
			{"X12;C1;U1;2026-08-02T08:00:00Z;2026-08-02T09:00:00Z;10;paye;", "debut: Les utilisations sont triées par début"},
			{
				"X13;C1;U1;2026-09-01T10:05:00Z;2026-09-02T09:00:00Z;10;paye;",
				": Cette utilisation en chevauche une autre dans ce casier.",
			},
		},
	}
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		site, of := newSite(t, s), documented(t)
		refused := map[imports.Kind][]string{}
		for kind, lines := range bad {
			for _, l := range lines {
				of[kind] += l.line + "\n"
			}
		}
		before := site.counts()
		_, err := site.run(imports.Options{}, of)
		if !errors.Is(err, imports.ErrRefused) {
			t.Fatal(err)
		}
		for _, l := range site.lines {
			if l.Outcome != imports.Refused {
				continue
			}
			text := ""
			for _, p := range l.Problems {
				text += p.Field + ": " + p.Message + "\n"
			}
			refused[l.Kind] = append(refused[l.Kind], text)
		}
		for kind, lines := range bad {
			if len(refused[kind]) != len(lines) {
				t.Errorf("%s: %d of %d lines were refused: %q", kind, len(refused[kind]), len(lines), refused[kind])
				continue
			}
			for i, l := range lines {
				if !strings.Contains(refused[kind][i], l.says) {
					t.Errorf("%s %s: %q, want %q", kind, l.line, refused[kind][i], l.says)
				}
			}
		}
		if after := site.counts(); !maps.Equal(before, after) {
			t.Errorf("stored: %v, before %v", after, before)
		}
		// The first file with a refused line ends an import; those before it stay.
		delete(of, imports.Stations)
		good := documented(t)
		site.apply(files{imports.Stations: good[imports.Stations]})
		stations := site.counts()
		if _, err := site.run(imports.Options{Apply: true}, of); !errors.Is(err, imports.ErrRefused) {
			t.Error(err)
		}
		if after := site.counts(); !maps.Equal(stations, after) {
			t.Errorf("stored: %v, before %v", after, stations)
		}
	})
}

// Files that are none are refused as a whole.
func TestRefusedFiles(t *testing.T) {
	site := newSite(t, storetest.Open(t, storetest.SQLiteURL(t)))
	for text, says := range map[string]string{
		"":          "reference: La colonne « reference » manque",
		"nom;email": "reference: La colonne « reference » manque",
		"reference;email;nom;prenom;consentement_le;consentement_version;iban\n":      "iban: La colonne « iban » n'est pas connue",
		"reference;email;nom;prenom;consentement_le;consentement_version;nom\n":       "nom: La colonne « nom » y est deux fois",
		"reference;email;nom;prenom;consentement_le;consentement_version\nU1;\"a;b\n": ": Les guillemets de cette ligne ne se ferment pas",
	} {
		said, err := site.run(imports.Options{Apply: true}, files{imports.Customers: text})
		if !errors.Is(err, imports.ErrRefused) || len(said) != 1 || !strings.Contains(said[0], says) {
			t.Errorf("%q: %q, %v", text, said, err)
		}
	}
	if _, err := site.run(imports.Options{OperatorID: 99},
		files{imports.Customers: ""}); !fault.Is(err, fault.KindNotFound) {
		t.Error(err)
	}
	// A byte order mark, commas and columns in another order change nothing.
	said := site.apply(
		files{
			imports.Customers: "\ufeffemail,reference,prenom,nom,consentement_version,consentement_le\r\na@exemple.test,U1,\"Alix, dite A\",Martin,CGU,2026-10-01T10:00:00Z\r\n",
		},
	)
	if len(said) != 1 || said[0] != "usager:2 créé" {
		t.Errorf("%q", said)
	}
	said = site.apply(
		files{
			imports.Customers: "reference;email;nom;prenom;consentement_le;consentement_version\nU1;a@exemple.test;Martin;Alix, dite A;2026-10-01T10:00:00Z;CGU\n",
		},
	)
	if len(said) != 1 || said[0] != "usager:2 inchangé" {
		t.Errorf("%q", said)
	}
}

// A line that changed updates what may be changed, and is refused otherwise.
func TestChangedLines(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		site, of := newSite(t, s), documented(t)
		site.apply(of)
		changed := files{}
		for kind, swap := range map[imports.Kind][]string{
			imports.Stations:      {"Gare centrale", "Gare SNCF"},
			imports.Lockers:       {"A2;velo_cargo", "A22;velo"},
			imports.Tariffs:       {"heure;50", "heure;60"},
			imports.Customers:     {"Martin;Alix", "Martin-Roux;Alix"},
			imports.Subscriptions: {"non;900", "non;800"},
			imports.Stays:         {"100;paye", "90;paye"},
		} {
			changed[kind] = strings.Replace(of[kind], swap[0], swap[1], 1)
		}
		said, err := site.run(imports.Options{}, changed)
		if !errors.Is(err, imports.ErrRefused) {
			t.Fatal(err)
		}
		for _, want := range []string{
			"station:2 modifié", "station:3 inchangé", "casier:3 modifié", "tarif:2 modifié", "usager:2 modifié",
			"usager:3 inchangé",
			"abonnement:2 refusé : Un abonnement repris ne se modifie pas par import",
			"utilisation:2 refusé : Une utilisation reprise ne se modifie pas : ni ses instants, ni son prix, ni son règlement",
			"utilisation:3 inchangé",
		} {
			if !slices.Contains(said, want) {
				t.Errorf("%q is not in %q", want, said)
			}
		}
		delete(changed, imports.Subscriptions)
		delete(changed, imports.Stays)
		site.apply(changed)
		for query, want := range map[string]int{
			`SELECT COUNT(*) FROM stations WHERE name = 'Gare SNCF'`:                       1,
			`SELECT COUNT(*) FROM lockers WHERE name = 'A22' AND type_id = 2`:              1,
			`SELECT COUNT(*) FROM tariff_versions WHERE amount = 60 AND version = 2`:       1,
			`SELECT COUNT(*) FROM accounts WHERE last_name = 'Martin-Roux'`:                1,
			`SELECT price FROM stays WHERE price > 0`:                                      100,
			`SELECT COUNT(*) FROM audit_log WHERE action = 'station.modification'`:         1,
			`SELECT COUNT(*) FROM audit_log WHERE action = 'exploitant.import' AND id > 0`: 10,
		} {
			if n := site.count(query); n != want {
				t.Errorf("%s: %d, want %d", query, n, want)
			}
		}
		for swap, says := range map[[2]string]string{
			{"alix.martin@", "alix.roux@"}: "usager:2 refusé email: Une adresse e-mail ne se modifie pas par import",
			{"Petit;Sacha", "Petit;S."}:    "usager:3 refusé : Cette personne gère elle-même son compte",
		} {
			if swap[0] == "Petit;Sacha" {
				storetest.Check(t, s.Exec(t.Context(), "test", `UPDATE accounts SET password_hash = 'x' WHERE last_name = 'Petit'`))
			}
			said, err := site.run(imports.Options{},
				files{imports.Customers: strings.Replace(changed[imports.Customers], swap[0], swap[1], 1)})
			if !errors.Is(err, imports.ErrRefused) ||
				!slices.ContainsFunc(said, func(text string) bool { return strings.Contains(text, says) }) {
				t.Errorf("%q, %v", said, err)
			}
		}
		moved := strings.Replace(changed[imports.Lockers], "C1;S1", "C1;S2", 1)
		if said, _ := site.run(imports.Options{},
			files{imports.Lockers: moved}); !slices.Contains(
			said, "casier:2 refusé station: Un casier ne change pas de station",
		) {
			t.Errorf("%q", said)
		}
	})
}

// A person who is known elsewhere is taken over like a new one: the report is the same, nothing of theirs is read or
// changed, and they are only asked to confirm with --mails. One whom the operator knows is linked.
func TestPeopleKnownAlready(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		site, of := newSite(t, s), documented(t)
		elsewhere := storetest.Must(t)(s.CreateAccount(t.Context(), account.Account{
			Email: "alix.martin@exemple.test", LastName: "Secret", Active: true,
			Roles: map[int64][]access.Role{2: {access.Customer}},
		}, storetest.Now))
		here := storetest.Must(t)(s.CreateAccount(t.Context(), account.Account{
			Email: "Sacha.Petit@exemple.test", LastName: "Ancien", Active: true,
			Roles: map[int64][]access.Role{1: {access.Hotline}},
		}, storetest.Now))
		people := files{imports.Customers: of[imports.Customers]}
		if said := site.apply(people); !slices.Equal(said, []string{"usager:2 créé", "usager:3 rattaché"}) {
			t.Errorf("%q", said)
		}
		for query, want := range map[string]int{
			`SELECT COUNT(*) FROM accounts WHERE last_name IN ('Secret', 'Ancien')`:                                2,
			fmt.Sprintf(`SELECT COUNT(*) FROM account_claims WHERE person_id = %d AND operator_id = 1`, elsewhere): 1,
			fmt.Sprintf(`SELECT COUNT(*) FROM account_operators WHERE account_id = %d`, elsewhere):                 1,
			fmt.Sprintf(`SELECT COUNT(*) FROM account_roles WHERE account_id = %d`, here):                          2,
			`SELECT COUNT(*) FROM mails`: 0,
		} {
			if n := site.count(query); n != want {
				t.Errorf("%s: %d, want %d", query, n, want)
			}
		}
		other := "reference;email;nom;prenom;consentement_le;consentement_version\nV1;alix.martin@exemple.test;M;A;2026-10-01T10:00:00Z;CGU\nV2;nouveau@exemple.test;M;A;2026-10-01T10:00:00Z;CGU\n"
		storetest.Must(t)(s.CreateOperator(t.Context(), operator.Operator{Name: "Tiers"}, storetest.Now))
		said, err := site.run(imports.Options{OperatorID: 3, Apply: true, Mails: true}, files{imports.Customers: other})
		if err != nil || !slices.Equal(said, []string{"usager:2 créé", "usager:3 créé"}) {
			t.Errorf("%q, %v", said, err)
		}
		if n := site.count(`SELECT COUNT(*) FROM mails WHERE kind = 'inscription_a_confirmer'`); n != 2 {
			t.Errorf("%d mails", n)
		}

		// Confirmed, the claim's reference and consent are the person's.
		site.apply(files{
			imports.Stations: of[imports.Stations], imports.Lockers: of[imports.Lockers],
			imports.Stays: of[imports.Stays],
		})
		claim, err := s.ClaimOf(t.Context(), 1, "alix.martin@exemple.test")
		storetest.Check(t, err)
		storetest.Check(t, s.Atomically(t.Context(),
			func(ctx context.Context) error { return s.MergeClaim(ctx, claim, storetest.Now) }))
		if n := site.count(`SELECT COUNT(*) FROM external_references x JOIN consents c ON c.account_id = x.object_id
			AND c.operator_id = 1
			WHERE x.operator_id = 1 AND x.kind = 'usager' AND x.reference = 'U1' AND x.object_id = $1`, elsewhere); n != 1 {
			t.Error("the reference of a confirmed claim does not lead to the person")
		}
		if said := site.apply(files{imports.Stays: of[imports.Stays]}); said[0] != "utilisation:2 inchangé" {
			t.Errorf("%q", said)
		}
	})
}

// Nothing is left of who is erased, and the file that names them does not bring them back.
func TestErasedPeopleStayErased(t *testing.T) {
	for engine, address := range storetest.URLs(t) {
		t.Run(engine, func(t *testing.T) {
			s := storetest.Open(t, address)
			site := newSite(t, s)
			text := "reference;email;nom;prenom;consentement_le;consentement_version\nZwingli-77;u@exemple.test;N;P;2026-10-01T10:00:00Z;CGU-xyzzy\n"
			site.apply(files{imports.Customers: text})
			before := storetest.Dump(t, s, engine, address)
			kept, err := site.accounts.Footprint(t.Context(), 1)
			storetest.Check(t, err)
			if len(kept.Consents) != 1 || kept.Consents[0].Reference != "Zwingli-77" ||
				kept.Consents[0].OperatorName != "Élan" || kept.Consents[0].Version != "CGU-xyzzy" {
				t.Errorf("export: %+v", kept.Consents)
			}
			storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
				_, err := s.Erase(ctx, 1, account.Anonymisation, storetest.Now)
				return err
			}))
			storetest.Check(t, s.CutLog(t.Context())) // as the job does
			after := storetest.Dump(t, s, engine, address)
			for _, trace := range []string{"zwingli-77", "cgu-xyzzy"} {
				if !strings.Contains(string(before), trace) || strings.Contains(string(after), trace) {
					t.Errorf("%s: there before %v, after %v", trace, strings.Contains(string(before), trace),
						strings.Contains(string(after), trace))
				}
			}
			said, err := site.run(imports.Options{Apply: true}, files{imports.Customers: text})
			if !errors.Is(err, imports.ErrRefused) || len(said) != 1 ||
				!strings.Contains(said[0], "reference: Les données de cette personne ont été effacées") {
				t.Errorf("%q, %v", said, err)
			}
		})
	}
}

// Of two imports of the same files at once, one creates everything and the other finds it.
func TestTwoImportsAtOnce(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		first, of := newSite(t, s), documented(t)
		second := &site{t: t, Store: s, Service: first.Service, clock: first.clock, accounts: first.accounts}
		sites, outcomes := make(chan *site, 2), make(chan int, 2)
		sites <- first
		sites <- second
		storetest.Race(2, func() bool {
			said, err := (<-sites).run(imports.Options{Apply: true}, of)
			created := 0
			for _, text := range said {
				if strings.HasSuffix(text, " créé") {
					created++
				}
			}
			if err != nil || len(said) != 13 {
				t.Errorf("%q, %v", said, err)
			}
			outcomes <- created
			return true
		})
		if sum := <-outcomes + <-outcomes; sum != 13 {
			t.Errorf("%d lines were created", sum)
		}
	})
}
