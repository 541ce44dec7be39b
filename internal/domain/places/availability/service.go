package availability

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs.
type Store interface {
	transaction.Runner
	audit.Recorder
	ContractStore
	SpanStore
	SealStore
	// Snapshot runs reads that see one state of the database.
	Snapshot(ctx context.Context, act func(ctx context.Context) error) error
}

// SealStore reads what months were closed.
type SealStore interface {
	// OpenFrom returns the first instant of the months of an operator that are not closed; the zero Time: none is closed.
	OpenFrom(ctx context.Context, operatorID int64) (time.Time, error)
	// LastClosing returns when a month of an operator was last closed; the zero Time: none was.
	LastClosing(ctx context.Context, operatorID int64) (time.Time, error)
	// MonthClosedAt returns when a month was closed; nil: it is not.
	MonthClosedAt(ctx context.Context, operatorID int64, month clock.Month) (*time.Time, error)
}

// ContractStore stores contracts.
type ContractStore interface {
	// ContractsOf lists the versions of the contract of an operator, the last first.
	ContractsOf(ctx context.Context, operatorID int64) ([]Contract, error)
	// ContractFor returns the version that holds for a month; fault.NotFound: none does.
	ContractFor(ctx context.Context, operatorID int64, month clock.Month) (Contract, error)
	AddContract(ctx context.Context, c Contract) (int64, error)
}

// SpanStore stores spans. They begin and end with the facts that they tell of.
type SpanStore interface {
	// SpansWithin lists the spans of an operator that touch a time, with their rulings, by id; stationID 0: everywhere.
	SpansWithin(ctx context.Context, operatorID, stationID int64, from, to time.Time) ([]Span, error)
	// SpanByID returns a span with its rulings.
	SpanByID(ctx context.Context, id int64) (Span, error)
	AddRuling(ctx context.Context, spanID int64, r Ruling) error
	// PlacesWithin lists the lockers of an operator that were in place within a time, by station and name.
	PlacesWithin(ctx context.Context, operatorID, stationID int64, from, to time.Time) ([]Place, error)
	// UnheardWithin lists when this site heard no controllers, in order, up to now.
	UnheardWithin(ctx context.Context, from, to time.Time) ([]Unheard, error)
	// MeasuredFrom returns from when on spans are written; nil: from the beginning.
	MeasuredFrom(ctx context.Context) (*time.Time, error)
}

// Printer writes the PDF of a month of an operator. The same report gives the same bytes.
type Printer func(w io.Writer, operator string, r Report) error

// Service implements the package's operations for all callers.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock) *Service { return &Service{store, clock} }

// Contracts lists the versions of the contract of an operator, the last first.
func (s *Service) Contracts(ctx context.Context, operatorID int64) ([]Contract, error) {
	return s.store.ContractsOf(ctx, operatorID)
}

const (
	msgClosedMonth = "Ce mois est clôturé\u00a0: l'engagement vaut au plus tôt à partir du mois ouvert"
	msgCause       = "Choisissez la cause"
	msgAttribution = "Choisissez l'attribution"
	msgSince       = "L'instant est dans l'intervalle"
)

// AddContract adds a version of the contract of an operator, which holds from its month on until a later one does.
func (s *Service) AddContract(ctx context.Context, actor access.Actor, typed Contract) (Contract, error) {
	terms, err := typed.valid()
	if err != nil {
		return Contract{}, err
	}
	typed.Terms, typed.At, typed.ActorID = terms, s.clock.Now(), actor.AccountID
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		open, err := s.store.OpenFrom(ctx, typed.OperatorID)
		if err != nil {
			return err
		}
		if typed.From.Begins().Before(open) {
			return fault.Invalid("aPartirDe", msgClosedMonth)
		}
		was, err := s.contract(ctx, typed.OperatorID, typed.From)
		if err != nil {
			return err
		}
		if typed.ID, err = s.store.AddContract(ctx, typed); err != nil {
			return err
		}
		changes := audit.Differences(was.facts(), typed.facts())
		changes["aPartirDe"] = typed.From.String()
		return s.record(ctx, audit.Entry{
			ActorID: actor.AccountID, OperatorID: typed.OperatorID, Action: audit.ContractAdded,
			Object: audit.Object{Kind: audit.KindOperator, ID: typed.OperatorID}, Changes: changes,
		})
	})
	return typed, err
}

