package account

import (
	"context"
	"time"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// stepUpLife is how long a proof of who the actor is holds for the calls of its session that ask for one.
const stepUpLife = 10 * time.Minute

// RequireStepUp refuses (fault.StepUp) an actor who has a second factor and has not lately proved with it, in this
// session, who they are. The proof is the step that Reauthenticate began: it goes with all that ends the steps of an
// account, such as a new password. A step that the password alone began ended when the factor was added.
func (s *Service) RequireStepUp(ctx context.Context, actor access.Actor) error {
	has, err := s.hasFactor(ctx, actor.AccountID)
	if err != nil || !has {
		return err
	}
	expires, err := s.store.LatestExpiry(ctx, Confirmed, actor.AccountID, actor.SessionID)
	if err != nil {
		return err
	}
	if expires == nil || !proofHolds(expires.Add(-changeLife), s.clock.Now()) {
		return errStepUp()
	}
	return nil
}

// proofHolds reports whether a proof still holds. One that lies ahead was made on a node whose clock is, or before this
// one was set back: it holds no longer than others.
func proofHolds(proved, now time.Time) bool { return now.Sub(proved).Abs() < stepUpLife }

// errStepUp returns the refusal on whose message the console acts (docs/rules.md#step-up).
func errStepUp() error {
	return &fault.Error{
		Kind:    fault.KindStepUp,
		Message: "Step-up authentication required.",
		Detail: "Cette action demande de prouver de nouveau qui vous êtes, par un code de votre application, " +
			"une clé d'accès ou un code de secours.",
	}
}
