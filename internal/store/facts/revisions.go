package facts

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
)

// revised maps the kinds of object that have revisions to their tables.
var revised = map[string]string{
	audit.KindOperator: "operators", audit.KindContact: "contacts", audit.KindStation: "stations",
	audit.KindLocker: "lockers",
	audit.KindTariff: "tariffs", audit.KindAccount: "accounts", audit.KindProvider: "signon_providers",
}

// IsAtRevision implements audit.Revisions. The statement changes nothing, but locks the row.
func (s *Store) IsAtRevision(ctx context.Context, object audit.Object, revision int64) (bool, error) {
	return s.db.CompareAndSet(ctx, "compare revision",
		`UPDATE `+revised[object.Kind]+` SET revision = revision WHERE id = $1 AND revision = $2`, object.ID, revision)
}

// Revision returns the revision of an object.
func (s *Store) Revision(ctx context.Context, object audit.Object) (int64, error) {
	return db.First(db.Collect(ctx, s.db.Reader(ctx), "read revision", func(now *int64) []any { return []any{now} },
		`SELECT revision FROM `+revised[object.Kind]+` WHERE id = $1`, object.ID))
}

// nextRevision gives an object its next revision and returns it; 0 when the object is not in its table.
func (s *Store) nextRevision(ctx context.Context, object audit.Object) (int64, error) {
	next, err := db.Collect(ctx, s.db.Writer(ctx), "write revision", func(next *int64) []any { return []any{next} },
		`UPDATE `+revised[object.Kind]+` SET revision = revision + 1 WHERE id = $1 RETURNING revision`, object.ID)
	if err != nil || len(next) == 0 {
		return 0, err
	}
	return next[0], nil
}
