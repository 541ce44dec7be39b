package main

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"consigne/internal/store/storetest"
)

// A node with every kind of observation on shows no personal data or secret: neither in its log at debug level, nor
// in its metrics, nor in its traces. Every metric in the shipped dashboard and alerts is one that the node exports.
func TestMeasuredNode(t *testing.T) {
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.EmptySQLiteURL,
		"postgres": storetest.EmptyPostgresURL,
	} {
		t.Run(engine, func(t *testing.T) {
			s := newMeasuredSite(t, address(t))
			stopScraping := s.keepScraping()
			s.walk()
			stopScraping()
			s.eventually("a job of each kind", func() bool {
				return !strings.Contains(s.scrape(), "consigne_job_duration_seconds_count{outcome=\"ok\",task=\"mailer\"} 0\n")
			})
			metrics := s.scrape()
			if public := s.call(200, "GET", "/metrics", "", "", ""); strings.Contains(public, "consigne_") {
				t.Error("the site itself shows the metrics")
			}
			checkMetrics(t, metrics)
			if engine == "sqlite" {
				checkPanels(t, metrics)
			}
			must(t, s.database.Close())
			s.call(500, "GET", "/api/ouvert/stations.geojson?q=Quintefeuille", "", "", "")
			failed := regexp.MustCompile(`consigne_job_duration_seconds_count\{outcome="error",task="collector"\} [1-9]`)
			s.eventually("signs that the database is gone", func() bool {
				down := s.scrape()
				return strings.Contains(down, "consigne_database_up 0\n") && failed.MatchString(down)
			})
			s.stop()

			log, spans := s.log.String(), s.spans.String()
			s.checkSilence("the log", log)
			s.checkSilence("the metrics", metrics)
			s.checkSilence("the traces", spans)
			const route = "/api/paiements/exportation/exploitant/{id}/format/csv/{token}"
			for _, part := range []string{"GET " + route, "provider card", "INSERT INTO stays", "service.name"} {
				if !strings.Contains(spans, part) {
					t.Errorf("the traces do not tell of %q", part)
				}
			}
			if !regexp.MustCompile(`"route":"GET ` + regexp.QuoteMeta(route) +
				`","status":200,"duration_ms":\d+,"trace_id":"[0-9a-f]{32}"`).MatchString(log) {
				t.Errorf("the log does not lead to the traces:\n%.2000s", log)
			}
		})
	}
}

// checkSilence searches the text for every secret, as it is and in encoded forms, and for query strings and client
// addresses.
func (s *measuredSite) checkSilence(where, text string) {
	s.t.Helper()
	folded := strings.ToLower(text)
	digits := regexp.MustCompile(`^\d+$`)
	for secret := range s.secrets {
		forms := []string{secret, base64.StdEncoding.EncodeToString([]byte(secret))}
		if quoted, err := json.Marshal(secret); err == nil {
			forms = append(forms, strings.Trim(string(quoted), `"`))
		}
		for _, form := range forms {
			found := strings.Contains(folded, strings.ToLower(form))
			if digits.MatchString(form) { // digits may also be part of a time or a measure
				found = regexp.MustCompile(`(^|[^\d.])` + form + `([^\d.]|$)`).MatchString(text)
			}
			if found {
				s.t.Errorf("%s: %q stands in it", where, form)
			}
		}
	}
	for _, pattern := range []string{
		`refreshToken=`, `jeton=`, `search=`, `\?q=`, `203\.0\.113\.77`, `user_agent`,
		`client\.address`,
	} {
		if found := regexp.MustCompile(pattern).FindString(text); found != "" {
			s.t.Errorf("%s: %q stands in it", where, found)
		}
	}
}

// checkMetrics checks the values that the walk must have produced.
func checkMetrics(t *testing.T, metrics string) {
	t.Helper()
	for _, pattern := range []string{
		`consigne_build_info\{.*version="dev"\} 1`,
		`consigne_http_request_duration_seconds_count\{method="POST",route="/api/compte/connexion",status="2xx"\} 2`,
		`consigne_http_request_duration_seconds_count\{method="POST",route="/api/compte/connexion",status="4xx"\} 2`,
		`consigne_http_request_duration_seconds_count\{method="GET",route="unknown",status="4xx"\} 1`,
		`consigne_http_requests_in_flight 0`,
		`consigne_provider_call_duration_seconds_count\{operation="card",outcome="ok"\} 1`,
		`consigne_provider_call_duration_seconds_count\{operation="card",outcome="unknown"\} 1`,
		`consigne_mails_total\{outcome="sent"\} [3-9]`,
		`consigne_job_duration_seconds_count\{outcome="ok",task="collector"\} [1-9]`,
		`consigne_database_up 1`,
		`consigne_database_transactions_total [1-9]`,
		`consigne_database_connections_max\{pool="write"\} [1-9]`,
		`consigne_streams_open 0`,
		`consigne_queue_waiting\{queue="payments"\} \d`,
		`go_goroutines [1-9]`,
	} {
		if !regexp.MustCompile(`(?m)^` + pattern).MatchString(metrics) {
			t.Errorf("no metric is %s", pattern)
		}
	}
}

var (
	named   = regexp.MustCompile(`\b(?:consigne|go|process)_\w+`)
	matched = regexp.MustCompile(`\b((?:consigne|go|process)_\w+)\{([^}]*)\}`)
	matcher = regexp.MustCompile(`(\w+)(=~|!~|!=|=)"((?:[^"\\]|\\.)*)"`)
)

// checkPanels checks that every metric, label and label value that the dashboard and the alerts use is one that the
// node exports. The metrics of a scrape are the same on both engines except for the pools.
func checkPanels(t *testing.T, metrics string) {
	t.Helper()
	for file, text := range map[string]string{
		"consigne.json": strings.Join(dashboardQueries(t), "\n"), "alerts.yml": read(t, "../../deploy/prometheus/alerts.yml"),
	} {
		names := named.FindAllString(text, -1)
		slices.Sort(names)
		names = slices.Compact(names)
		if len(names) < 10 {
			t.Errorf("%s names only %q", file, names)
		}
		for _, name := range names {
			if !regexp.MustCompile(`(?m)^` + name + `[ {]`).MatchString(metrics) {
				t.Errorf("%s looks at %s, which no node shows", file, name)
			}
		}
		for _, pick := range matched.FindAllStringSubmatch(text, -1) {
			for _, label := range matcher.FindAllStringSubmatch(pick[2], -1) {
				if label[1] == "instance" || label[1] == "job" { // added by Prometheus
					continue
				}
				value := `[^"]*`
				if label[2] == "=" && label[1] != "status" { // not every status has occurred here
					value = regexp.QuoteMeta(label[3])
				}
				if !regexp.MustCompile(`(?m)^` + pick[1] + `\{[^}]*\b` + label[1] + `="` + value + `"`).MatchString(metrics) {
					t.Errorf("%s picks %s by %s, which no node shows", file, pick[1], label[0])
				}
			}
		}
	}
}

func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return string(text)
}
