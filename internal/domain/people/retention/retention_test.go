package retention_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/people/retention"
)

var terms = retention.Terms{Accounts: 36, Notice: 30, Audit: 12}

func day(text string) time.Time {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return at
}

func dayOrNil(text string) *time.Time {
	if text == "" {
		return nil
	}
	at := day(text)
	return &at
}

// An account last active on 1 January 2024 may be warned from 2 December 2026 and anonymised from 1
// January 2027.
func TestWhatBecomesOfAnAccount(t *testing.T) {
	for _, c := range []struct {
		name, now            string
		admin, held          bool
		unproved             bool
		queued, sent, failed string
		want                 retention.Act
	}{
		{name: "too early", now: "2026-12-01", want: retention.Keep},
		{name: "to be warned", now: "2026-12-02", want: retention.Warn},
		{name: "nobody was there to warn", now: "2029-01-01", want: retention.Warn},
		{name: "an administrator", now: "2029-01-01", admin: true, want: retention.Keep},
		{name: "something is open", now: "2029-01-01", held: true, want: retention.Hold},
		{
			name: "something is open after the letter", now: "2029-01-01", held: true, queued: "2026-12-02", sent: "2026-12-02",
			want: retention.Hold,
		},
		{name: "the letter is on its way", now: "2026-12-05", queued: "2026-12-02", want: retention.Wait},
		{name: "the letter is lost", now: "2027-01-01", queued: "2026-12-02", want: retention.Warn},
		{name: "the letter failed", now: "2027-01-01", queued: "2026-12-02", failed: "2026-12-03", want: retention.Wait},
		{
			name: "the letter failed long ago", now: "2027-01-02", queued: "2026-12-02", failed: "2026-12-03",
			want: retention.Warn,
		},
		{name: "told", now: "2026-12-31", queued: "2026-12-02", sent: "2026-12-02", want: retention.Wait},
		{
			name: "told, and it is time", now: "2027-01-01", queued: "2026-12-02", sent: "2026-12-02",
			want: retention.Anonymise,
		},
		{name: "told late", now: "2027-01-01", queued: "2026-12-02", sent: "2026-12-20", want: retention.Wait},
		{
			name: "told late, and it is time", now: "2027-01-19", queued: "2026-12-02", sent: "2026-12-20",
			want: retention.Anonymise,
		},
		{name: "of an unproved address", now: "2026-12-31", unproved: true, want: retention.Wait},
		{name: "of an unproved address, and it is time", now: "2027-01-01", unproved: true, want: retention.Anonymise},
		{
			name: "of an unproved address, and something is open", now: "2029-01-01", unproved: true, held: true,
			want: retention.Hold,
		},
		{
			name: "told before they came back", now: "2027-01-19", queued: "2023-12-01", sent: "2023-12-01",
			want: retention.Warn,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			standing := retention.Standing{LastActive: day("2024-01-01"), Admin: c.admin, Held: c.held, Unproved: c.unproved}
			if c.queued != "" {
				standing.Warning = &retention.Warning{
					QueuedAt: day(c.queued), SentAt: dayOrNil(c.sent),
					FailedAt: dayOrNil(c.failed),
				}
			}
			if got := terms.Decide(standing, day(c.now)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if got := (retention.Terms{Notice: 30}).Decide(standing, day(c.now)); got != retention.Keep {
				t.Errorf("for ever: %s", got)
			}
		})
	}
}

// Checks for random terms and dates that an account is not anonymised while it was active within the
// term or has something open. If its address is confirmed, it must also have been warned at least one
// notice period ago and since its last activity.
func TestNobodyIsAnonymisedUntold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := day("2020-02-29")
		instant := func(name string) time.Time {
			return start.Add(time.Duration(rapid.IntRange(0, 40_000).Draw(t, name)) * time.Hour)
		}
		optional := func(name string) *time.Time {
			if rapid.Bool().Draw(t, name+"?") {
				at := instant(name)
				return &at
			}
			return nil
		}
		terms := retention.Terms{
			Accounts: rapid.IntRange(0, 40).Draw(t, "months"),
			Notice:   rapid.IntRange(1, 60).Draw(t, "days"),
		}
		s := retention.Standing{
			LastActive: instant("active"), Admin: rapid.Bool().Draw(t, "admin"),
			Held: rapid.Bool().Draw(t, "held"), Unproved: rapid.Bool().Draw(t, "unproved"),
		}
		if queued := optional("queued"); queued != nil {
			s.Warning = &retention.Warning{QueuedAt: *queued, SentAt: optional("sent"), FailedAt: optional("failed")}
		}
		now := instant("now")
		if terms.Decide(s, now) != retention.Anonymise {
			return
		}
		told := s.Unproved || s.Warning != nil && s.Warning.SentAt != nil && !s.Warning.QueuedAt.Before(s.LastActive) &&
			!s.Warning.SentAt.AddDate(0, 0, terms.Notice).After(now)
		if terms.Accounts == 0 || s.Admin || s.Held || !told || s.LastActive.AddDate(0, terms.Accounts, 0).After(now) {
			t.Errorf("%+v, warned %+v, under %+v, on %s", s, s.Warning, terms, now)
		}
	})
}
