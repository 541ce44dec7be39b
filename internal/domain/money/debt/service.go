package debt

import (
	"context"
	"slices"

	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Store is the storage that the service needs.
type Store interface {
	// Snapshot runs reads that see one state of the database.
	Snapshot(ctx context.Context, act func(ctx context.Context) error) error
	// Debts lists the debts of an operator without names, in any order.
	Debts(ctx context.Context, operatorID int64, bounds Bounds) ([]Debt, error)
	// PeopleAmong returns those of the accounts whose names or e-mails hold all the words.
	PeopleAmong(ctx context.Context, accounts []int64, words string) (map[int64]bool, error)
	// PeopleByID reads the names of accounts.
	PeopleByID(ctx context.Context, accounts []int64) (map[int64]stay.Account, error)
	// OwedPayments returns a page of the payments that a person owes an operator, the oldest first, and their number.
	OwedPayments(ctx context.Context, operatorID, accountID int64, offset, limit int) ([]Payment, int, error)
}

// Statements tells what the statement of an operator says.
type Statements interface {
	// BalanceDue returns what the customers of an operator owe at this instant.
	BalanceDue(ctx context.Context, operatorID int64) (money.Cents, error)
}

// Service reads debts.
type Service struct {
	store      Store
	clock      clock.Clock
	statements Statements
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock, statements Statements) *Service {
	return &Service{store: store, clock: clock, statements: statements}
}

// Page returns what customers owe an operator, and a page of the debts of those whose names or e-mails hold all the
// words, the largest first, with the number of these people.
func (s *Service) Page(
	ctx context.Context, operatorID int64, words string, offset, limit int,
) (report Report, page []Debt, total int, err error) {
	err = s.store.Snapshot(ctx, func(ctx context.Context) error {
		if report.Statement, err = s.statements.BalanceDue(ctx, operatorID); err != nil {
			return err
		}
		report.Today = clock.DayOf(s.clock.Now())
		all, err := s.store.Debts(ctx, operatorID, BoundsOn(report.Today))
		if err != nil {
			return err
		}
		report.Whole, report.People = whole(all), len(all)
		found, err := s.found(ctx, all, words)
		if err != nil {
			return err
		}
		report.Found, total = whole(found), len(found)
		page = found[min(offset, total):min(offset+limit, total)]
		return s.name(ctx, page)
	})
	return report, page, total, err
}

// batch is how many debts of an export are named and given at once.
const batch = 100

// Export gives the debts that Page finds, of one state of the database, batch by batch.
func (s *Service) Export(ctx context.Context, operatorID int64, words string, give func([]Debt) error) error {
	var found []Debt
	err := s.store.Snapshot(ctx, func(ctx context.Context) error {
		all, err := s.store.Debts(ctx, operatorID, BoundsOn(clock.DayOf(s.clock.Now())))
		if err != nil {
			return err
		}
		found, err = s.found(ctx, all, words)
		return err
	})
	for part := range slices.Chunk(found, batch) {
		if err == nil {
			err = s.name(ctx, part)
		}
		if err == nil {
			err = give(part)
		}
	}
	return err
}

// found returns the debts of the people who match, the largest first.
func (s *Service) found(ctx context.Context, all []Debt, words string) ([]Debt, error) {
	if words != "" {
		matching, err := s.store.PeopleAmong(ctx, accountsOf(all), words)
		if err != nil {
			return nil, err
		}
		all = slices.DeleteFunc(all, func(d Debt) bool { return !matching[d.Account.ID] })
	}
	largestFirst(all)
	return all, nil
}

func (s *Service) name(ctx context.Context, list []Debt) error {
	named, err := s.store.PeopleByID(ctx, accountsOf(list))
	for i := range list {
		list[i].Account = named[list[i].Account.ID]
	}
	return err
}

func accountsOf(list []Debt) []int64 {
	ids := make([]int64, len(list))
	for i, d := range list {
		ids[i] = d.Account.ID
	}
	return ids
}

// PaymentsOf returns a page of the payments that a person owes an operator, the oldest first, and their number.
func (s *Service) PaymentsOf(
	ctx context.Context, operatorID, accountID int64, offset, limit int,
) ([]Payment, int, error) {
	return s.store.OwedPayments(ctx, operatorID, accountID, offset, limit)
}
