package audit

import (
	"context"
	"slices"

	"consigne/internal/kernel/fault"
)

// edits lists the actions by which a person changes a record that another person may have open.
var edits = []Action{
	OperatorChanged, ContactChanged, StationChanged, StationSwitchedOn, StationSwitchedOff,
	LockerChanged, LockerSwitchedOn, LockerSwitchedOff,
	TariffChanged, TariffPeriods, TariffBeneficiaries, TariffLockers,
	AccountChanged, EmailConfirmed, EmailWithdrawn, RoleGranted, RoleTaken, AccountBanned, AccountReinstated,
	ProviderChanged,
}

// Edits reports whether the action changes what people edit. Its line gives the object its next revision.
func (a Action) Edits() bool { return slices.Contains(edits, a) }

// Revisions reads the revisions of operators, contacts, stations, lockers, tariffs, accounts and providers. The first
// is 1, and each line whose action edits the object adds one (docs/rules.md#versions).
type Revisions interface {
	// IsAtRevision reports whether the object is at that revision, and keeps it there for all others until
	// the transaction ends.
	IsAtRevision(ctx context.Context, object Object, revision int64) (bool, error)
	// EditsSince returns the object's revision and, oldest first, the lines of the log that edited it after the
	// given one. fault.NotFound: there is no such object.
	EditsSince(ctx context.Context, object Object, revision int64) (int64, []Line, error)
}

// Overwrite is the refusal (fault.Conflict) of a write that would replace changes that its author has not seen.
type Overwrite struct {
	Revision int64  // of the record now
	Edits    []Line // the last changes, oldest first; empty when the log no longer has them
}

// mostTold limits how many edits an Overwrite tells of; the newest are kept.
const mostTold = 20

const msgOverwrite = "Ces informations ont été modifiées depuis que vous les avez ouvertes."

// Error implements error.
func (o *Overwrite) Error() string { return msgOverwrite }

// Unwrap makes the refusal a fault.Error.
func (o *Overwrite) Unwrap() error { return fault.Conflict(msgOverwrite) }

// Unchanged returns an Overwrite when the object was edited after the revision that the author of a write saw; 0
// compares nothing. The write replaces what the edits for which concerns is true have changed; concerns nil: the
// whole record. An edit that the log no longer has may concern it. It must be called in the transaction of the write.
func Unchanged(ctx context.Context, revisions Revisions, object Object, seen int64, concerns func(Line) bool) error {
	if seen == 0 {
		return nil
	}
	current, err := revisions.IsAtRevision(ctx, object, seen)
	if err != nil || current {
		return err
	}
	now, since, err := revisions.EditsSince(ctx, object, seen)
	if err != nil {
		return err
	}
	allKnown := int64(len(since)) == now-seen // each revision has one line, unless the log no longer keeps it
	if concerns != nil {
		since = slices.DeleteFunc(since, func(line Line) bool { return !concerns(line) })
		if len(since) == 0 && allKnown {
			return nil
		}
	}
	return &Overwrite{Revision: now, Edits: since[max(0, len(since)-mostTold):]}
}

// Number returns the number that the changes of a line that was read hold under the name; 0: none.
func (l Line) Number(name string) int64 {
	number, _ := l.Changes[name].(float64) // as read from JSON
	return int64(number)
}

// By returns the condition that a line has one of the actions.
func By(actions ...Action) func(Line) bool {
	return func(line Line) bool { return slices.Contains(actions, line.Action) }
}
