package queue

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"consigne/internal/kernel/fault"
)

// Cause is the class of an error, the only thing of it that is kept and shown: the error
// itself may quote what it was about, and goes to the log.
type Cause string

// The causes.
const (
	CausePanic    Cause = "panique"     // the program failed
	CauseTimeout  Cause = "delai"       // it took too long
	CauseMissing  Cause = "introuvable" // something that it needs is not there
	CauseRefused  Cause = "refus"       // a rule or another server refuses it
	CauseNoEffect Cause = "sans_effet"  // it was done without an error, and is still to be done
	CauseLost     Cause = "noeud_perdu" // the nodes that had it stopped or hung, again and again
	CauseError    Cause = "erreur"      // anything else
)

// Causes lists them all.
var Causes = []Cause{CausePanic, CauseTimeout, CauseMissing, CauseRefused, CauseNoEffect, CauseLost, CauseError}

var (
	errNoEffect = errors.New("the item is due again at once, though it was worked without an error")
	errLost     = errors.New("nodes that had the item stopped before it was done")
	// ErrRefused marks an error as a refusal by another server.
	ErrRefused = errors.New("refused")
)

// PanicError is a panic that was caught.
type PanicError struct {
	Value any
	Stack []byte
}

func (p *PanicError) Error() string { return fmt.Sprint("panic: ", p.Value) }

// Protect runs act and returns its error, or a [PanicError] when it panics.
func Protect(act func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &PanicError{value, debug.Stack()}
		}
	}()
	return act()
}

func causeOf(err error) Cause {
	if _, ok := errors.AsType[*PanicError](err); ok {
		return CausePanic
	}
	switch {
	case errors.Is(err, errNoEffect):
		return CauseNoEffect
	case errors.Is(err, errLost):
		return CauseLost
	case errors.Is(err, context.DeadlineExceeded):
		return CauseTimeout
	case fault.Is(err, fault.NotFound):
		return CauseMissing
	case errors.Is(err, ErrRefused), fault.Is(err, fault.Conflict), fault.Is(err, fault.Invalid):
		return CauseRefused
	}
	return CauseError
}
