package account

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// StepKind describes what a step is for.
type StepKind string

// The kinds of step. The first two are written on the wire.
const (
	AwaitsFactor    StepKind = "second-facteur" // after the password: the second factor is awaited
	AwaitsEnrolment StepKind = "enrolement"     // after the password: a first factor is to be added
	// a person who is signed in proved again who they are, to change the factors, the password or the e-mail
	Confirmed     StepKind = "confirmation"
	AwaitsPasskey StepKind = "cle-acces" //nolint:gosec // G101: no credential, but a kind: a passkey is awaited, without a password
	// a passkey is awaited of a person who is signed in, to prove again who they are
	AwaitsProof StepKind = "preuve"
)

// Step is something that has begun and ends within minutes. Its token is known to the caller alone.
type Step struct {
	TokenHash string
	Kind      StepKind
	AccountID int64  // 0: the passkey will tell
	SessionID string // of a Confirmed step
	Way       Way    // in which the sign-in began; empty in a Confirmed step
	Provider  string // with ByProvider
	Proof     ProviderProof
	State     string // sealed; empty: nothing is under way
	ExpiresAt time.Time
}

const (
	factorLife = 5 * time.Minute // to type a code
	// changeLife also covers installing an application.
	changeLife = 15 * time.Minute
	stepTries  = 5
)

// Pending is what the caller is told of a step.
type Pending struct {
	Kind  StepKind
	Token string
	Means []Means // that can be used
}

// begunStep stores a new step, and returns what the caller is told of it.
func (s *Service) begunStep(ctx context.Context, step Step, means []Means, now time.Time) (*Pending, error) {
	token, life := rand.Text(), factorLife
	if step.Kind == AwaitsEnrolment || step.Kind == Confirmed {
		life = changeLife
	}
	step.TokenHash, step.ExpiresAt = hashToken(token), now.Add(life)
	return &Pending{Kind: step.Kind, Token: token, Means: means}, s.store.CreateStep(ctx, step)
}

// openStep finds a step of one of the kinds, and its account. fault.Gone: it has ended, or the account may no longer
// sign in.
func (s *Service) openStep(ctx context.Context, token string, kinds ...StepKind) (Step, Account, error) {
	now := s.clock.Now()
	step, err := s.store.StepByToken(ctx, hashToken(token), now)
	if err == nil && !slices.Contains(kinds, step.Kind) {
		err = fault.NotFound()
	}
	var account Account
	if err == nil && step.AccountID != 0 {
		account, err = s.store.AccountByID(ctx, step.AccountID)
		if err == nil && !account.Active {
			err = fault.NotFound()
		}
	}
	if err == nil && step.Kind == Confirmed {
		_, err = s.store.ActorOf(ctx, step.SessionID, now)
	}
	if fault.Is(err, fault.KindNotFound) {
		err = goneStep(kinds[0])
	}
	return step, account, err
}

// openOwnStep finds a step that the actor has begun in the same session.
func (s *Service) openOwnStep(
	ctx context.Context, actor access.Actor, token string, kind StepKind,
) (Step, Account, error) {
	step, account, err := s.openStep(ctx, token, kind)
	if err == nil && step.SessionID != actor.SessionID {
		err = goneStep(kind)
	}
	return step, account, err
}

// endStep ends the step, so that no other call uses it. fault.Gone: another call did.
func (s *Service) endStep(ctx context.Context, step Step) error {
	ended, err := s.store.EndStep(ctx, step.TokenHash)
	if err == nil && !ended {
		err = goneStep(step.Kind)
	}
	return err
}

func goneStep(kind StepKind) error {
	detail := "Cette étape a expiré. Veuillez vous reconnecter."
	if kind == Confirmed || kind == AwaitsProof {
		detail = "Cette étape a expiré. Veuillez recommencer."
	}
	return &fault.Error{Kind: fault.KindGone, Detail: detail}
}

// keepState stores what a later call of the step needs, sealed.
func (s *Service) keepState(ctx context.Context, step Step, state any) error {
	text, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("write the state of a step: %w", err)
	}
	sealed, err := s.tokens.seal(text, step.TokenHash)
	if err != nil {
		return err
	}
	return s.store.SetStepState(ctx, step.TokenHash, sealed)
}

// readState reads what keepState stored. fault.Gone: nothing is stored.
func (s *Service) readState(step Step, into any) error {
	if step.State == "" {
		return goneStep(step.Kind)
	}
	text, err := s.tokens.open(step.State, step.TokenHash)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("read the state of a step: %w", err)
	}
	return nil
}
