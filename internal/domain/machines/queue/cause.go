package queue

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"consigne/internal/kernel/fault"
)

// Cause is the class of an error. Only the cause is stored and shown; the error itself may quote the
// data it was about, and goes to the log.
type Cause string

// The causes.
const (
	CausePanic    Cause = "panique"     // the code panicked
	CauseTimeout  Cause = "delai"       // the item exceeded its timeout
	CauseMissing  Cause = "introuvable" // something that the item needs does not exist
	CauseRefused  Cause = "refus"       // a rule or another server refuses it
	CauseNoEffect Cause = "sans_effet"  // it succeeded, but the item is still due
	CauseLost     Cause = "noeud_perdu" // the nodes that held the item stopped or hung, again and again
	CauseError    Cause = "erreur"      // anything else
)

var (
	errNoEffect = errors.New("the item is due again at once, though it was worked without an error")
	errLost     = errors.New("nodes that had the item stopped before it was done")
	// ErrRefused marks an error as a refusal by another server.
	ErrRefused = errors.New("refused")
)

// PanicError is a recovered panic.
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
	case fault.Is(err, fault.KindNotFound):
		return CauseMissing
	case errors.Is(err, ErrRefused), fault.Is(err, fault.KindConflict), fault.Is(err, fault.KindInvalid):
		return CauseRefused
	}
	return CauseError
}
