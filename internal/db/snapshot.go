package db

import (
	"context"
	"database/sql"
	"fmt"
)

// Snapshot runs reads that have to agree with one another: all of them see the database as it was at the first. In a
// transaction, act joins it. act must not write.
func (d *DB) Snapshot(ctx context.Context, act func(ctx context.Context) error) error {
	if partOf(ctx) != nil {
		return act(ctx)
	}
	options := &sql.TxOptions{ReadOnly: true}
	if d.engine == enginePostgres {
		options.Isolation = sql.LevelRepeatableRead
	}
	tx, err := d.read.BeginTx(ctx, options)
	if err != nil {
		return fmt.Errorf("begin to read: %w", Unavailable(cut(ctx, err)))
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	return act(context.WithValue(ctx, partKey{}, &part{txRun: &txRun{tx: tx, ctx: ctx}}))
}
