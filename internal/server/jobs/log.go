package jobs

import (
	"context"
	"time"
)

const cutInterval = time.Second

// CutLog cuts SQLite's log when that is due, until ctx ends, so that what was erased does not stay in it.
func CutLog(ctx context.Context, database interface {
	CutLog(ctx context.Context) error
}, log Log,
) {
	every(ctx, log, "log", cutInterval, database.CutLog)
}
