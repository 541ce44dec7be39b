package retention

import (
	"context"
	"errors"
	"fmt"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	AccountStore
	AuditStore
	EventStore
	MailStore
	DayStore
}

// AccountStore stores how long accounts have been inactive, and their warnings.
type AccountStore interface {
	// Standings lists accounts that are not erased and whose Noted is not after notAfter, ordered by
	// Noted and id, starting after the cursor. most limits their number.
	Standings(ctx context.Context, notAfter time.Time, after Cursor, now time.Time, most int) ([]Standing, error)
	// StandingOf reads the standing of one account. fault.NotFound: it is erased.
	StandingOf(ctx context.Context, accountID int64, now time.Time) (Standing, error)
	// SeenAgain stores a later activity with the account and withdraws its warning.
	SeenAgain(ctx context.Context, accountID int64, at time.Time) error
	// StartWarning records that a warning is queued; the count of earlier refusals is kept.
	StartWarning(ctx context.Context, accountID int64, at time.Time) error
	// WarningSent records that the warning was sent. WarningFailed records that it was given up.
	WarningSent(ctx context.Context, accountID int64, at time.Time) error
	// It returns the number of refusals by the recipient's server. fault.NotFound: the warning no
	// longer exists.
	WarningFailed(ctx context.Context, accountID int64, at time.Time, refused bool) (int, error)
	// OperatorsOf returns, for each account, the operators that know it.
	OperatorsOf(ctx context.Context, accountIDs []int64) (map[int64][]int64, error)
}

// AuditStore stores the audit log.
type AuditStore interface {
	// CountAuditLines counts the audit lines before an instant, by operator (0: the platform).
	CountAuditLines(ctx context.Context, before time.Time) (map[int64]int, error)
	// TrimAudit deletes audit lines before an instant, oldest first, up to the number most (or more,
	// where many cost no more than one), and returns how many.
	TrimAudit(ctx context.Context, before time.Time, most int) (int, error)
}

// EventStore stores security events.
type EventStore interface {
	// TrimSecurityEvents does the same with security events, which are kept for the same time.
	TrimSecurityEvents(ctx context.Context, before time.Time, most int) (int, error)
}

// MailStore queues mails.
type MailStore interface {
	QueueMail(ctx context.Context, kind outbox.Kind, accountID int64, at time.Time) error
}

// DayStore stores which daily jobs are done, and claims on the others.
type DayStore interface {
	// ClaimDay claims the day's job for the duration of the lease. It returns false when another node
	// holds it or it is done.
	ClaimDay(ctx context.Context, job, day string, now time.Time, lease time.Duration) (bool, error)
	ExtendClaim(ctx context.Context, job string, until time.Time) error
	FinishDay(ctx context.Context, job, day string) error
}

// Cursor is the position of a run in the list of accounts.
type Cursor struct {
	Noted     time.Time
	AccountID int64
}

// The pace of a run, chosen so that other work continues beside it.
const (
	accountsAtOnce = 500
	linesAtOnce    = 2000
	pause          = 50 * time.Millisecond
	// Warnings are due one second apart, so that they do not delay other mails; those above maxWarnings
	// are sent the next night.
	warningInterval = time.Second
	maxWarnings     = 5000

	job      = "conservation"
	runsFrom = 2 // o'clock in Paris, when there is little traffic
	lease    = 15 * time.Minute
)

// Service applies the terms.
type Service struct {
	store    Store
	accounts *account.Service
	clock    clock.Clock
	terms    Terms
	Pause    time.Duration // between two writes
	// Apart, if set, runs the nightly run's act on one account. It stores a failure with the account
	// and later has [Service.Apply] called for it; it returns only errors that would affect every
	// account. nil: failures are returned by the run itself.
	Isolate func(ctx context.Context, accountID int64, act func(ctx context.Context) error) error
}

// NewService returns a Service with the default pause.
func NewService(store Store, accounts *account.Service, clock clock.Clock, terms Terms) *Service {
	return &Service{store: store, accounts: accounts, clock: clock, terms: terms, Pause: pause}
}

