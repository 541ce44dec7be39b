// Package retention ends the life of data (docs/adr/0019): accounts of which nobody has
// been seen for a term are anonymised after a warning, and the journal forgets what is
// older than its own.
package retention

import "time"

// Terms are how long data is kept.
type Terms struct {
	Accounts int // months without activity; 0: for ever
	Notice   int // days between the warning and the end
	Journal  int // months; 0: for ever
}

// Standing is all that decides whether an account may be anonymised.
type Standing struct {
	AccountID  int64
	Noted      time.Time // the activity noted on the account itself, the last or an earlier one
	LastActive time.Time // whatever tells of it
	Admin      bool      // nobody may lock the platform out
	Unproved   bool      // nobody has shown that the e-mail is theirs: a letter would tell somebody else of the account
	Held       bool      // a stay is in progress, a payment due, or a subscription running
	Warning    *Warning
}

// Warning is the letter that says when an account will be anonymised.
type Warning struct {
	QueuedAt time.Time
	SentAt   *time.Time // it left, or it is no use to write again
	FailedAt *time.Time // the last that could not be sent
	Refusals int        // how many the recipient's server refused for good
}

// MaxRefusals is how many letters, a notice apart, a server refuses before the address
// counts as nobody's any more. A mail that fails otherwise, say because our own server is
// down, never counts: it is written again.
const MaxRefusals = 3

func (w Warning) tried() time.Time {
	if w.FailedAt != nil {
		return *w.FailedAt
	}
	return w.QueuedAt
}

// Act is what becomes of an account.
type Act string

// The acts.
const (
	Keep      Act = "garder"
	Hold      Act = "retenir"  // inactive, but something is open: neither warned nor anonymised
	Warn      Act = "prévenir" // write the letter
	Wait      Act = "attendre" // for the letter, or for the day that it says
	Anonymise Act = "anonymiser"
)

// Decide says what becomes of an account now.
func (t Terms) Decide(s Standing, now time.Time) Act {
	switch {
	case t.Accounts == 0 || s.Admin || s.LastActive.After(t.warnsBefore(now)):
		return Keep
	case s.Held:
		return Hold
	case s.Unproved && t.EndsAt(s.LastActive, s.LastActive).After(now):
		return Wait
	case s.Unproved:
		return Anonymise
	}
	w := s.Warning
	switch {
	case w == nil || w.QueuedAt.Before(s.LastActive): // none since they were last seen
		return Warn
	case w.SentAt == nil && !w.tried().AddDate(0, 0, t.Notice).After(now): // it failed, or was lost
		return Warn
	case w.SentAt == nil || t.EndsAt(s.LastActive, *w.SentAt).After(now):
		return Wait
	}
	return Anonymise
}

// EndsAt is when an account last active then, warned then, may be anonymised.
func (t Terms) EndsAt(lastActive, warned time.Time) time.Time {
	term, notice := lastActive.AddDate(0, t.Accounts, 0), warned.AddDate(0, 0, t.Notice)
	if term.After(notice) {
		return term
	}
	return notice
}

// warnsBefore is the last activity of those who are to be warned.
func (t Terms) warnsBefore(now time.Time) time.Time {
	return now.AddDate(0, 0, t.Notice).AddDate(0, -t.Accounts, 0)
}

// journalBefore is the instant before which the journal is forgotten.
func (t Terms) journalBefore(now time.Time) time.Time { return now.AddDate(0, -t.Journal, 0) }
