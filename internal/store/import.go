package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"consigne/internal/domain/occupation"
	"consigne/internal/domain/payment"
)

// ImportOccupations adds stays whose payments have not been collected.
func (s *Store) ImportOccupations(ctx context.Context, stays []occupation.Occupation) error {
	billed := make([]payment.Billed, len(stays))
	for i, stay := range stays {
		billed[i] = payment.Billed{Stay: stay, Payment: payment.OfStay(stay)}
	}
	return s.ImportStays(ctx, billed)
}

// ImportStays adds stays with their payments and payment attempts.
func (s *Store) ImportStays(ctx context.Context, billed []payment.Billed) error {
	return s.Atomically(ctx, func(ctx context.Context) error {
		stays, err := insertAll(ctx, s, "import stays", "occupations", occupationColumns, billed, func(b payment.Billed) []any { return occupationValues(b.Stay) })
		if err != nil {
			return err
		}
		for i := range billed {
			billed[i].Payment.OccupationID = stays[i]
		}
		return s.importPayments(ctx, billed)
	})
}

// ImportTerms adds payments for subscription terms, with their payment attempts.
func (s *Store) ImportTerms(ctx context.Context, billed []payment.Billed) error {
	return s.Atomically(ctx, func(ctx context.Context) error { return s.importPayments(ctx, billed) })
}

func (s *Store) importPayments(ctx context.Context, billed []payment.Billed) error {
	payments, err := insertAll(ctx, s, "import payments", "payments", paymentInsertColumns, billed, func(b payment.Billed) []any { return paymentValues(b.Payment) })
	if err != nil {
		return err
	}
	made, created := []payment.Presentation{}, make([]payment.Payment, len(billed))
	for i, b := range billed {
		created[i] = b.Payment
		created[i].ID = payments[i]
		for _, p := range b.Presentations {
			p.PaymentID = payments[i]
			made = append(made, p)
		}
	}
	if err := s.tallyCreated(ctx, created); err != nil {
		return err
	}
	_, err = insertAll(ctx, s, "import presentations", "presentations", presentationColumns, made, presentationValues)
	return err
}

// insertAll inserts rows, fifty per statement, and returns their ids in the order of the list.
// SQLite looks parameters up one by one, so that larger statements take longer per row.
func insertAll[T any](ctx context.Context, s *Store, what, table, columns string, list []T, values func(T) []any) ([]int64, error) {
	const batch = 50
	all := make([]int64, 0, len(list))
	for part := range slices.Chunk(list, batch) {
		rows, args := make([]string, len(part)), []any{}
		for i, item := range part {
			row := values(item)
			rows[i] = "(" + placeholders(len(args)+1, len(row)) + ")"
			args = append(args, row...)
		}
		ids, err := collect(ctx, s.writer(ctx), what, func(id *int64) []any { return []any{id} },
			`INSERT INTO `+table+` (`+columns+`) VALUES `+strings.Join(rows, ", ")+` RETURNING id`, args...)
		if err != nil {
			return nil, err
		}
		if len(ids) != len(part) {
			return nil, fmt.Errorf("%s: %d of %d", what, len(ids), len(part))
		}
		slices.Sort(ids) // ids are assigned in the order of the rows
		all = append(all, ids...)
	}
	return all, nil
}