// forever comes after whatever was said.
var forever = time.Unix(1<<40, 0)

// contract returns the version that holds for a month, or that of an operator who has none.
func (s *Service) contract(ctx context.Context, operatorID int64, month clock.Month) (Contract, error) {
	c, err := s.store.ContractFor(ctx, operatorID, month)
	if fault.Is(err, fault.KindNotFound) {
		return Contract{OperatorID: operatorID, Terms: None()}, nil
	}
	return c, err
}

// facts returns the terms by their names on the wire.
func (t Terms) facts() map[string]any {
	hours := make([]string, len(t.Hours))
	for i, h := range t.Hours {
		hours[i] = strconv.Itoa(h.Weekday) + " " + h.From + "-" + h.To
	}
	return map[string]any{
		"heures": strings.Join(hours, ", "), "feries": t.Holidays, "objectif": t.Target, "causesExclues": names(t.LeftOut),
		"attributionsExclues": names(t.NotOurs), "penalite": string(t.Penalty), "montant": int64(t.Rate),
	}
}

func names[T ~string](list []T) string {
	texts := make([]string, len(list))
	for i, one := range list {
		texts[i] = string(one)
	}
	return strings.Join(texts, ", ")
}

// Report is the availability of an operator in a month.
type Report struct {
	Month     clock.Month
	Contract  Contract // with the id 0: none
	ClosedAt  *time.Time
	From      time.Time // what is measured, begins …
	To        time.Time // … and ends: the month, or what of it is over
	Total     Figures
	Penalty   money.Cents
	Stations  []StationFigures // by name
	Lockers   []LockerFigures  // of the station that was asked for, or of all; nil: none was
	Unheard   []Unheard
	Since     *Figures // with the causes that were changed since the month was closed; nil: none was
	SinceCost money.Cents
}

// StationFigures is what a month adds up to for a station.
type StationFigures struct {
	ID      int64
	Name    string
	Lockers int
	Figures
}

// LockerFigures is what a month adds up to for a locker.
type LockerFigures = ofLocker

// Of returns the availability of an operator in a month, with the lockers of a station; 0: without any.
// fault.NotFound: the month lies in the future.
func (s *Service) Of(ctx context.Context, operatorID int64, month clock.Month, stationID int64) (r Report, err error) {
	err = s.store.Snapshot(ctx, func(ctx context.Context) error {
		m, err := s.measured(ctx, operatorID, month, 0)
		if err != nil {
			return err
		}
		r = m.report()
		r.Lockers = slices.DeleteFunc(r.Lockers, func(l LockerFigures) bool { return l.StationID != stationID })
		return nil
	})
	return r, err
}

// Whole returns the availability of an operator in a month with all lockers.
func (s *Service) Whole(ctx context.Context, operatorID int64, month clock.Month) (r Report, err error) {
	err = s.store.Snapshot(ctx, func(ctx context.Context) error {
		m, err := s.measured(ctx, operatorID, month, 0)
		if err == nil {
			r = m.report()
		}
		return err
	})
	return r, err
}

// measured reads what is known of a month; stationID 0: everywhere.
func (s *Service) measured(
	ctx context.Context, operatorID int64, month clock.Month, stationID int64,
) (m measured, err error) {
	now := s.clock.Now()
	from, to := month.Begins(), (month + 1).Begins()
	if from.After(now) {
		return m, fault.NotFound()
	}
	m = measured{month: month, now: now, asOf: forever}
	if m.closedAt, err = s.store.MonthClosedAt(ctx, operatorID, month); err != nil {
		return m, err
	}
	if m.closedAt != nil {
		m.asOf = *m.closedAt
	}
	if m.contract, err = s.contract(ctx, operatorID, month); err != nil {
		return m, err
	}
	if m.places, err = s.store.PlacesWithin(ctx, operatorID, stationID, from, to); err != nil {
		return m, err
	}
	if m.spans, err = s.store.SpansWithin(ctx, operatorID, stationID, from, to); err != nil {
		return m, err
	}
	if m.unheard, err = s.store.UnheardWithin(ctx, from, to); err != nil {
		return m, err
	}
	m.from, err = s.store.MeasuredFrom(ctx)
	return m, err
}

