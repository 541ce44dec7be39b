package api_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"consigne/internal/app"
	"consigne/internal/server/api"
)

// rules returns the rule of each call.
var rules = sync.OnceValue(func() map[string]api.Rule { return api.Rules(app.Areas...) })

// undocumented are the pages of the API's own documentation.
var undocumented = map[string]bool{
	"GET /api/openapi.json": true, "GET /api/collection.json": true, "GET /api/docs": true, "GET /api/docs.css": true,
}

// Every call has a rule, with all that it needs, and is documented.
func TestEveryRouteDeclaresItsRight(t *testing.T) {
	var document struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	if err := json.Unmarshal(app.Spec(), &document); err != nil {
		t.Fatal(err)
	}
	policy := rules()
	routes := map[string]bool{}
	for path, methods := range document.Paths {
		for method := range methods {
			route := strings.ToUpper(method) + " " + path
			routes[route] = true
			rule, declared := policy[route]
			switch {
			case !declared || rule.Audience == api.Nobody:
				t.Errorf("%s declares no right", route)
			case rule.Audience == api.Holders && ((rule.Right == "" && rule.ByRole == nil) || rule.At == api.Platform):
				t.Errorf("%s: a right is held at an operator, and the rule must say which", route)
			case rule.Audience != api.Holders && (rule.Right != "" || rule.ByRole != nil):
				t.Errorf("%s: the right would not be checked", route)
			case rule.Audience == api.Public && strings.HasPrefix(path, "/api/admin/"):
				t.Errorf("%s is public", route)
			}
		}
	}
	if len(routes) < 10 {
		t.Fatalf("only %d routes were walked", len(routes))
	}
	for route := range policy {
		if !routes[route] && !undocumented[route] {
			t.Errorf("%s is a route, but not documented", route)
		}
	}
}

// readersMayWrite are the writes that a right to read opens: they change nothing but what is the caller's own, or
// nothing at all.
var readersMayWrite = map[string]string{
	"POST /api/admin/exploitant/{id}/tarif/simulation":                  "computes",
	"POST /api/admin/paiements/vues":                                    "the caller's own views",
	"PUT /api/admin/paiements/vues/{id}":                                "same",
	"DELETE /api/admin/paiements/vues/{id}":                             "same",
	"POST /api/admin/paiements/exportation/exploitant/{id}":             "reads",
	"POST /api/admin/paiements/exportation/exploitant/{id}/format/csv":  "reads",
	"POST /api/admin/paiements/exportation/exploitant/{id}/format/xlsx": "reads",
	"POST /api/admin/usages/exportation/exploitant/{id}":                "reads",
	"POST /api/admin/usages/exportation/exploitant/{id}/format/csv":     "reads",
	"POST /api/admin/usages/exportation/exploitant/{id}/format/xlsx":    "reads",

	"POST /api/admin/abonnements/exportation/exploitant/{id}/format/csv":  "reads",
	"POST /api/admin/abonnements/exportation/exploitant/{id}/format/xlsx": "reads",
	"POST /api/admin/journal/exportation/exploitant/{id}/format/csv":      "reads",
	"POST /api/admin/journal/exportation/exploitant/{id}/format/xlsx":     "reads",
}

// No write is guarded by a right to read, or by none.
func TestNoWriteIsGuardedByARightToRead(t *testing.T) {
	for route, rule := range rules() {
		if strings.HasPrefix(route, "GET ") || strings.HasPrefix(route, "HEAD ") {
			continue
		}
		reads := strings.HasSuffix(string(rule.Right), "_LECTURE") || rule.Audience == api.Staff && !rule.Own
		reads = reads || strings.HasSuffix(string(rule.Or), "_LECTURE")
		for _, right := range rule.ByRole {
			reads = reads || strings.HasSuffix(string(right), "_LECTURE")
		}
		for _, right := range rule.ByKind {
			reads = reads || strings.HasSuffix(string(right), "_LECTURE")
		}
		if _, known := readersMayWrite[route]; reads != known {
			t.Errorf("%s: guarded by a right to read: %t, known: %t", route, reads, known)
		}
	}
}

// givesAccess matches the calls that make what opens the API or hears of it, and those that end how another signs in or
// is signed in.
var givesAccess = regexp.MustCompile(`^/api/admin/(` + strings.Join([]string{
	`(exploitant/\{id\}/)?cle\b`, `(exploitant/\{id\}/)?notification\b`, `connexion-unique/`,
	`utilisateur/\{id\}/(sessions?|second-facteur|fournisseur)\b`,
}, "|") + `)`)

// withoutProof are such calls that nobody is asked to prove who they are for.
var withoutProof = map[string]string{
	"DELETE /api/admin/cle/{id}":                                "takes away: who lost a key is not kept waiting",
	"DELETE /api/admin/notification/{id}":                       "same: nothing is sent any more",
	"POST /api/admin/notification/{id}/essai":                   "sends a word to the address that was given with a proof",
	"POST /api/admin/connexion-unique/fournisseur/{id}/essayer": "reads what the provider publishes",
}

// Whoever gives access, or ends that of another, proves again who they are: the table says so for all calls of the
// kind.
func TestWhoGivesAccessProvesWhoTheyAre(t *testing.T) {
	named := 0
	for call, rule := range rules() {
		method, path, _ := strings.Cut(call, " ")
		gives := method != "GET" && method != "HEAD" && givesAccess.MatchString(path)
		_, excepted := withoutProof[call]
		if rule.StepUp != (gives && !excepted) || excepted && !gives {
			t.Errorf("%s: gives access: %t, asks for a proof: %t, an exception: %t", call, gives, rule.StepUp, excepted)
		}
		if rule.StepUp {
			named++
		}
	}
	if named < 12 {
		t.Errorf("only %d calls ask", named)
	}
}

// What auditors are shown has a line for each call.
func TestPolicyIsPrinted(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(app.Policy()), "\n")
	if len(lines) != len(rules()) {
		t.Errorf("%d lines of %d calls", len(lines), len(rules()))
	}
	if !slices.Contains(lines,
		"POST\t/api/admin/exploitant/{id}/cle\tadministrateur\texploitant du chemin\tnouvelle preuve d'identité") {
		t.Error("the line of a key is not there:\n" + app.Policy())
	}
}
