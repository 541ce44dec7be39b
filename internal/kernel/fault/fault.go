// Package fault defines refusals: each has a kind, which the API turns into an HTTP status, and a
// French sentence for the person. Any other error is internal: its text goes to the log and never to
// the person.
package fault

import (
	"errors"
	"slices"
	"time"
)

// Kind is the kind of a refusal.
type Kind int

// The kinds of refusal, and the HTTP status that the API gives each.
const (
	KindMalformed       Kind = iota + 1 // 400: the body cannot be read
	KindUnauthenticated                 // 401: the caller is not authenticated
	KindForbidden                       // 403
	KindNotFound                        // 404: unknown, or the caller may not see it
	KindConflict                        // 409: the current state forbids it
	KindGone                            // 410: a link that is no longer valid
	KindInvalid                         // 422: a value breaks a rule (docs/rules.md#errors)
	KindTooMany                         // 429
	KindBadGateway                      // 502: another service does not answer as it should
	KindUnavailable                     // 503: something that is needed is unavailable for now
	KindStepUp                          // 403: the caller is to prove again who they are, and then to repeat the call
)

// Violation names a field whose value breaks a rule.
type Violation struct {
	Field   string
	Message string
}

// Error is a refusal.
type Error struct {
	Kind       Kind
	Message    string // short and fixed; empty: the name of the HTTP status is used
	Detail     string // the sentence for the person
	Violations []Violation
	RetryAfter time.Duration // set for TooMany and Unavailable
	Expected   bool          // Unavailable by a rule, so that nothing has failed that people must look at
}

func (e *Error) Error() string {
	if e.Message != "" {
		return e.Message
	}
	return e.Detail
}

// Of returns the refusal in err's chain, or nil when err is internal.
func Of(err error) *Error {
	if refusal, ok := errors.AsType[*Error](err); ok {
		return refusal
	}
	return nil
}

// Is reports whether err is a refusal of that kind.
func Is(err error, kind Kind) bool {
	refusal := Of(err)
	return refusal != nil && refusal.Kind == kind
}

// NotFound returns the refusal for an object that does not exist, and for one that belongs to another
// operator: the caller must not be able to distinguish the two.
func NotFound() error { return &Error{Kind: KindNotFound, Detail: "Ressource introuvable."} }

// Forbidden returns the refusal for a caller who lacks the right (docs/rules.md#errors).
func Forbidden() error {
	return &Error{
		Kind:   KindForbidden,
		Detail: "Accès refusé. Cette page n'est pas accessible avec votre compte.",
	}
}

// Unavailable returns the refusal for a call that needs something unavailable; detail says what.
func Unavailable(detail string) error {
	return &Error{Kind: KindUnavailable, Detail: detail, RetryAfter: time.Second}
}

// Busy returns the refusal for a call that must wait though all works; detail says for what.
func Busy(detail string, wait time.Duration) error {
	return &Error{Kind: KindUnavailable, Detail: detail, RetryAfter: wait, Expected: true}
}

// Late returns the refusal for a call that exceeded its time limit.
func Late() error {
	return &Error{
		Kind: KindUnavailable, Detail: "La réponse demande trop de temps. Veuillez réessayer dans un instant.",
		RetryAfter: 5 * time.Second,
	}
}

// Conflict returns the refusal for a call that the current state forbids; detail says why.
func Conflict(detail string) error { return &Error{Kind: KindConflict, Detail: detail} }

// Unauthenticated returns the refusal for a caller who is not authenticated. message is one of the fixed texts
// that the console recognises (docs/rules.md#errors).
func Unauthenticated(message, detail string) error {
	return &Error{Kind: KindUnauthenticated, Message: message, Detail: detail}
}

// Invalid returns the refusal of a value that breaks a rule at one field.
func Invalid(field, message string) error {
	return &Error{Kind: KindInvalid, Detail: message, Violations: []Violation{{Field: field, Message: message}}}
}

// Broken collects violations, so that one answer reports all of them.
type Broken []Violation

// Unless adds a violation at the field unless kept is true.
func (b *Broken) Unless(kept bool, field, message string) {
	if !kept {
		*b = append(*b, Violation{Field: field, Message: message})
	}
}

// Err returns nil when there is no violation, else a refusal whose Detail is the first violation's
// sentence.
func (b Broken) Err() error {
	if len(b) == 0 {
		return nil
	}
	return &Error{Kind: KindInvalid, Detail: b[0].Message, Violations: b}
}

// Within returns the refusal with the name of a part before each of its fields, as « periodes[0].libelle ».
func Within(part string, err error) error {
	refusal := Of(err)
	if refusal == nil || len(refusal.Violations) == 0 {
		return err
	}
	moved := *refusal
	moved.Violations = slices.Clone(refusal.Violations)
	for i := range moved.Violations {
		moved.Violations[i].Field = part + "." + moved.Violations[i].Field
	}
	return &moved
}
