package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"consigne/internal/testenv"
)

// dashboardQueries lists the dashboard's Prometheus queries.
func dashboardQueries(t *testing.T) []string {
	t.Helper()
	var dashboard struct {
		Annotations struct{ List []struct{ Expr string } }
		Panels      []struct {
			Type, Title string
			Targets     []struct{ Expr string }
		}
	}
	must(t, json.Unmarshal([]byte(read(t, "../../deploy/grafana/consigne.json")), &dashboard))
	queries := []string{}
	for _, note := range dashboard.Annotations.List {
		queries = append(queries, note.Expr)
	}
	for _, panel := range dashboard.Panels {
		if panel.Title == "" || (panel.Type != "row" && len(panel.Targets) == 0) {
			t.Errorf("a panel without title or query: %+v", panel)
		}
		for _, target := range panel.Targets {
			queries = append(queries, target.Expr)
		}
	}
	return queries
}

// Checks every query of the dashboard with Prometheus itself.
func TestDashboardQueriesAreQueries(t *testing.T) {
	t.Parallel()
	type rule struct {
		Record string `json:"record"`
		Expr   string `json:"expr"`
	}
	rules := []rule{}
	for _, query := range dashboardQueries(t) {
		rules = append(rules, rule{
			"consigne:panel",
			strings.NewReplacer("$__rate_interval", "1m", "$node", ".*").Replace(query),
		})
	}
	// JSON is valid YAML
	text, err := json.Marshal(map[string]any{"groups": []any{map[string]any{"name": "dashboard", "rules": rules}}})
	must(t, err)
	path := filepath.Join(t.TempDir(), "rules.yml")
	must(t, os.WriteFile(path, text, 0o600))
	if said, err := exec.CommandContext(t.Context(), testenv.Program(t, "promtool"), "check", "rules", "--lint=none",
		path).CombinedOutput(); err != nil {
		t.Errorf("promtool: %v\n%s", err, said)
	}
}

// Each alert links to a section that exists in the manual, and a test sees it fire.
func TestAlertsLeadToTheManual(t *testing.T) {
	t.Parallel()
	alerts, manual := read(t, "../../deploy/prometheus/alerts.yml"), read(t, "../../docs/operations.md")
	if a, r := strings.Count(alerts, "- alert:"), strings.Count(alerts, "runbook: docs/"); a == 0 || a != r {
		t.Errorf("%d alerts, %d of them with a runbook", a, r)
	}
	sections := map[string]bool{}
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(manual, -1) {
		sections[strings.ReplaceAll(strings.ToLower(heading[1]), " ", "-")] = true
	}
	for _, link := range regexp.MustCompile(`runbook: docs/operations\.md#(\S+)`).FindAllStringSubmatch(alerts, -1) {
		if !sections[link[1]] {
			t.Errorf("docs/operations.md has no section %q", link[1])
		}
	}
	tested := read(t, "../../deploy/prometheus/alerts_test.yml")
	for _, alert := range regexp.MustCompile(`- alert: (\w+)`).FindAllStringSubmatch(alerts, -1) {
		if !regexp.MustCompile(`(?m)alertname: ` + alert[1] + `\n\s+exp_alerts:\n\s+- exp_labels`).MatchString(tested) {
			t.Errorf("%s is not seen firing in alerts_test.yml", alert[1])
		}
	}
}
