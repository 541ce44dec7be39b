package facts

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
)

// publish marks what operators publish as changed.
func (s *Store) publish(ctx context.Context, entry audit.Entry) error {
	switch entry.Action {
	case audit.StationCreated, audit.StationChanged, audit.StationArchived, audit.StationSwitchedOn,
		audit.StationSwitchedOff, audit.LockersImported, audit.LockerCreated, audit.LockerChanged, audit.LockerArchived,
		audit.LockerSwitchedOn, audit.LockerSwitchedOff:
		return s.db.Exec(ctx, "note a change of the station",
			`UPDATE stations SET changed_at = CASE WHEN changed_at < $2 THEN $2 ELSE changed_at + 1 END WHERE id = $1`,
			entry.StationID, db.Millis(entry.At))
	}
	isPlace := entry.Action == audit.PlaceGiven || entry.Action == audit.PlaceTaken
	if isPlace || entry.Object.Kind == audit.KindTariff || entry.Object.Kind == audit.KindOperator {
		return s.db.Exec(ctx, "publish", `UPDATE publication SET revision = revision + 1`)
	}
	return nil
}
