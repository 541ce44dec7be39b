package api

import (
	"encoding/json"
	"strings"
	"testing"
)

// Every call of the router is in the policy, with all that its rule needs, and every line of the policy is a call.
func TestEveryRouteDeclaresItsRight(t *testing.T) {
	var document struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	if err := json.Unmarshal(Spec(), &document); err != nil {
		t.Fatal(err)
	}
	routes := map[string]bool{}
	for path, methods := range document.Paths {
		for method := range methods {
			route := strings.ToUpper(method) + " " + path
			routes[route] = true
			rule, declared := policy[route]
			switch {
			case !declared || rule.audience == nobody:
				t.Errorf("%s declares no right", route)
			case rule.audience == holders && ((rule.right == "" && rule.byRole == nil) || rule.at == platform):
				t.Errorf("%s: a right is held at an operator, and the rule must say which", route)
			case rule.audience != holders && (rule.right != "" || rule.byRole != nil):
				t.Errorf("%s: the right would not be checked", route)
			case rule.audience == public && strings.HasPrefix(path, "/api/admin/"):
				t.Errorf("%s is public", route)
			}
		}
	}
	if len(routes) < 10 {
		t.Fatalf("only %d routes were walked", len(routes))
	}
	for route := range policy {
		if !routes[route] {
			t.Errorf("%s is in the policy, but is no route", route)
		}
	}
}
