package jobs

import (
	"context"
	"log/slog"
	"time"
)

const cutInterval = time.Second

// CutLog cuts SQLite's log when that is due, until ctx ends, so that what was erased does not stay in it.
func CutLog(ctx context.Context, database interface {
	CutLog(ctx context.Context) error
}, log *slog.Logger,
) {
	every(ctx, log, "log", cutInterval, database.CutLog)
}
