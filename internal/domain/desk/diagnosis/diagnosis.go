package diagnosis

import (
	"slices"
	"time"

	"consigne/internal/domain/desk/refusal"
)

// Cause is why a door does not open, as a key on the wire.
type Cause string

// Finding is a cause that follows from the facts.
type Finding struct {
	Cause Cause
	// Certain: by the product's own rules the door refuses now, or it is on record that it has just refused for this.
	// Otherwise the fact is true and may explain a refusal, of the operator's application for example.
	Certain  bool
	Since    *time.Time
	Sentence string // in French
	Next     string // what to do, in French
}

// rule is one line of the table.
type rule struct {
	cause Cause
	// state returns the finding that follows from how things stand now; nil: only a recorded refusal tells.
	state func(f Facts) (state, bool)
	// kinds are the recorded refusals that prove the cause.
	kinds []refusal.Kind
	// was says of such a refusal why, after « a refusé à 23h02 : ».
	was string
	// over reports whether what was refused would not be refused for this now; nil: unknown.
	over func(f Facts) bool
	next string
	// can reports whether who reads may do all of next; nil: everybody. Who may not is told otherwise.
	can       func(f Facts) bool
	otherwise string
}

// state is what a rule finds in how things stand now.
type state struct {
	certain  bool
	since    *time.Time
	sentence string
}

// Diagnose returns the causes that follow from the facts: the certain ones first, then in the order of the table, which
// is that of how much each explains.
func Diagnose(f Facts) []Finding {
	findings := []Finding{}
	for _, r := range table {
		if found, ok := r.apply(f); ok {
			findings = append(findings, found)
		}
	}
	slices.SortStableFunc(findings, func(a, b Finding) int {
		switch {
		case a.Certain == b.Certain:
			return 0
		case a.Certain:
			return -1
		}
		return 1
	})
	return findings
}

func (r rule) apply(f Facts) (Finding, bool) {
	var now state
	var stands bool
	if r.state != nil {
		now, stands = r.state(f)
	}
	refused, recorded := f.latest(r.kinds)
	found := Finding{Cause: r.cause, Certain: now.certain, Since: now.since, Sentence: now.sentence, Next: r.next}
	if r.can != nil && !r.can(f) {
		found.Next = r.otherwise
	}
	if recorded {
		found.Certain = found.Certain || f.Now.Sub(refused.At) <= certainFor
		if stands {
			found.Sentence += " Un refus a été enregistré " + on(f.Now, refused.At) + "."
		} else {
			found.Since = &refused.At
			found.Sentence = capital(the(refused.Place)) + " a refusé " + on(f.Now, refused.At) + " : " + r.was + "."
			if r.over != nil && r.over(f) {
				found.Sentence += " Ce n'est plus le cas."
			}
		}
	}
	return found, stands || recorded
}

// Conclusion sums the findings up in a sentence.
func Conclusion(findings []Finding) string {
	switch {
	case len(findings) == 0:
		return "Rien dans Consigne n'explique ce refus."
	case !findings[0].Certain:
		return "Rien de certain dans Consigne n'explique ce refus. Ceci peut l'expliquer."
	case len(findings) > 1 && findings[1].Certain:
		return "Plusieurs causes sont certaines."
	}
	return "La cause est certaine."
}

// Told tells a refusal in a sentence: « Refus au casier A1 (Gare) : le compte était banni ».
func Told(r Refused) string {
	for _, rule := range table {
		if slices.Contains(rule.kinds, r.Kind) {
			return "Refus " + in(r.Place) + " : " + rule.was
		}
	}
	return "Refus " + in(r.Place)
}
