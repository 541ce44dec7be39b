package jobs

import (
	"context"
	"log/slog"
	"time"
)

const peopleInterval = time.Minute

// ReadPeople loads all people into memory, which makes searches fast, and then loads changes every minute until ctx
// ends. Searches use the database until the first load is complete.
func ReadPeople(ctx context.Context, people interface {
	Read(ctx context.Context) error
}, log *slog.Logger,
) {
	every(ctx, log, "people", peopleInterval, people.Read)
}
