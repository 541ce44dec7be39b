package jobs

import (
	"context"
	"log/slog"
	"time"
)

const monthsInterval = time.Hour

// MakeMonths makes the partitions of the months to come every hour, until ctx ends. The partitions for three months are made
// ahead, so that nothing depends on the job for as long.
func MakeMonths(ctx context.Context, database interface {
	MakeMonths(ctx context.Context, now time.Time) error
}, log *slog.Logger,
) {
	every(ctx, log, "months", monthsInterval, func(ctx context.Context) error { return database.MakeMonths(ctx, time.Now()) })
}
