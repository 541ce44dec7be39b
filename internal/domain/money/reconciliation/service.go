package reconciliation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
)

const (
	// Interval is the time between two readings of the statements.
	Interval = time.Hour
	// retry is the time until a reading that failed is tried again.
	retry = 5 * time.Minute
	// turnLimit is how long a reading may take. A node that died gives its turn up after that.
	turnLimit = 30 * time.Minute
	// margin is how far before the last reading the next begins: the provider adds movements with an earlier instant.
	margin = Delay
	// payoutMargin is the same for payouts, whose status changes for some days.
	payoutMargin = 14 * 24 * time.Hour
	// overlap is how far before the last comparison the next begins: outcomes are committed after their instant.
	overlap = 10 * time.Minute
	// batch is how many keys are compared together.
	batch = 500
)

// Service reads the provider's statements, compares them, and lets people explain differences.
type Service struct {
	store    Store
	clock    clock.Clock
	provider Statements
}

// NewService returns a Service on the stores that reads the statements of the provider.
func NewService(store Store, clock clock.Clock, provider Statements) *Service {
	return &Service{store: store, clock: clock, provider: provider}
}

// Run reads the statements and compares them, if that is due and no other node does.
func (s *Service) Run(ctx context.Context) error {
	began := s.clock.Now()
	mine, err := s.store.TakeTurn(ctx, began, began.Add(turnLimit))
	if err != nil || !mine {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, turnLimit)
	defer cancel()
	reading, err := s.store.Reading(ctx)
	if err != nil {
		return err
	}
	if err := s.read(ctx, &reading, began); err != nil {
		return errors.Join(err, s.store.DelayTurn(context.WithoutCancel(ctx), s.clock.Now().Add(retry)))
	}
	return s.store.EndTurn(ctx, reading, began.Add(Interval))
}

// read reads what is new and compares it. What is not complete is read again by the next run.
func (s *Service) read(ctx context.Context, reading *Reading, began time.Time) error {
	since := reading.next(began)
	if reading.Since.IsZero() {
		reading.Since = since
		// What is compared may have been made long before: the provider dates it from then.
		first, err := s.store.FirstPresented(ctx, since)
		if err != nil {
			return err
		}
		if first != nil && first.Before(since) {
			since = *first
		}
	}
	if err := s.provider.Movements(ctx, since.Add(-margin),
		func(list []Movement) error { return s.store.SaveMovements(ctx, list) }); err != nil {
		return err
	}
	if err := s.readPayouts(ctx, since); err != nil {
		return err
	}
	if err := s.readDisputes(ctx, since, began); err != nil {
		return err
	}
	if err := s.compareNew(ctx); err != nil {
		return err
	}
	if err := s.compareSettled(ctx, *reading, began); err != nil {
		return err
	}
	if err := s.compareDue(ctx, began); err != nil {
		return err
	}
	if err := s.Enter(ctx); err != nil {
		return err
	}
	reading.ReadAt, reading.CheckedAt = &began, &began
	return nil
}

