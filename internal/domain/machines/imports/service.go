package imports

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
)

// File is a file to take over.
type File struct {
	Kind Kind
	From io.ReadSeeker
}

// Options say how files are taken over.
type Options struct {
	OperatorID int64
	Apply      bool // else nothing is stored
	Debts      bool // what is due is taken over as unpaid; else it is refused
	Mails      bool // owners of e-mails that are known elsewhere are asked to confirm
}

// ErrRefused reports that lines were refused, so that their file, and those after it, were not taken over.
var ErrRefused = errors.New("lines were refused")

// errTried ends the transaction of a dry run.
var errTried = errors.New("a dry run stores nothing")

// Run takes files over, in the order of [Kinds], each whole or not at all, and returns what became of their lines. A
// dry run does the same in one transaction, which it undoes, and goes on after a refused line. ErrRefused: lines were
// refused. fault.NotFound: there is no such operator in service. The transactions are as long as the files.
func (s *Service) Run(ctx context.Context, options Options, files []File, report Reporter) ([]Totals, error) {
	var all []Totals
	each := func(ctx context.Context, atomically func(context.Context, func(context.Context) error) error) error {
		all = nil
		for _, kind := range Kinds {
			for _, file := range files {
				if file.Kind != kind {
					continue
				}
				var totals Totals
				err := atomically(ctx, func(ctx context.Context) error {
					var err error
					if totals, err = s.take(ctx, options, file, report); err != nil {
						return err
					}
					if options.Apply && totals.Lines[Refused] > 0 {
						return ErrRefused
					}
					return s.record(ctx, options, totals)
				})
				if err == nil || errors.Is(err, ErrRefused) {
					all = append(all, totals)
				}
				if err != nil {
					return err
				}
			}
		}
		return nil
	}
	if options.Apply {
		return all, each(ctx, s.store.Atomically)
	}
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		inside := func(ctx context.Context, act func(context.Context) error) error { return act(ctx) }
		if err := each(ctx, inside); err != nil {
			return err
		}
		return errTried
	})
	if !errors.Is(err, errTried) {
		return all, err
	}
	for _, totals := range all {
		if totals.Lines[Refused] > 0 {
			return all, ErrRefused
		}
	}
	return all, nil
}

// record writes the audit line of a file that changed something.
func (s *Service) record(ctx context.Context, options Options, totals Totals) error {
	created, changed, linked := totals.Lines[Created], totals.Lines[Changed], totals.Lines[Linked]
	if created+changed+linked == 0 {
		return nil
	}
	facts := map[string]any{"fichier": string(totals.Kind)}
	for name, n := range map[string]int{
		"crees": created, "modifies": changed, "rattaches": linked,
		"inchanges": totals.Lines[Unchanged],
	} {
		if n > 0 {
			facts[name] = n
		}
	}
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), OperatorID: options.OperatorID, Action: audit.DataImported,
		Object: audit.Object{Kind: audit.KindOperator, ID: options.OperatorID}, Changes: facts,
	})
}

// line is a line of a file that is being taken over.
type line struct {
	values
	reference string
	stored    Reference
	made      int64 // the object that the line became
	outcome   Outcome
	whole     string // what is wrong with the line as a whole
}

// refuse refuses the line, if err is a refusal; else it returns err.
func (l *line) refuse(err error) error {
	refusal := fault.Of(err)
	switch {
	case refusal == nil:
		return err
	case refusal.Kind == fault.KindNotFound:
		l.whole = msgGone
	case len(refusal.Violations) == 0:
		l.whole = refusal.Detail
	}
	for _, v := range refusal.Violations {
		l.broken = append(l.broken, fault.Violation{Field: l.table.columnOf(v.Field), Message: v.Message})
	}
	l.outcome = Refused
	return nil
}

// problems returns what is wrong with the line, each refusal once: two rules may say the same of one value.
func (l *line) problems() []fault.Violation {
	all := l.broken
	if l.whole != "" {
		all = append(all, fault.Violation{Message: l.whole})
	}
	once := []fault.Violation{}
	for _, v := range all {
		if !slices.Contains(once, v) {
			once = append(once, v)
		}
	}
	return once
}

// settle sets the outcome of a line whose object was found, created or changed.
func (l *line) settle(outcome Outcome, id int64) { l.outcome, l.made = outcome, id }

const (
	msgGone     = "Ce à quoi cette ligne se rapporte a été supprimé depuis"
	msgRepeated = "Cette référence est déjà celle de la ligne %d"
)

// source is how the lines of a file are read and taken over.
type source struct {
	columns []column
	batch   int // how many lines are taken over at once
	take    func(ctx context.Context, in *intake, lines []*line) error
}

var sources = map[Kind]source{
	Stations:      {stationColumns, 100, each(takeStation)},
	Lockers:       {lockerColumns, 100, each(takeLocker)},
	Tariffs:       {tariffColumns, 100, each(takeTariff)},
	Customers:     {customerColumns, 1000, each(takeCustomer)},
	Subscriptions: {subscriptionColumns, 1000, each(takeSubscription)},
	Stays:         {stayColumns, 20_000, takeStays},
}

// each takes lines over one by one. A line that is refused leaves nothing.
func each(
	one func(ctx context.Context, in *intake, l *line) error,
) func(ctx context.Context, in *intake, lines []*line) error {
	return func(ctx context.Context, in *intake, lines []*line) error {
		for _, l := range lines {
			err := in.store.Atomically(transaction.WithSavepoints(ctx),
				func(ctx context.Context) error { return one(ctx, in, l) })
			if err = l.refuse(err); err != nil {
				return err
			}
		}
		return nil
	}
}

