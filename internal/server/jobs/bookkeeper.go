package jobs

import (
	"context"
	"time"

	"consigne/internal/domain/money/beginning"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/statement"
)

const (
	chainInterval = 2 * time.Second
	sealInterval  = time.Minute
	beginInterval = time.Hour
)

// Bookkeep chains the events of money in the ledger and has their documents numbered, every two seconds until ctx ends.
// The database decides which of several nodes adds to the chain of an operator.
func Bookkeep(ctx context.Context, service *ledger.Service, log Log) {
	every(ctx, log, "bookkeeper", chainInterval, service.Chain)
}

// BeginLedgers begins the ledgers of operators that had money before, at the start and every hour until ctx ends.
func BeginLedgers(ctx context.Context, service *beginning.Service, log Log) {
	every(ctx, log, "beginner", beginInterval, service.BeginAll)
}

// SealDays seals the ledgers of the days that are over, every minute until ctx ends.
func SealDays(ctx context.Context, service *ledger.Service, log Log) {
	every(ctx, log, "sealer", sealInterval, service.Seal)
}

// AddUpStatements adds what was chained to the totals of statements, every two seconds until ctx ends.
func AddUpStatements(ctx context.Context, service *statement.Service, log Log) {
	every(ctx, log, "statements", chainInterval, service.AddUp)
}
