package jobs

import (
	"context"
	"errors"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/people/retention"
)

const retentionInterval = time.Minute

// Retain applies the retention terms once a day across all nodes, until ctx ends.
func Retain(ctx context.Context, runner *queue.Runner, service *retention.Service, log Log) {
	every(ctx, log, "retention", retentionInterval,
		func(ctx context.Context) error { return RetainNow(ctx, runner, service, log) })
}

// RetainNow applies the retention terms if no node has done so today, and retries the accounts that failed.
func RetainNow(ctx context.Context, runner *queue.Runner, service *retention.Service, log Log) error {
	work := queue.Work{Kind: queue.Retention, Do: service.Apply}
	service.Isolate = func(ctx context.Context, accountID int64, act func(ctx context.Context) error) error {
		one := work
		one.Do = func(ctx context.Context, _ int64) error { return act(ctx) }
		_, err := runner.Do(ctx, one, accountID)
		return err
	}
	again := runner.Run(ctx, work)
	report, ran, err := service.RunOfTheDay(ctx)
	if ran {
		log.InfoContext(ctx, "retention applied", "warned", report.Total.Warned, "anonymised", report.Total.Anonymised,
			"journal_lines", report.Total.Lines, "held", report.Held)
	}
	if report.Unreachable > 0 {
		log.WarnContext(ctx, "warnings of inactivity could not be sent", "accounts", report.Unreachable)
	}
	return errors.Join(again, err)
}