// intake is the take-over of one file.
type intake struct {
	*Service
	Options
	kind    Kind
	source  source
	report  Reporter
	totals  Totals
	seen    map[uint64]int32 // the number of the line of each reference, by its hash
	seed    maphash.Seed
	actor   access.Actor
	lockers map[int64]*places // by id
	last    int64             // start of the last stay that was taken over
}

// take takes the lines of a file over, in the caller's transaction.
func (s *Service) take(ctx context.Context, options Options, file File, report Reporter) (Totals, error) {
	in := &intake{
		Service: s, Options: options, kind: file.Kind, source: sources[file.Kind], report: report,
		totals: Totals{file.Kind, map[Outcome]int{}}, seen: map[uint64]int32{}, seed: maphash.MakeSeed(),
		lockers: map[int64]*places{},
	}
	if err := s.store.LockOperator(ctx, options.OperatorID); err != nil {
		return in.totals, err
	}
	if err := report.Begin(file.Kind); err != nil {
		return in.totals, err
	}
	if _, err := file.From.Seek(0, io.SeekStart); err != nil {
		return in.totals, err
	}
	return in.totals, in.read(ctx, file.From)
}

func (in *intake) read(ctx context.Context, from io.ReadSeeker) error {
	t, err := openTable(from, in.source.columns)
	if refusal := fault.Of(err); refusal != nil {
		return in.tell(&line{outcome: Refused, values: values{broken: refusal.Violations}})
	}
	if err != nil {
		return err
	}
	batch := make([]*line, 0, in.source.batch)
	for {
		r, err := t.next()
		if errors.Is(err, io.EOF) {
			return in.takeBatch(ctx, batch)
		}
		l := &line{values: values{row: r}}
		l.table = t
		if err != nil {
			if err = l.refuse(err); err != nil {
				return err
			}
		} else {
			in.name(l)
		}
		if batch = append(batch, l); len(batch) == in.source.batch || l.broken != nil && r.cells == nil {
			if err := in.takeBatch(ctx, batch); err != nil {
				return err
			}
			batch = batch[:0]
			if r.cells == nil { // the reader has lost its place
				return nil
			}
		}
	}
}

// name reads the reference of a line. One that an earlier line has is refused.
func (in *intake) name(l *line) {
	l.reference = l.required("reference")
	l.broken.Line("reference", &l.reference)
	if l.broken == nil {
		key := maphash.String(in.seed, l.reference)
		if before, repeated := in.seen[key]; repeated {
			l.broken.Unless(false, "reference", fmt.Sprintf(msgRepeated, before))
		} else {
			in.seen[key] = int32(min(l.place, 1<<31-1)) //nolint:gosec // bounded
		}
	}
	if l.broken != nil {
		l.outcome = Refused
	}
}

// takeBatch takes over the lines that are new or have changed, stores their references, and tells of all.
func (in *intake) takeBatch(ctx context.Context, lines []*line) error {
	texts := make([]string, 0, len(lines))
	for _, l := range lines {
		if l.outcome == "" {
			texts = append(texts, l.reference)
		}
	}
	stored, err := in.store.References(ctx, in.OperatorID, in.kind, texts)
	if err != nil {
		return err
	}
	open := make([]*line, 0, len(lines))
	for _, l := range lines {
		switch l.stored = stored[l.reference]; {
		case l.outcome != "":
		case l.stored.ObjectID != 0 && l.stored.Digest == l.digest():
			l.outcome = Unchanged
		default:
			open = append(open, l)
		}
	}
	if err := in.source.take(ctx, in, open); err != nil {
		return err
	}
	made := []Made{}
	for _, l := range open {
		if l.outcome != Refused {
			made = append(made, Made{l.reference, Reference{l.made, l.digest()}})
		}
	}
	if err := in.store.KeepReferences(ctx, in.OperatorID, in.kind, made); err != nil {
		return err
	}
	for _, l := range lines {
		if err := in.tell(l); err != nil {
			return err
		}
	}
	return nil
}

func (in *intake) tell(l *line) error {
	in.totals.Lines[l.outcome]++
	return in.report.Line(LineReport{
		Kind: in.kind, Number: l.place, Reference: l.reference, Outcome: l.outcome,
		Problems: l.problems(),
	})
}

// find returns the objects of references of another file, by reference.
func (in *intake) find(ctx context.Context, kind Kind, texts ...string) (map[string]Reference, error) {
	return in.store.References(ctx, in.OperatorID, kind, texts)
}

// findOne returns the object of a reference at a column of a line; 0, and the line is refused: there is none.
func (in *intake) findOne(ctx context.Context, l *line, name string, kind Kind) (int64, error) {
	text := l.required(name)
	if text == "" {
		return 0, nil
	}
	found, err := in.find(ctx, kind, text)
	if err != nil {
		return 0, err
	}
	l.broken.Unless(found[text].ObjectID != 0, name, unknown(kind))
	return found[text].ObjectID, nil
}

// unknown returns the sentence of a reference that no line has given.
func unknown(kind Kind) string {
	switch kind {
	case Stations:
		return "Aucune station reprise n'a cette référence"
	case Lockers:
		return "Aucun casier repris n'a cette référence"
	case Tariffs:
		return "Aucun tarif repris n'a cette référence"
	default:
		return "Aucun usager repris n'a cette référence, ou ses données ont été effacées"
	}
}
