package jobs

import (
	"context"
	"log/slog"
	"time"

	"consigne/internal/retention"
)

const retentionInterval = 10 * time.Minute

// Retain applies the terms of retention once a day, over all nodes, until ctx ends.
func Retain(ctx context.Context, service *retention.Service, log *slog.Logger) {
	every(ctx, log, "retention", retentionInterval, func(ctx context.Context) error {
		report, ran, err := service.RunOfTheDay(ctx)
		if ran {
			log.InfoContext(ctx, "retention applied", "warned", report.Total.Warned, "anonymised", report.Total.Anonymised,
				"journal_lines", report.Total.Lines, "held", report.Held)
		}
		if report.Unreachable > 0 {
			log.WarnContext(ctx, "warnings of inactivity could not be sent", "accounts", report.Unreachable)
		}
		return err
	})
}
