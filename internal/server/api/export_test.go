package api

import "consigne/internal/kernel/access"

// RuleLine is what the tests of the calls know of a line of the policy.
type RuleLine struct {
	Audience string // "keys", "staff", "holders", "managers", "admins"; empty: no key is asked for
	Rights   []access.Right
	Own      bool
	Owned    bool // the operator is that of an object, which must stay unknown to others
	InPath   bool // the operator is named in the path
	InQuery  bool // the operator may be named in the query
	StepUp   bool // a fresh proof is asked for
}

// RuleOf returns the line of the policy for a call.
func RuleOf(areas []Area, method, path string) RuleLine {
	var line Rule
	if call := newServer(Parts{}, areas...).mux.calls[method+" "+path]; call != nil {
		line = call.rule
	}
	audiences := map[audience]string{
		FieldKeys: "keys", Staff: "staff", Holders: "holders", Managers: "managers",
		Admins: "admins",
	}
	rule := RuleLine{
		Audience: audiences[line.Audience], Own: line.Own, InPath: line.At == OperatorInPath,
		InQuery: line.At == OperatorInQuery, StepUp: line.StepUp,
	}
	rule.Owned = !rule.InPath && !rule.InQuery && line.At != platform
	if line.Right != "" {
		rule.Rights = []access.Right{line.Right}
	}
	for _, right := range line.ByRole {
		rule.Rights = append(rule.Rights, right)
	}
	return rule
}

// Rules returns the rule of each call.
func Rules(areas ...Area) map[string]Rule {
	all := map[string]Rule{}
	for route, call := range newServer(Parts{}, areas...).mux.calls {
		all[route] = call.rule
	}
	return all
}

// What a rule is without an audience, and without a place.
const (
	Nobody   = nobody
	Platform = platform
)
