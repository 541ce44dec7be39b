package jobs

import (
	"context"
	"log/slog"
	"time"

	"consigne/internal/occupation"
)

const limitsInterval = 15 * time.Second

// FlagPassedLimits flags the stays whose overrun or removal limit has passed, every
// fifteen seconds until ctx ends.
func FlagPassedLimits(ctx context.Context, stays *occupation.Service, log *slog.Logger) {
	every(ctx, log, "limits", limitsInterval, stays.FlagPassedLimits)
}
