// Package fault is how the core says no: a kind, which the API turns into a
// status, and a French sentence for the person. Any other error is internal:
// its text goes to the log, never to the person.
package fault

import (
	"errors"
	"time"
)

// Kind says what sort of refusal it is.
type Kind int

// The kinds of refusal, and the HTTP status the API gives each.
const (
	Malformed       Kind = iota + 1 // 400: cannot be read at all
	Unauthenticated                 // 401: who is calling is not established
	Forbidden                       // 403
	NotFound                        // 404: unknown, or not the caller's to see
	Conflict                        // 409: the state forbids it
	Gone                            // 410: was good once
	Invalid                         // 422: a rule of section 5 is broken
	TooMany                         // 429
	Unavailable                     // 503: what is needed is not there for now
)

// Violation names the field at which a rule is broken.
type Violation struct {
	Field   string
	Message string
}

// Error is a refusal.
type Error struct {
	Kind       Kind
	Message    string // short and fixed; empty: the name of the status
	Detail     string // the sentence for the person
	Violations []Violation
	RetryAfter time.Duration // TooMany and Unavailable
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

// Is tells whether err is a refusal of that kind.
func Is(err error, kind Kind) bool {
	refusal := Of(err)
	return refusal != nil && refusal.Kind == kind
}

// Missing is the answer for what does not exist and for what belongs to another
// operator: the two must not be told apart.
func Missing() error { return &Error{Kind: NotFound, Detail: "Ressource introuvable."} }

// Denied is the answer to a caller without the right (section 8).
func Denied() error {
	return &Error{
		Kind:   Forbidden,
		Detail: "Accès refusé. Cette page n'est pas accessible avec votre compte.",
	}
}

// Down is the answer while what is needed is not there; detail says so.
func Down(detail string) error {
	return &Error{Kind: Unavailable, Detail: detail, RetryAfter: time.Second}
}

// Late is the answer to a call that took longer than it may.
func Late() error {
	return &Error{Kind: Unavailable, Detail: "La réponse demande trop de temps. Veuillez réessayer dans un instant.", RetryAfter: 5 * time.Second}
}

// Refused is the answer when the state of things forbids the act; detail says why.
func Refused(detail string) error { return &Error{Kind: Conflict, Detail: detail} }

// Unknown is the answer when the caller is not established; message is one of
// the fixed ones of the contract, on which the console acts.
func Unknown(message, detail string) error {
	return &Error{Kind: Unauthenticated, Message: message, Detail: detail}
}

// At is a broken rule at one field.
func At(field, message string) error {
	return &Error{Kind: Invalid, Detail: message, Violations: []Violation{{Field: field, Message: message}}}
}

// Broken gathers broken rules, so that all of them are told at once.
type Broken []Violation

// Unless notes the rule at the field when it is not kept.
func (b *Broken) Unless(kept bool, field, message string) {
	if !kept {
		*b = append(*b, Violation{Field: field, Message: message})
	}
}

// Err returns nil when no rule is broken, else a fault that speaks with the first
// one's sentence.
func (b Broken) Err() error {
	if len(b) == 0 {
		return nil
	}
	return &Error{Kind: Invalid, Detail: b[0].Message, Violations: b}
}
