package facts

import (
	"context"
	"encoding/json"
	"fmt"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
)

// log adds a line to the audit log.
func (s *Store) log(ctx context.Context, entry audit.Entry) error {
	changes := []byte("{}")
	if entry.Changes != nil {
		var err error
		if changes, err = json.Marshal(entry.Changes); err != nil {
			return fmt.Errorf("write audit line: %w", err)
		}
	}
	var revision int64
	if entry.Action.Edits() {
		var err error
		if revision, err = s.nextRevision(ctx, entry.Object); err != nil {
			return err
		}
	}
	if entry.ActorID == 0 && entry.ActorKeyID == 0 {
		entry.ActorKeyID = access.KeyIn(ctx)
	}
	return s.db.Exec(ctx, "write audit line", `
		INSERT INTO audit_log (at, actor_id, operator_id, station_id, action, object_kind, object_id, changes, revision,
		key_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		db.Millis(entry.At), db.OrNull(entry.ActorID), db.OrNull(entry.OperatorID), db.OrNull(entry.StationID), entry.Action,
		entry.Object.Kind, entry.Object.ID, string(changes), db.OrNull(revision), db.OrNull(entry.ActorKeyID))
}