// SpanReport is a span as a month shows it.
type SpanReport struct {
	Span
	Figures  // of it alone, within the month; Due: that it covers
	ClosedAt *time.Time
}

// Spans lists the spans of a month at a station, newest first; 0: at all.
func (s *Service) Spans(
	ctx context.Context, operatorID int64, month clock.Month, stationID int64,
) (list []SpanReport, err error) {
	err = s.store.Snapshot(ctx, func(ctx context.Context) error {
		m, err := s.measured(ctx, operatorID, month, stationID)
		if err == nil {
			list = m.each()
		}
		return err
	})
	return list, err
}

// Rule says why a span was and on whose account, from an instant of it on; the zero Since: from its beginning on. What
// was said before stays to be read, and is what a month that is closed counts.
func (s *Service) Rule(ctx context.Context, actor access.Actor, spanID int64, typed Ruling) (Span, error) {
	var broken fault.Broken
	broken.Unless(typed.Cause.French() != "", "cause", msgCause)
	broken.Unless(typed.Attribution.French() != "", "attribution", msgAttribution)
	broken.Line("commentaire", &typed.Comment)
	if err := broken.Err(); err != nil {
		return Span{}, err
	}
	var ruled Span
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		span, err := s.store.SpanByID(ctx, spanID)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		typed.At, typed.ActorID = now, actor.AccountID
		if typed.Since.IsZero() {
			typed.Since = span.From
		}
		to := now
		if span.To != nil {
			to = *span.To
		}
		if typed.Since.Before(span.From) || typed.Since.After(to) {
			return fault.Invalid("depuis", msgSince)
		}
		// The clock of the node that closed a month may have been ahead: what comes after it is told after it.
		closed, err := s.store.LastClosing(ctx, span.OperatorID)
		if err != nil {
			return err
		}
		if !typed.At.After(closed) {
			typed.At = closed.Add(time.Millisecond)
		}
		if err := s.store.AddRuling(ctx, spanID, typed); err != nil {
			return err
		}
		was := span.last()
		object := audit.Object{Kind: audit.KindStation, ID: span.StationID}
		if span.LockerID != 0 {
			object = audit.Object{Kind: audit.KindLocker, ID: span.LockerID}
		}
		changes := audit.Differences(was.facts(), typed.facts())
		changes["intervalle"] = spanID
		if err := s.record(ctx, audit.Entry{
			ActorID: actor.AccountID, OperatorID: span.OperatorID, StationID: span.StationID, Action: audit.SpanRuled,
			Object: object, Changes: changes,
		}); err != nil {
			return err
		}
		ruled, err = s.store.SpanByID(ctx, spanID)
		return err
	})
	return ruled, err
}

func (r Ruling) facts() map[string]any {
	return map[string]any{
		"cause": string(r.Cause), "attribution": string(r.Attribution), "commentaire": r.Comment,
		"depuis": clock.Written(r.Since),
	}
}

// last returns the ruling that was said last.
func (s Span) last() Ruling {
	if n := len(s.Later); n > 0 {
		return s.Later[n-1]
	}
	first := s.Ruling
	first.Since = s.From
	return first
}

func (s *Service) record(ctx context.Context, entry audit.Entry) error {
	entry.At = s.clock.Now()
	return s.store.Record(ctx, entry)
}

// byStation adds lockers up by their station, in the order in which stations come.
func byStation(lockers []ofLocker) []StationFigures {
	list, at := []StationFigures{}, map[int64]int{}
	for _, l := range lockers {
		i, known := at[l.StationID]
		if !known {
			i = len(list)
			at[l.StationID] = i
			list = append(list, StationFigures{ID: l.StationID, Name: l.StationName})
		}
		list[i].Lockers++
		list[i].add(l.Figures)
	}
	return list
}

// lateRulings reports whether any cause was changed after an instant.
func lateRulings(spans []Span, after time.Time) bool {
	return slices.ContainsFunc(spans, func(s Span) bool {
		return slices.ContainsFunc(s.Later, func(r Ruling) bool { return r.At.After(after) })
	})
}

func newestFirst(a, b SpanReport) int { return cmp.Or(b.From.Compare(a.From), cmp.Compare(b.ID, a.ID)) }
