package account

import (
	"context"
	"strings"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

type manualClock struct{ at time.Time }

func (c *manualClock) Now() time.Time { return c.at }

// memory stores accounts, sessions and claims. What a transaction wrote stays when it fails.
type memory struct {
	Store
	accounts map[int64]Account
	sessions map[string]Session
	claims   map[int64]Claim
	strict   []int64 // operators that ask for a second factor
	known    []Membership
	lines    []audit.Action
	mails    []outbox.Kind
	consents map[int64]Consent
}

func newMemory(accounts ...Account) *memory {
	m := &memory{
		accounts: map[int64]Account{}, sessions: map[string]Session{}, claims: map[int64]Claim{},
		consents: map[int64]Consent{},
	}
	for _, a := range accounts {
		m.accounts[a.ID] = a
	}
	return m
}

func (m *memory) service(t interface{ Fatal(args ...any) }, clock *manualClock) *Service {
	s, err := NewService(m, clock, Options{Secret: []byte(strings.Repeat("s", 40))})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (m *memory) Atomically(ctx context.Context, act func(context.Context) error) error {
	return act(ctx)
}

func (m *memory) Record(_ context.Context, entry audit.Entry) error {
	m.lines = append(m.lines, entry.Action)
	return nil
}

func (m *memory) KeepSecurityEvent(context.Context, security.Event) error { return nil }

func (m *memory) QueueMail(_ context.Context, kind outbox.Kind, _ int64, _ time.Time) error {
	m.mails = append(m.mails, kind)
	return nil
}

func (m *memory) CountTry(_ context.Context, _ string, now time.Time, _ time.Duration) (int, time.Time, error) {
	return 1, now, nil
}

func (m *memory) Touch(context.Context, int64, time.Time) error { return nil }

func (m *memory) AccountByID(_ context.Context, id int64) (Account, error) {
	a, found := m.accounts[id]
	if !found {
		return a, fault.NotFound()
	}
	return a, nil
}

func (m *memory) AccountDetails(ctx context.Context, id, _ int64) (Details, error) {
	a, err := m.AccountByID(ctx, id)
	return Details{Account: a}, err
}

func (m *memory) AnyNeedsFactor(_ context.Context, operatorIDs []int64) (bool, error) {
	for _, id := range operatorIDs {
		for _, strict := range m.strict {
			if id == strict {
				return true, nil
			}
		}
	}
	return false, nil
}

func (m *memory) SessionByID(_ context.Context, id string) (Session, error) {
	session, found := m.sessions[id]
	if !found {
		return session, fault.NotFound()
	}
	return session, nil
}

func (m *memory) ActorOf(_ context.Context, id string, now time.Time) (access.Actor, error) {
	session := m.sessions[id]
	if a := m.accounts[session.AccountID]; a.Active && !session.Ended && now.Before(session.ExpiresAt) {
		return a.actor(id), nil
	}
	return access.Actor{}, fault.NotFound()
}

func (m *memory) RotateSession(_ context.Context, session Session) (bool, error) {
	if m.sessions[session.ID].Generation != session.Generation {
		return false, nil
	}
	session.Generation++
	m.sessions[session.ID] = session
	return true, nil
}

func (m *memory) EndSession(_ context.Context, id string, _ time.Time) error {
	session := m.sessions[id]
	session.Ended = true
	m.sessions[id] = session
	return nil
}

func (m *memory) ClaimByAccount(_ context.Context, id int64) (Claim, error) {
	claim, found := m.claims[id]
	if !found {
		return claim, fault.NotFound()
	}
	return claim, nil
}

func (m *memory) MergeClaim(_ context.Context, claim Claim, _ time.Time) error {
	delete(m.claims, claim.AccountID)
	return nil
}

func (m *memory) KnownAt(context.Context, int64) ([]Membership, error) { return m.known, nil }

func (m *memory) SetNames(_ context.Context, a Account) error {
	m.accounts[a.ID] = a
	return nil
}

func (m *memory) KeepConsent(_ context.Context, id int64, consent Consent) error {
	m.consents[id] = consent
	return nil
}
