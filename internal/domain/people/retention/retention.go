// Package retention limits how long data is kept (docs/adr/0019): accounts without activity for a set
// time are anonymised after a warning, and old lines of the audit log are deleted.
package retention

import "time"

// Terms are the periods for which data is kept.
type Terms struct {
	Accounts int // months without activity; 0: kept for ever
	Notice   int // days between the warning and the anonymisation
	Audit    int // months that audit lines are kept; 0: for ever
}

// Standing holds everything that decides whether an account may be anonymised.
type Standing struct {
	AccountID  int64
	Noted      time.Time // the last activity stored with the account; LastActive may be later
	LastActive time.Time // the last activity found in any table
	Admin      bool      // administrators are never anonymised, so that the platform stays accessible
	Unproved   bool      // nobody has confirmed the e-mail: a warning could tell another person about the account
	Held       bool      // a stay is in progress, a payment is due or a subscription is running
	Warning    *Warning
}

// Warning is the mail that announces when an account will be anonymised.
type Warning struct {
	QueuedAt time.Time
	SentAt   *time.Time // when it was sent, or when further mails became pointless
	FailedAt *time.Time // when the last one failed
	Refusals int        // how many mails the recipient's server refused for good
}

// MaxRefusals is how many warnings, one notice period apart, the recipient's server must refuse before
// the address counts as unused. A mail that fails for another reason, for example because our own
// server is down, does not count and is sent again.
const MaxRefusals = 3

func (w Warning) tried() time.Time {
	if w.FailedAt != nil {
		return *w.FailedAt
	}
	return w.QueuedAt
}

// Act is what a run does with an account.
type Act string

// The acts.
const (
	Keep      Act = "garder"
	Hold      Act = "retenir"  // inactive, but something is open: neither warned nor anonymised
	Warn      Act = "prévenir" // send the warning
	Wait      Act = "attendre" // until the warning is sent, or until the day that it announces
	Anonymise Act = "anonymiser"
)

// Decide returns what to do with an account now.
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
	case w == nil || w.QueuedAt.Before(s.LastActive): // not warned since the last activity
		return Warn
	case w.SentAt == nil && !w.tried().AddDate(0, 0, t.Notice).After(now): // the warning failed or was lost
		return Warn
	case w.SentAt == nil || t.EndsAt(s.LastActive, *w.SentAt).After(now):
		return Wait
	}
	return Anonymise
}

// EndsAt returns the instant from which an account may be anonymised, given its last activity and the
// time of its warning.
func (t Terms) EndsAt(lastActive, warned time.Time) time.Time {
	term, notice := lastActive.AddDate(0, t.Accounts, 0), warned.AddDate(0, 0, t.Notice)
	if term.After(notice) {
		return term
	}
	return notice
}

// warnsBefore returns the latest last activity of the accounts to warn now.
func (t Terms) warnsBefore(now time.Time) time.Time {
	return now.AddDate(0, 0, t.Notice).AddDate(0, -t.Accounts, 0)
}

// auditBefore returns the instant before which audit lines are deleted.
func (t Terms) auditBefore(now time.Time) time.Time { return now.AddDate(0, -t.Audit, 0) }
