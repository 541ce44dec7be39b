package store

import (
	"context"
	"encoding/json"
	"fmt"

	"consigne/internal/journal"
)

// Record implements journal.Recorder.
func (s *Store) Record(ctx context.Context, entry journal.Entry) error {
	changes := []byte("{}")
	if entry.Changes != nil {
		var err error
		if changes, err = json.Marshal(entry.Changes); err != nil {
			return fmt.Errorf("write journal: %w", err)
		}
	}
	return s.exec(ctx, "write journal", `
		INSERT INTO journal (at, actor_id, operator_id, action, object_kind, object_id, changes) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		millis(entry.At), orNull(entry.ActorID), orNull(entry.OperatorID), entry.Action, entry.Object.Kind, entry.Object.ID, string(changes))
}
