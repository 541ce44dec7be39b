package jobs

import (
	"context"
	"log/slog"
	"time"
)

const peopleInterval = time.Minute

// ReadPeople reads everybody into memory, where searches are quick, and then every minute
// those who have changed, until ctx ends. Until the first reading is over, searches ask
// the database.
func ReadPeople(ctx context.Context, store interface {
	ReadPeople(ctx context.Context) error
}, log *slog.Logger,
) {
	every(ctx, log, "people", peopleInterval, store.ReadPeople)
}
