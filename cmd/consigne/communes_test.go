package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/store/storetest"
)

// The command shows what it would store, stores it with lines in the audit log, leaves what is doubtful, and goes on
// after an address search that failed.
func TestStationsCommunes(t *testing.T) {
	var searches, broken atomic.Int64
	addresses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		searches.Add(1)
		text := r.URL.Query().Get("q")
		if broken.Load() == searches.Load() {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		score := "0.97"
		switch {
		case strings.Contains(text, "perdue"):
			_, _ = w.Write([]byte(`{"features":[]}`))
			return
		case strings.Contains(text, "douteuse"):
			score = "0.31"
		}
		_, _ = fmt.Fprintf(w, `{"features":[{"geometry":{"coordinates":[5.7,45.1]},
			"properties":{"label":"x","name":"x","postcode":"38000","city":"Grenoble\u202e","citycode":"38185","score":%s}}]}`, score)
	}))
	defer addresses.Close()
	t.Setenv("CONSIGNE_GEOCODER_URL", addresses.URL)
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.EmptySQLiteURL,
		"postgres": storetest.EmptyPostgresURL,
	} {
		t.Run(engine, func(t *testing.T) {
			url := address(t)
			t.Setenv("CONSIGNE_DATABASE_URL", url)
			must(t, run(t.Context(), []string{"migrate"}, &bytes.Buffer{}))
			s := storetest.Open(t, url)
			for n, streets := range [][]string{
				{"1 rue sûre", "2 rue sûre", "3 rue perdue", "4 rue douteuse"},
				{"5 rue sûre", "6 rue de Lyon"},
			} {
				operatorID := storetest.Must(t)(s.CreateOperator(t.Context(),
					operator.Operator{Name: fmt.Sprint("Exploitant ", n+1)}, storetest.Now))
				for _, street := range streets {
					code := "38000"
					if strings.Contains(street, "Lyon") {
						code = "69001"
					}
					storetest.Must(t)(s.CreateStation(t.Context(), station.Station{
						OperatorID: operatorID, Name: "Station", AdminLabel: "S", Kind: station.Individual, Active: true, Street: street,
						PostalCode: code, City: "Ville",
					}, storetest.Now))
				}
			}
			communes := func(args ...string) (string, error) {
				var out bytes.Buffer
				err := run(t.Context(), append([]string{"stations", "communes"}, args...), &out)
				return out.String(), err
			}
			without := func() int {
				n, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM stations WHERE commune_code = ''`)
				must(t, err)
				return n
			}

			said, err := communes()
			must(t, err)
			for _, line := range []string{
				"Essai : rien n'est changé ; --apply enregistre les communes trouvées.\n",
				"1 Station  1 rue sûre, 38000 Ville      38185 Grenoble   0.97   à enregistrer\n",
				"3 Station  3 rue perdue, 38000 Ville    –                –      laissée : aucune adresse trouvée\n",
				"4 Station  4 rue douteuse, 38000 Ville  38185 Grenoble   0.31   laissée : score trop bas\n",
				"6 Station  6 rue de Lyon, 69001 Ville   38185 Grenoble   0.97   laissée : autre code postal\n",
				"Stations sans code commune : 6 ; à enregistrer : 3 ; laissées : 3\n",
			} {
				if !strings.Contains(said, line) {
					t.Errorf("no %q in:\n%s", line, said)
				}
			}
			if n := without(); n != 6 {
				t.Fatalf("the trial left %d stations without a commune", n)
			}

			broken.Store(searches.Load() + 2)
			said, err = communes("--apply", "--exploitant", "1")
			if err == nil || !strings.Contains(err.Error(), "relancer la commande la continue") ||
				!strings.Contains(said, "enregistrée\n") || without() != 5 {
				t.Errorf("the second search is refused: %v, %d left:\n%s", err, without(), said)
			}
			said, err = communes("--apply", "--exploitant", "1")
			if err != nil || !strings.HasSuffix(said, "Stations sans code commune : 3 ; enregistrées : 1 ; laissées : 2\n") ||
				without() != 4 {
				t.Errorf("again: %v, %d left:\n%s", err, without(), said)
			}
			said, err = communes("--apply")
			if err != nil || !strings.HasSuffix(said, "Stations sans code commune : 4 ; enregistrées : 1 ; laissées : 3\n") ||
				without() != 3 {
				t.Errorf("at all operators: %v, %d left:\n%s", err, without(), said)
			}
			lines, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM audit_log WHERE action = 'station.modification'
				AND actor_id IS NULL AND changes LIKE '%"codeCommune":["","38185"]%'`)
			if err != nil || lines != 3 {
				t.Errorf("%d lines in the audit log: %v", lines, err)
			}
		})
	}
	for _, args := range [][]string{{"stations"}, {"stations", "villes"}, {"stations", "communes", "1"}} {
		if err := run(t.Context(), args, &bytes.Buffer{}); !errors.Is(err, errUsage) {
			t.Errorf("%v: %v", args, err)
		}
	}
	t.Setenv("CONSIGNE_GEOCODER_URL", "nulle part")
	t.Setenv("CONSIGNE_DATABASE_URL", storetest.EmptySQLiteURL(t))
	if err := run(t.Context(), []string{"stations", "communes"}, &bytes.Buffer{}); err == nil ||
		!strings.Contains(err.Error(), "CONSIGNE_GEOCODER_URL") {
		t.Errorf("no address of the service: %v", err)
	}
}
