package db

import (
	"context"
	"database/sql"
	"fmt"
)

// Snapshot runs reads that have to agree with one another: all of them see the database as it was at the first. A
// context of [DB.FromReplica] reads from the replica, and act runs again on the primary when that fails. In a
// transaction, act joins it. act must not write.
func (d *DB) Snapshot(ctx context.Context, act func(ctx context.Context) error) error {
	if inTransaction(ctx) {
		return act(ctx)
	}
	if on, ok := ctx.Value(replicaKey{}).(fallback); ok {
		err := d.readTogether(ctx, on.replica, act)
		if err == nil || ctx.Err() != nil {
			return err
		}
		on.note(err)
		ctx = context.WithValue(ctx, replicaKey{}, nil)
	}
	return d.readTogether(ctx, d.read, act)
}

func (d *DB) readTogether(ctx context.Context, on pool, act func(ctx context.Context) error) error {
	options := &sql.TxOptions{ReadOnly: true}
	if d.engine == enginePostgres {
		options.Isolation = sql.LevelRepeatableRead // a standby has no serializable transactions
	}
	tx, err := on.BeginTx(ctx, options)
	if err != nil {
		return fmt.Errorf("begin to read: %w", Unavailable(cut(ctx, err)))
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	return act(context.WithValue(ctx, nestingKey{}, nesting{txRun: &txRun{tx: tx, ctx: ctx}}))
}