// effects holds the effects of a run; those of a preview change nothing.
type effects struct {
	// act warns or anonymises an account, and reports whether that was still to be done.
	act func(ctx context.Context, seen Standing, decided Act, warnings int) (bool, error)
	// seenAgain stores, for accounts found active, the later activity.
	seenAgain func(ctx context.Context, active []Standing) error
	trim      func(ctx context.Context, before time.Time, lines int) error
}

// Preview returns the report of a run made now, and changes nothing.
func (s *Service) Preview(ctx context.Context) (Report, error) {
	return s.run(ctx, effects{
		act:       func(context.Context, Standing, Act, int) (bool, error) { return true, nil },
		seenAgain: func(context.Context, []Standing) error { return nil },
		trim:      func(context.Context, time.Time, int) error { return nil },
	})
}

// Run applies the terms once. Simultaneous runs are safe.
func (s *Service) Run(ctx context.Context) (Report, error) {
	return s.run(ctx, effects{s.act, s.seenAgain, s.trimAudit})
}

// RunOfTheDay applies the terms if no node has done so today. False: there was nothing to do.
func (s *Service) RunOfTheDay(ctx context.Context) (Report, bool, error) {
	now := s.clock.Now()
	if now.In(clock.Paris).Hour() < runsFrom {
		return Report{}, false, nil
	}
	day := clock.DayOf(now).String()
	claimed, err := s.store.ClaimDay(ctx, job, day, now, lease)
	if err != nil || !claimed {
		return Report{}, false, err
	}
	report, err := s.run(ctx, effects{
		act: s.actIsolated, trim: s.trimAudit,
		seenAgain: func(ctx context.Context, active []Standing) error { // once per batch: extends the claim
			if err := s.store.ExtendClaim(ctx, job, s.clock.Now().Add(lease)); err != nil {
				return err
			}
			return s.seenAgain(ctx, active)
		},
	})
	if err != nil {
		return report, false, err
	}
	return report, true, s.store.FinishDay(ctx, job, day)
}

// run goes through the accounts and the audit log.
func (s *Service) run(ctx context.Context, do effects) (Report, error) {
	now := s.clock.Now()
	report := Report{ByOperator: map[int64]Counts{}}
	var failed error
	if s.terms.Accounts > 0 {
		if failed = s.eachInactive(ctx, now, &report, do); stops(ctx, failed) {
			return report, failed
		}
	}
	if s.terms.Audit == 0 {
		return report, failed
	}
	before := s.terms.auditBefore(now)
	lines, err := s.store.CountAuditLines(ctx, before)
	if err != nil {
		return report, errors.Join(failed, err)
	}
	for operatorID, n := range lines {
		report.add([]int64{operatorID}, Counts{Lines: n})
	}
	return report, errors.Join(failed, do.trim(ctx, before, report.Total.Lines))
}

// stops reports whether an error would affect every account, which ends the run. After an error of a
// single account, the run continues with the other accounts and the audit log.
func stops(ctx context.Context, err error) bool {
	return ctx.Err() != nil || fault.Is(err, fault.KindUnavailable)
}

func (s *Service) eachInactive(ctx context.Context, now time.Time, report *Report, do effects) error {
	cursor, warnings := Cursor{}, 0
	var failed error
	for {
		batch, err := s.store.Standings(ctx, s.terms.warnsBefore(now), cursor, now, accountsAtOnce)
		if err != nil || len(batch) == 0 {
			return errors.Join(failed, err)
		}
		last := batch[len(batch)-1]
		cursor = Cursor{last.Noted, last.AccountID}
		active, inactive := []Standing{}, []int64{}
		for _, seen := range batch {
			if s.terms.Decide(seen, now) != Keep {
				inactive = append(inactive, seen.AccountID)
			} else if !seen.Admin {
				active = append(active, seen)
			}
		}
		if err := do.seenAgain(ctx, active); err != nil {
			return err
		}
		operators, err := s.store.OperatorsOf(ctx, inactive)
		if err != nil {
			return err
		}
		for _, seen := range batch {
			decided := s.terms.Decide(seen, now)
			if w := seen.Warning; w != nil && w.SentAt == nil && w.FailedAt != nil {
				report.Unreachable++
			}
			switch {
			case decided == Hold:
				report.Held++
			case decided == Warn && warnings < maxWarnings, decided == Anonymise:
				done, err := do.act(ctx, seen, decided, warnings)
				if stops(ctx, err) {
					return errors.Join(err, failed)
				}
				if err != nil && failed == nil { // the first failure is enough for the log
					failed = fmt.Errorf("account %d: %w", seen.AccountID, err)
				}
				if done && decided == Warn {
					warnings++
					report.add(operators[seen.AccountID], Counts{Warned: 1})
				} else if done {
					report.add(operators[seen.AccountID], Counts{Anonymised: 1})
				}
			}
		}
	}
}

