package account

import (
	"testing"
	"time"

	"consigne/internal/kernel/fault"
)

// open opens a session of account 1 at noon.
func open(t *testing.T) (*Service, *memory, *manualClock, Tokens) {
	t.Helper()
	m, clock := newMemory(Account{ID: 1, Email: "zoe@exemple.test", Active: true}), &manualClock{noon}
	s := m.service(t, clock)
	session := Session{
		ID: "session", AccountID: 1, Generation: 1, CreatedAt: noon, RotatedAt: noon,
		ExpiresAt: noon.Add(sessionIdle),
	}
	m.sessions[session.ID] = session
	pair, err := s.tokens.issue(session, m.accounts[1].actor(session.ID), "zoe@exemple.test", noon)
	if err != nil {
		t.Fatal(err)
	}
	return s, m, clock, pair
}

// The token before the current one gives the current pair for ten seconds; later, or an older one, ends the session.
func TestAFormerRefreshToken(t *testing.T) {
	for name, c := range map[string]struct {
		refreshes int // before the first token is given again
		after     time.Duration
		again     bool
	}{
		"of another tab":                 {1, 0, true},
		"ten seconds later":              {1, 10 * time.Second, true},
		"later":                          {1, 10*time.Second + time.Millisecond, false},
		"an older one":                   {2, 0, false},
		"by a clock that was set back":   {1, -time.Second, true},
		"the current one, much later on": {0, 12*time.Hour - time.Millisecond, true},
	} {
		s, m, clock, first := open(t)
		current := first
		var err error
		for range c.refreshes {
			if current, err = s.Refresh(t.Context(), current.Bearer, current.Refresh); err != nil {
				t.Fatal(name, err)
			}
		}
		clock.at = clock.at.Add(c.after)
		got, err := s.Refresh(t.Context(), first.Bearer, first.Refresh)
		if c.again != (err == nil) || !c.again && !fault.Is(err, fault.KindUnauthenticated) ||
			m.sessions["session"].Ended == c.again {
			t.Errorf("%s: %v, ended: %t", name, err, m.sessions["session"].Ended)
		}
		if c.again && c.refreshes > 0 && got.Refresh != current.Refresh {
			t.Errorf("%s: another pair than the current one", name)
		}
	}
}

// A session lasts twelve hours after its last refresh, and seven days in all.
func TestHowLongASessionLasts(t *testing.T) {
	for every, want := range map[time.Duration]time.Duration{
		12 * time.Hour:                  12 * time.Hour,
		12*time.Hour - time.Millisecond: 7 * 24 * time.Hour,
		time.Hour:                       7 * 24 * time.Hour,
		5*time.Hour + 17*time.Minute:    7 * 24 * time.Hour,
	} {
		s, m, clock, pair := open(t)
		var err error
		last := noon
		for range 1000 {
			clock.at = clock.at.Add(every)
			if pair, err = s.Refresh(t.Context(), pair.Bearer, pair.Refresh); err != nil {
				break
			}
			last = clock.at
		}
		if !fault.Is(err, fault.KindUnauthenticated) || !m.sessions["session"].ExpiresAt.Equal(noon.Add(want)) ||
			last.Add(every).Before(noon.Add(want)) {
			t.Errorf("refreshed every %s: until %s, last %s, %v", every, m.sessions["session"].ExpiresAt.Sub(noon),
				last.Sub(noon), err)
		}
	}
}

func TestWhatABearerOpens(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(m *memory, clock *manualClock, pair *Tokens)
		message string // empty: it opens
	}{
		"at once": {func(*memory, *manualClock, *Tokens) {}, ""},
		"before ten minutes": {func(_ *memory, clock *manualClock,
			_ *Tokens,
		) {
			clock.at = noon.Add(10*time.Minute - time.Millisecond)
		}, ""},
		"after ten minutes": {
			func(_ *memory, clock *manualClock, _ *Tokens) { clock.at = noon.Add(10 * time.Minute) },
			"Expired JWT Token",
		},
		"none": {func(_ *memory, _ *manualClock, pair *Tokens) { pair.Bearer = "" }, "JWT Token not found"},
		"of another kind": {
			func(_ *memory, _ *manualClock, pair *Tokens) { pair.Bearer = pair.Refresh },
			"Invalid JWT Token",
		},
		"changed": {func(_ *memory, _ *manualClock, pair *Tokens) { pair.Bearer += "A" }, "Invalid JWT Token"},
		"the session ended": {func(m *memory, _ *manualClock,
			_ *Tokens,
		) {
			_ = m.EndSession(t.Context(), "session", noon)
		}, "Invalid JWT Token"},
		"the person is banned": {
			func(m *memory, _ *manualClock, _ *Tokens) { m.accounts[1] = Account{ID: 1} },
			"Invalid JWT Token",
		},
	} {
		s, m, clock, pair := open(t)
		c.change(m, clock, &pair)
		_, err := s.Authenticate(t.Context(), pair.Bearer)
		if refusal := fault.Of(err); (refusal == nil) != (c.message == "") || refusal != nil && refusal.Message != c.message {
			t.Errorf("%s: %v, want %q", name, err, c.message)
		}
	}
}

// A token of a dashboard opens no session, a bearer no dashboard, and neither outlives its instant.
func TestTokensAreOfOneKind(t *testing.T) {
	s, m, clock, pair := open(t)
	token, err := s.DashboardToken(m.accounts[1].actor("session"), 3, noon.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if read, err := s.ReadDashboard(token); err != nil || read != (Dashboard{SessionID: "session", OperatorID: 3}) {
		t.Errorf("%+v, %v", read, err)
	}
	if _, err := s.Authenticate(t.Context(), token); !fault.Is(err, fault.KindUnauthenticated) {
		t.Errorf("the dashboard's token opens a session: %v", err)
	}
	if _, err := s.ReadDashboard(pair.Bearer); !fault.Is(err, fault.KindUnauthenticated) {
		t.Errorf("the bearer opens a dashboard: %v", err)
	}
	clock.at = noon.Add(time.Hour)
	if _, err := s.ReadDashboard(token); fault.Of(err) == nil || fault.Of(err).Message != "Expired JWT Token" {
		t.Errorf("after its hour: %v", err)
	}
}
