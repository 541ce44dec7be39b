package worklist

import (
	"context"
	"time"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Act is what is done to several lines at once, by its name on the wire.
type Act string

// The acts.
const (
	Take     Act = "prendre" // the actor deals with them
	Release  Act = "laisser" // nobody does
	Postpone Act = "reporter"
)

// Chosen is one of several lines, as somebody has seen it.
type Chosen struct {
	Ref
	Before int64 // who dealt with it; 0: nobody
}

// Done says of one line why an act was not done.
type Done struct {
	Ref
	Refusal *fault.Error // nil: it was done
}

const msgNobody = "Une clé ne prend pas de ligne en charge."

// ActOnMany takes, releases or postpones (until nil: shows again) several lines. Each is changed or refused on its own,
// by the rules of the single act; what stands twice counts once. fault.Invalid: the day is past or more than a year
// ahead, or a key would take lines.
func (s *Service) ActOnMany(
	ctx context.Context, actor access.Actor, act Act, until *time.Time, chosen []Chosen,
) ([]Done, error) {
	if act == Take && actor.AccountID == 0 {
		return nil, fault.Invalid("action", msgNobody)
	}
	if err := checkDay(until, s.clock.Now()); err != nil {
		return nil, err
	}
	type object struct {
		kind Kind
		id   int64
	}
	done, seen := make([]Done, 0, len(chosen)), map[object]bool{}
	for _, one := range chosen {
		at := object{one.Kind, one.ObjectID}
		if seen[at] {
			continue
		}
		seen[at] = true
		var err error
		switch act {
		case Take:
			_, err = s.Assign(ctx, actor, one.Ref, actor.AccountID, one.Before)
		case Release:
			_, err = s.Assign(ctx, actor, one.Ref, 0, one.Before)
		case Postpone:
			_, err = s.Postpone(ctx, actor, one.Ref, until)
		}
		refusal := fault.Of(err)
		if err != nil && (refusal == nil || refusal.Kind != fault.KindConflict && refusal.Kind != fault.KindNotFound) {
			return nil, err
		}
		done = append(done, Done{one.Ref, refusal})
	}
	return done, nil
}
