package repricing

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/pricing"
)

// Service implements the package's operations for all callers.
type Service struct {
	store    Store
	clock    clock.Clock
	payments Payments
}

// NewService returns a Service on the stores that refunds through payments.
func NewService(store Store, clock clock.Clock, payments Payments) *Service {
	return &Service{store: store, clock: clock, payments: payments}
}

const (
	msgOrder   = "Le dernier jour ne peut précéder le premier."
	msgFuture  = "Les utilisations à venir n'ont pas encore de prix."
	msgNotDone = "Le rejeu n'est pas terminé."
	msgEnded   = "Ce rejeu n'est plus en cours."
)

const (
	// chunk is how many stays are read at once, and how many rows a transaction of a batch writes at most. A larger one
	// would have PostgreSQL read all payments instead of those of the stays.
	chunk = 1000
	// slice is how long a replay is worked without a pause. A node that dies holds it for no longer than the lease of
	// that.
	slice = 5 * time.Second
	// listed is how many replays of a tariff are listed.
	listed = 50
)

// Request asks for a replay.
type Request struct {
	From, To   clock.Day // of the starts, both included
	Terms      pricing.Terms
	Comparison bool
}

// Ask asks for a replay of a tariff, which a node takes up within a second. fault.Invalid: the terms or the span.
func (s *Service) Ask(ctx context.Context, actor access.Actor, tariffID int64, typed Request) (int64, error) {
	valid, err := tariff.ValidateTerms(typed.Terms)
	if err != nil {
		return 0, err
	}
	now := s.clock.Now()
	broken := fault.Broken{}
	broken.Unless(typed.From <= typed.To, "au", msgOrder)
	broken.Unless(typed.From <= clock.DayOf(now), "du", msgFuture)
	if err := broken.Err(); err != nil {
		return 0, err
	}
	var id int64
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		t, err := s.store.TariffOutline(ctx, tariffID)
		if err != nil {
			return err
		}
		id, err = s.store.CreateReplay(ctx, Replay{
			OperatorID: t.OperatorID, TariffID: t.ID, Comparison: typed.Comparison, From: typed.From, To: typed.To, Terms: valid,
			State: Running, AskedAt: now, AskedBy: actor.AccountID, AskedByKey: actor.KeyID(),
			Progress: Progress{DueAt: now, Largest: []Line{}},
		})
		if err != nil {
			return err
		}
		return s.record(ctx, audit.TariffReplayed, actor.AccountID, t.OperatorID, t.ID, map[string]any{
			"rejeu": id, "du": typed.From.String(), "au": typed.To.String(), "comparaison": typed.Comparison,
		})
	})
	return id, err
}

func (s *Service) record(
	ctx context.Context, action audit.Action, actorID, operatorID, tariffID int64, changes map[string]any,
) error {
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actorID, OperatorID: operatorID,
		Action: action, Object: audit.Object{Kind: audit.KindTariff, ID: tariffID}, Changes: changes,
	})
}

// ByID returns a replay, with what it has found so far.
func (s *Service) ByID(ctx context.Context, id int64) (Replay, error) {
	return s.store.ReplayByID(ctx, id)
}

// Of returns the last fifty replays of a tariff, newest first, without comparisons.
func (s *Service) Of(ctx context.Context, tariffID int64) ([]Replay, error) {
	return s.store.ReplaysOf(ctx, tariffID, listed)
}

// Stop stops a replay. fault.Conflict: it does not run.
func (s *Service) Stop(ctx context.Context, actor access.Actor, id int64) (Replay, error) {
	var stopped Replay
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		first, err := s.store.EndReplay(ctx, id, Stopped, s.clock.Now())
		if err != nil {
			return err
		}
		if stopped, err = s.store.ReplayByID(ctx, id); err != nil {
			return err
		}
		if !first {
			return fault.Conflict(msgEnded)
		}
		return s.record(ctx, audit.ReplayStopped, actor.AccountID, stopped.OperatorID, stopped.TariffID,
			map[string]any{"rejeu": id})
	})
	return stopped, err
}

// GiveUp ends a replay that cannot be worked.
func (s *Service) GiveUp(ctx context.Context, id int64) error {
	_, err := s.store.EndReplay(ctx, id, Failed, s.clock.Now())
	return err
}

// Work goes on with a replay for a few seconds, and stores how far it came: what is left is due anew. A second node
// that works on the same replay stores nothing.
func (s *Service) Work(ctx context.Context, id int64) error {
	r, err := s.store.ReplayByID(ctx, id)
	if err != nil || r.State != Running {
		return err
	}
	return s.through(ctx, r.scope(), &r.Cursor, func(read Chunk) (bool, error) {
		before := r.Cursor
		for _, stay := range read.Stays {
			line, err := Price(r.Terms, stay)
			if err != nil {
				return false, err
			}
			r.Note(line)
		}
		now := s.clock.Now()
		r.Cursor, r.DueAt = read.End, now.Add(time.Millisecond) // for another round of the queue
		if read.Last {
			r.State, r.EndedAt = Done, &now
		}
		return s.store.SaveProgress(ctx, before, r)
	})
}

func (r Replay) scope() Scope {
	from, before := r.Span()
	return Scope{TariffID: r.TariffID, From: from, Before: before, EndedBy: r.AskedAt}
}

// through passes the stays of a scope after the cursor to each, chunk by chunk, for at most a slice. each moves the
// cursor, and returns false to stop.
func (s *Service) through(ctx context.Context, scope Scope, cursor *Cursor, each func(Chunk) (bool, error)) error {
	for began := time.Now(); time.Since(began) < slice; {
		read, err := s.store.StaysAfter(ctx, scope, *cursor, chunk)
		if err != nil {
			return err
		}
		if goesOn, err := each(read); err != nil || read.Last || !goesOn {
			return err
		}
	}
	return nil
}

// Lines passes the lines of a replay that is done to batch, in the order of ends, priced again. They are those of its
// totals, but for what has changed since: refunds, and stays whose end was told late. fault.Conflict: the replay is not
// done.
func (s *Service) Lines(ctx context.Context, id int64, batch func([]Line) error) error {
	r, err := s.Finished(ctx, id)
	if err != nil {
		return err
	}
	for after := (Cursor{}); ; {
		read, err := s.store.StaysAfter(ctx, r.scope(), after, chunk)
		if err != nil {
			return err
		}
		lines := make([]Line, len(read.Stays))
		for i, stay := range read.Stays {
			if lines[i], err = Price(r.Terms, stay); err != nil {
				return err
			}
		}
		if err := batch(lines); err != nil || read.Last {
			return err
		}
		after = read.End
	}
}

// Finished returns a replay that is done. fault.Conflict: it is not.
func (s *Service) Finished(ctx context.Context, id int64) (Replay, error) {
	r, err := s.store.ReplayByID(ctx, id)
	if err == nil && r.State != Done {
		return r, fault.Conflict(msgNotDone)
	}
	return r, err
}
