package machines

import (
	"context"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/money"
	payments "consigne/internal/store/money"
)

// PlacesTaken implements imports.PlaceStore.
func (s *Store) PlacesTaken(ctx context.Context, lockerID int64, from, to time.Time) ([]int, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "list taken places", func(place *int) []any { return []any{place} }, `
		SELECT place FROM stays WHERE locker_id = $1 AND ended_at IS NULL AND started_at < $3
		UNION SELECT place FROM stays WHERE locker_id = $1 AND ended_at > $2 AND started_at < $3 AND ended_at > started_at`,
		lockerID, db.Millis(from), db.Millis(to))
}

// HeldAfter implements imports.PlaceStore.
func (s *Store) HeldAfter(ctx context.Context, lockerID int64, at time.Time) (bool, error) {
	n, err := s.db.Count(ctx, "look for later stays", `
		SELECT COUNT(*) FROM (SELECT 1 FROM stays WHERE locker_id = $1 AND ended_at IS NULL
		  UNION ALL SELECT 1 FROM (SELECT 1 FROM stays WHERE locker_id = $1 AND ended_at > $2
		LIMIT 1) ended) held`, lockerID, db.Millis(at))
	return n > 0, err
}

// PaidStays implements imports.PaidStore.
func (s *Store) PaidStays(ctx context.Context, ids []int64) (map[int64]stay.Details, error) {
	found := make(map[int64]stay.Details, len(ids))
	for part := range slices.Chunk(ids, chunk) {
		list, err := s.stays.StaysByID(ctx, part)
		if err != nil {
			return nil, err
		}
		for _, o := range list {
			found[o.ID] = o
		}
	}
	return found, nil
}

// DueOf implements imports.PaidStore.
func (s *Store) DueOf(ctx context.Context, operatorID int64, accountIDs []int64) (map[int64]money.Cents, error) {
	type row struct {
		accountID int64
		due       money.Cents
	}
	due := map[int64]money.Cents{}
	for part := range slices.Chunk(accountIDs, chunk) {
		args := []any{operatorID}
		rows, err := db.Collect(ctx, s.db.Reader(ctx), "add up what accounts owe",
			func(r *row) []any { return []any{&r.accountID, &r.due} },
			`SELECT p.account_id, SUM(p.amount) FROM payments p WHERE p.operator_id = $1 AND `+s.db.AmongIDs(&args, `p.account_id`, part)+`
			 AND p.stay_id IS NOT NULL AND `+payments.Unsettled+` AND p.amount > 0 GROUP BY p.account_id`, args...)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			due[r.accountID] = r.due
		}
	}
	return due, nil
}