// act runs the decided act in one transaction, if it is still due there.
func (s *Service) act(ctx context.Context, seen Standing, decided Act, warnings int) (bool, error) {
	done := false
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		done = false
		now := s.clock.Now()
		fresh, err := s.store.StandingOf(ctx, seen.AccountID, now)
		if fault.Is(err, fault.KindNotFound) {
			return nil
		}
		if err != nil || s.terms.Decide(fresh, now) != decided {
			return err
		}
		done = true
		if decided == Anonymise {
			return s.accounts.AnonymiseInactive(ctx, fresh.AccountID)
		}
		return s.warn(ctx, fresh.AccountID, now, now.Add(time.Duration(warnings)*warningInterval))
	})
	if err != nil {
		return false, err
	}
	return done, s.rest(ctx)
}

func (s *Service) actIsolated(ctx context.Context, seen Standing, decided Act, warnings int) (done bool, err error) {
	if s.Isolate == nil {
		return s.act(ctx, seen, decided, warnings)
	}
	err = s.Isolate(ctx, seen.AccountID, func(ctx context.Context) error {
		var err error
		done, err = s.act(ctx, seen, decided, warnings)
		return err
	})
	return done, err
}

// Apply runs on one account the act that is due now, if any.
func (s *Service) Apply(ctx context.Context, accountID int64) error {
	now := s.clock.Now()
	seen, err := s.store.StandingOf(ctx, accountID, now)
	if fault.Is(err, fault.KindNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if decided := s.terms.Decide(seen, now); decided == Warn || decided == Anonymise {
		_, err = s.act(ctx, seen, decided, 0)
	}
	return err
}

func (s *Service) seenAgain(ctx context.Context, active []Standing) error {
	if len(active) == 0 {
		return nil
	}
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		for _, seen := range active {
			if err := s.store.SeenAgain(ctx, seen.AccountID, seen.LastActive); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.rest(ctx)
}

func (s *Service) warn(ctx context.Context, accountID int64, now, due time.Time) error {
	if err := s.store.StartWarning(ctx, accountID, now); err != nil {
		return err
	}
	if err := s.store.QueueMail(ctx, outbox.Inactive, accountID, due); err != nil {
		return err
	}
	return s.store.Record(ctx, audit.Entry{
		At: now, Action: audit.AccountWarned, Object: audit.Object{Kind: audit.KindAccount, ID: accountID},
	})
}

// trimAudit deletes old audit lines, then old security events, in small transactions. The line that
// records the deletion is added with the first of them, so that no line is deleted without a record.
func (s *Service) trimAudit(ctx context.Context, before time.Time, lines int) error {
	for first := true; lines > 0; first = false {
		deleted := 0
		err := s.store.Atomically(ctx, func(ctx context.Context) error {
			var err error
			if deleted, err = s.store.TrimAudit(ctx, before, linesAtOnce); err != nil || !first || deleted == 0 {
				return err
			}
			return s.store.Record(ctx, audit.Entry{
				At: s.clock.Now(), Action: audit.AuditTrimmed, Object: audit.Object{Kind: audit.KindPlatform},
				Changes: map[string]any{"lignes": lines, "avant": before.In(clock.Paris).Format(time.DateOnly)},
			})
		})
		if err != nil {
			return err
		}
		if deleted < linesAtOnce {
			break
		}
		if err := s.rest(ctx); err != nil {
			return err
		}
	}
	for {
		deleted, err := s.store.TrimSecurityEvents(ctx, before, linesAtOnce)
		if err != nil || deleted < linesAtOnce {
			return err
		}
		if err := s.rest(ctx); err != nil {
			return err
		}
	}
}

func (s *Service) rest(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(s.Pause):
		return nil
	}
}
