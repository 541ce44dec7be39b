package retention

import (
	"context"
	"errors"
	"time"

	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/clock"
)

const (
	sweptAfter  = 24 * time.Hour
	keptFor     = 30 * 24 * time.Hour
	changesKept = time.Hour
	// A delegated service answers for its equipment over the last years of the contract.
	interventionYears = 5
)

// SweepStore is the storage that Sweeper needs.
type SweepStore interface {
	EndedStore
	ExpiredStore
	OldMailStore
	OldBeneficiaryStore
	OldRefusalStore
	OldOpeningStore
	OldChangeStore
	HandlingStore
	OldWebhookStore
	OldPhotoStore
	OldLeftBikeStore
	OldInterventionStore
	OldNoteStore
}

// EndedStore deletes what has served its purpose.
type EndedStore interface {
	// Sweep deletes the counts of attempts and of the calls of keys, password links, changes of e-mail, idempotency
	// records, sessions and commands that ended before the instant.
	Sweep(ctx context.Context, before time.Time) error
}

// ExpiredStore deletes secrets.
type ExpiredStore interface {
	// WipeExpired deletes the opening codes and the export tickets that have expired.
	WipeExpired(ctx context.Context, now time.Time) error
}

// OldMailStore deletes old mails.
type OldMailStore interface {
	// TrimMails deletes from the outbox the mails stored here or given up before the instant.
	TrimMails(ctx context.Context, before time.Time) error
}

// OldBeneficiaryStore deletes the beneficiaries of deleted tariffs.
type OldBeneficiaryStore interface {
	// TrimBeneficiaries deletes the e-mails of the tariffs deleted before the instant.
	TrimBeneficiaries(ctx context.Context, before time.Time) error
	// TrimTariffHistory deletes what the lists of tariffs held until the instant.
	TrimTariffHistory(ctx context.Context, before time.Time) error
}

// OldRefusalStore deletes old refusals at doors.
type OldRefusalStore interface {
	// TrimRefusals deletes what was refused before the instant.
	TrimRefusals(ctx context.Context, before time.Time) error
}

// OldOpeningStore deletes old openings.
type OldOpeningStore interface {
	// TrimOpenings deletes what is known of the codes given before the instant.
	TrimOpenings(ctx context.Context, before time.Time) error
}

// OldChangeStore deletes what was told to the open screens.
type OldChangeStore interface {
	// TrimChanges deletes the changes before the instant.
	TrimChanges(ctx context.Context, before time.Time) error
}

// HandlingStore deletes what staff did with lines of the worklist that are gone.
type HandlingStore interface {
	// TrimHandlings deletes the handlings of lines that are not on a worklist now.
	TrimHandlings(ctx context.Context, now time.Time) error
}

// OldWebhookStore deletes old deliveries of webhooks.
type OldWebhookStore interface {
	// TrimDeliveries deletes the deliveries of events before the instant, be they delivered or not, and those of deleted
	// endpoints.
	TrimDeliveries(ctx context.Context, before time.Time) error
}

// OldPhotoStore deletes photos at their term.
type OldPhotoStore interface {
	// ErasePhotos deletes the photos whose term has come.
	ErasePhotos(ctx context.Context, now time.Time) error
}

// OldLeftBikeStore forgets whose a bicycle was.
type OldLeftBikeStore interface {
	// TrimLeftBikes takes persons, marks and descriptions away from the files that were closed before the instant.
	TrimLeftBikes(ctx context.Context, before time.Time) error
}

// bikesKept is how many years a closed file about a bicycle tells whose it was.
const bikesKept = 2

// OldInterventionStore deletes old interventions.
type OldInterventionStore interface {
	// TrimInterventions deletes those resolved before the instant.
	TrimInterventions(ctx context.Context, before time.Time) error
}

// OldNoteStore deletes old notes of calls.
type OldNoteStore interface {
	// TrimNotes deletes those written before the instant.
	TrimNotes(ctx context.Context, before time.Time) error
}

// Sweeper deletes what is kept for a fixed time, whatever the terms.
type Sweeper struct {
	store SweepStore
	clock clock.Clock
}

// NewSweeper returns a Sweeper on the stores.
func NewSweeper(store SweepStore, clock clock.Clock) *Sweeper {
	return &Sweeper{store: store, clock: clock}
}

// Sweep deletes sign-in attempts, links, sessions and commands a day after they served their purpose. After thirty days
// it deletes mails that were stored here or given up, and the e-mails of deleted tariffs, after a year what lists of
// tariffs held before and the notes of calls, after refusal.Life what doors refused and the codes that were given,
// after an hour what was told to the open screens, after webhook.Kept what was sent to operators' systems or waits for
// it, after five years the interventions that were resolved. What staff did with a line of the worklist goes with the
// line, and a photo at its term; a file about a bicycle that was left tells for two years whose it was. A failure of
// one step does not prevent the others.
func (s *Sweeper) Sweep(ctx context.Context) error {
	now := s.clock.Now()
	return errors.Join(
		s.store.TrimMails(ctx, now.Add(-keptFor)),
		s.store.TrimBeneficiaries(ctx, now.Add(-keptFor)),
		s.store.TrimTariffHistory(ctx, now.AddDate(-1, 0, -1)), // a stay is reported a year late at most
		s.store.TrimRefusals(ctx, now.Add(-refusal.Life)),
		s.store.TrimOpenings(ctx, now.Add(-refusal.Life)),
		s.store.TrimChanges(ctx, now.Add(-changesKept)),
		s.store.TrimHandlings(ctx, now),
		s.store.TrimDeliveries(ctx, now.Add(-webhook.Kept)),
		s.store.ErasePhotos(ctx, now),
		s.store.TrimLeftBikes(ctx, now.AddDate(-bikesKept, 0, 0)),
		s.store.TrimInterventions(ctx, now.AddDate(-interventionYears, 0, 0)),
		s.store.TrimNotes(ctx, now.AddDate(-1, 0, 0)),
		s.store.Sweep(ctx, now.Add(-sweptAfter)),
	)
}

// WipeExpired deletes the opening codes and the export tickets that have expired.
func (s *Sweeper) WipeExpired(ctx context.Context) error {
	return s.store.WipeExpired(ctx, s.clock.Now())
}