func (s *Service) readPayouts(ctx context.Context, since time.Time) error {
	if err := s.provider.Payouts(ctx, since.Add(-payoutMargin),
		func(list []Payout) error { return s.store.SavePayouts(ctx, list) }); err != nil {
		return err
	}
	unread, err := s.store.UnreadPayouts(ctx)
	if err != nil {
		return err
	}
	for _, id := range unread {
		if err := s.provider.PaidOut(ctx, id,
			func(ids []string) error { return s.store.LinkMovements(ctx, id, ids) }); err != nil {
			return err
		}
		if err := s.store.MarkPayoutRead(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// compareNew compares the movements that no run has compared.
func (s *Service) compareNew(ctx context.Context) error {
	for {
		keys, err := s.store.NewKeys(ctx, batch)
		if err != nil || len(keys) == 0 {
			return err
		}
		if err := s.compare(ctx, keys); err != nil {
			return err
		}
	}
}

// compareSettled compares what moved money here since the last run.
func (s *Service) compareSettled(ctx context.Context, reading Reading, before time.Time) error {
	from := reading.Since
	if reading.CheckedAt != nil && reading.CheckedAt.Add(-overlap).After(from) {
		from = reading.CheckedAt.Add(-overlap)
	}
	for next := (paging.Key{At: from}); ; {
		keys, after, err := s.store.SettledAfter(ctx, next, before, batch)
		if err != nil || len(keys) == 0 {
			return err
		}
		if err := s.compare(ctx, keys); err != nil {
			return err
		}
		next = after
	}
}

// compareDue compares what has waited for the other side for as long as it may.
func (s *Service) compareDue(ctx context.Context, now time.Time) error {
	for after := ""; ; {
		keys, err := s.store.DueKeys(ctx, now.Add(-Delay), after, batch)
		if err != nil || len(keys) == 0 {
			return err
		}
		if err := s.compare(ctx, keys); err != nil {
			return err
		}
		after = keys[len(keys)-1]
	}
}

// groups reads both sides of keys.
func (s *Service) groups(ctx context.Context, keys []string) ([]Group, error) {
	movements, err := s.store.MovementsOf(ctx, keys)
	if err != nil {
		return nil, err
	}
	uuids := append([]string{}, keys...)
	for _, m := range movements {
		if m.Of != "" {
			uuids = append(uuids, m.Of)
		}
	}
	events, err := s.store.EventsOf(ctx, uuids)
	return Groups(keys, events, movements), err
}

func (s *Service) compare(ctx context.Context, keys []string) error {
	groups, err := s.groups(ctx, keys)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	findings, settled := []Finding{}, []string{}
	begins := &starts{read: s.store.LedgerBegins, known: map[int64]*time.Time{}}
	for _, g := range groups {
		f, found := Judge(g, now)
		if !found {
			settled = append(settled, g.Key)
			continue
		}
		at, begun, err := begins.of(ctx, f.OperatorID)
		if err != nil {
			return err
		}
		if begun {
			f = f.Since(at)
		}
		findings = append(findings, f)
	}
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		if err := s.store.SettleKeys(ctx, settled); err != nil {
			return err
		}
		return s.store.SaveFindings(ctx, findings, now)
	})
}

// Overview is what a month of an operator shows.
type Overview struct {
	Reading    Reading
	Figures    []Figure // of every state, in the order of States
	Before     Figure   // what moved before the ledger began, which is not compared
	Payouts    []Share
	NotPaidOut Share
}

// Open returns the number of differences of the month that nobody has explained.
func (o Overview) Open() int {
	n := 0
	for _, f := range o.Figures {
		if f.State.Difference() {
			n += f.Number - f.Explained
		}
	}
	return n
}

// Total returns what the month moved here and at the provider: the sums of the figures.
func (o Overview) Total() (here, there money.Cents) {
	for _, f := range o.Figures {
		here, there = here+f.Here, there+f.There
	}
	return here, there
}

// Of returns the overview of a month.
func (s *Service) Of(ctx context.Context, operatorID int64, month clock.Month) (o Overview, err error) {
	if o.Reading, err = s.store.Reading(ctx); err != nil {
		return o, err
	}
	found, err := s.store.Figures(ctx, operatorID, month.String())
	if err != nil {
		return o, err
	}
	byState := map[State]Figure{}
	for _, f := range found {
		byState[f.State] = f
	}
	o.Before = byState[BeforeLedger]
	for _, state := range States() {
		f := byState[state]
		f.State = state
		o.Figures = append(o.Figures, f)
	}
	if o.Payouts, err = s.store.Shares(ctx, operatorID, month.Begins(), (month + 1).Begins()); err != nil {
		return o, err
	}
	o.NotPaidOut, err = s.store.NotPaidOut(ctx, operatorID)
	return o, err
}

// Orphans returns how many differences of a month nobody has explained and nothing tells whose they are.
func (s *Service) Orphans(ctx context.Context, month clock.Month) (int, error) {
	found, err := s.store.Figures(ctx, 0, month.String())
	return Overview{Figures: found}.Open(), err
}

// Differences returns a page of differences, latest first.
func (s *Service) Differences(
	ctx context.Context, filter Filter, window paging.Window,
) (paging.Page[Difference], error) {
	return s.store.Differences(ctx, filter, window)
}

// The messages of refusals.
const (
	msgGone      = "Cet écart n'est plus là\u00a0: il s'est résolu ou a changé depuis son affichage. Veuillez relire la liste."
	msgExplained = "Cet écart vient d'être expliqué par %s."
)

// Explain stores what a person says of a difference, so that it waits for nobody any more. operatorID 0: nothing tells
// whose it is, and only administrators explain it. fault.NotFound: it is gone, or is another by now. fault.Conflict:
// somebody has explained it.
func (s *Service) Explain(
	ctx context.Context, actor access.Actor, operatorID, id int64, comment string,
) (d Difference, err error) {
	if operatorID == 0 && !actor.Admin {
		return Difference{}, fault.NotFound()
	}
	if err := payment.CheckComment(&comment); err != nil {
		return Difference{}, err
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		now := s.clock.Now()
		first, err := s.store.Explain(ctx, operatorID, id,
			Explanation{Comment: comment, ActorID: actor.AccountID, KeyID: actor.KeyID(), At: now})
		if err != nil {
			return err
		}
		d, err = s.store.DifferenceByID(ctx, operatorID, id)
		switch {
		case fault.Is(err, fault.KindNotFound):
			return &fault.Error{Kind: fault.KindNotFound, Detail: msgGone}
		case err != nil:
			return err
		case !first && d.Explanation != nil:
			return fault.Conflict(fmt.Sprintf(msgExplained, d.Explanation.Actor))
		case !first:
			return &fault.Error{Kind: fault.KindNotFound, Detail: msgGone} // it waits for the other side, and is no difference
		}
		return s.store.Record(ctx, audit.Entry{
			At: now, ActorID: actor.AccountID, OperatorID: operatorID, Action: audit.DifferenceExplained,
			Object:  audit.Object{Kind: audit.KindDifference, ID: id},
			Changes: map[string]any{"etat": d.State, "montant": d.Here, "montantPrestataire": d.There},
		})
	})
	return d, err
}
