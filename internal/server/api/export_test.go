package api

import "consigne/internal/kernel/access"

// Rule is what the tests of the calls know of a line of the policy.
type Rule struct {
	Audience string // "keys", "staff", "holders", "managers", "admins"; empty: no key is asked for
	Rights   []access.Right
	Own      bool
	Owned    bool // the operator is that of an object, which must stay unknown to others
	InPath   bool // the operator is named in the path
	InQuery  bool // the operator may be named in the query
	StepUp   bool // a fresh proof is asked for
}

// RuleOf returns the line of the policy for a call.
func RuleOf(method, path string) Rule {
	var line rule
	if call := newServer(Parts{}).mux.calls[method+" "+path]; call != nil {
		line = call.rule
	}
	audiences := map[audience]string{keys: "keys", staff: "staff", holders: "holders", managers: "managers", admins: "admins"}
	rule := Rule{Audience: audiences[line.audience], Own: line.own, InPath: line.at == operatorInPath, InQuery: line.at == operatorInQuery, StepUp: line.stepUp}
	rule.Owned = !rule.InPath && !rule.InQuery && line.at != platform
	if line.right != "" {
		rule.Rights = []access.Right{line.right}
	}
	for _, right := range line.byRole {
		rule.Rights = append(rule.Rights, right)
	}
	return rule
}

// StepUps lists the calls that ask for a fresh proof.
func StepUps() (calls []string) {
	for name, call := range newServer(Parts{}).mux.calls {
		if call.rule.stepUp {
			calls = append(calls, name)
		}
	}
	return calls
}
