package imports

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/money"
)

var now = time.Date(2026, 11, 24, 8, 0, 0, 0, time.UTC)

type fixed struct{}

func (fixed) Now() time.Time { return now }

// memory stores what stays of a former system became. What a transaction wrote goes when it fails.
type memory struct {
	Store
	references map[Kind]map[string]Reference
	capacities map[int64]int // of lockers
	billed     []payment.Billed
	lines      []audit.Entry
}

// newMemory knows the lockers C1, with one place, and C2, with two, and the customers U1 and U2.
func newMemory() *memory {
	return &memory{capacities: map[int64]int{1: 1, 2: 2}, references: map[Kind]map[string]Reference{
		Lockers: {"C1": {ObjectID: 1}, "C2": {ObjectID: 2}}, Customers: {"U1": {ObjectID: 11}, "U2": {ObjectID: 12}},
		Stays: {},
	}}
}

func (m *memory) Atomically(ctx context.Context, act func(context.Context) error) error {
	stays, billed, lines := maps.Clone(m.references[Stays]), slices.Clone(m.billed), slices.Clone(m.lines)
	err := act(ctx)
	if err != nil {
		m.references[Stays], m.billed, m.lines = stays, billed, lines
	}
	return err
}

func (m *memory) LockOperator(context.Context, int64) error { return nil }

func (m *memory) VATRate(context.Context, int64) (money.Rate, error) { return 2000, nil }

func (m *memory) Record(_ context.Context, entry audit.Entry) error {
	m.lines = append(m.lines, entry)
	return nil
}

func (m *memory) References(_ context.Context, _ int64, kind Kind, texts []string) (map[string]Reference, error) {
	found := map[string]Reference{}
	for _, text := range texts {
		if reference, known := m.references[kind][text]; known {
			found[text] = reference
		}
	}
	return found, nil
}

func (m *memory) KeepReferences(_ context.Context, _ int64, kind Kind, made []Made) error {
	for _, one := range made {
		m.references[kind][one.Text] = one.Reference
	}
	return nil
}

func (m *memory) LockerForStay(_ context.Context, id int64) (stay.Locker, error) {
	return stay.Locker{ID: id, Capacity: m.capacities[id]}, nil
}

func (m *memory) PlacesTaken(_ context.Context, lockerID int64, from, to time.Time) ([]int, error) {
	taken := []int{}
	for _, b := range m.billed {
		if o := b.Stay; o.LockerID == lockerID && o.StartedAt.Before(to) && o.EndedAt.After(from) {
			taken = append(taken, o.Place)
		}
	}
	return taken, nil
}

func (m *memory) HeldAfter(_ context.Context, lockerID int64, at time.Time) (bool, error) {
	return slices.ContainsFunc(m.billed,
		func(b payment.Billed) bool { return b.Stay.LockerID == lockerID && b.Stay.EndedAt.After(at) }), nil
}

func (m *memory) ImportStays(_ context.Context, billed []payment.Billed) error {
	for i := range billed {
		id := int64(100 + len(m.billed))
		billed[i].Stay.ID, billed[i].Payment.StayID = id, id
		m.billed = append(m.billed, billed[i])
	}
	return nil
}

// said keeps what is told of the lines, as « number outcome column: sentence ».
type said []string

func (s *said) Begin(Kind) error {
	*s = nil
	return nil
}

func (s *said) Line(line LineReport) error {
	text := fmt.Sprintf("%d %s", line.Number, line.Outcome)
	for _, p := range line.Problems {
		text += fmt.Sprintf(" %s: %s", p.Field, p.Message)
	}
	*s = append(*s, text)
	return nil
}

const stayHeader = "reference;casier;usager;debut;fin;montant_centimes;etat;regle_le;moyen;test\n"

// take takes the lines of stays over and returns what was told of them, with how many there are of each outcome.
func (m *memory) take(ctx context.Context, options Options, lines ...string) (said, map[Outcome]int, error) {
	options.OperatorID = 1
	var told said
	file := File{Stays, strings.NewReader(stayHeader + strings.Join(lines, "\n"))}
	totals, err := NewService(m, fixed{}, nil, nil, nil).Run(ctx, options, []File{file}, &told)
	if len(totals) != 1 {
		return told, nil, fmt.Errorf("%d files have totals: %w", len(totals), err)
	}
	return told, totals[0].Lines, err
}
