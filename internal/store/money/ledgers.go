package money

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

const eventColumns = `operator_id, at, kind, payment_id, attempt, document, amount, vat_rate, vat, means`

func eventValues(e ledger.Entry) []any {
	return []any{
		e.OperatorID, db.Millis(e.At), e.Kind, e.PaymentID, e.Attempt, e.Document, e.Amount, e.VATRate, e.VAT,
		e.Means,
	}
}

type row struct {
	ledger.Entry
	at, rate int64
}

func (r *row) event() []any {
	// Plain types: database/sql would convert each of millions of values by reflection.
	return []any{
		&r.OperatorID, &r.at, (*string)(&r.Kind), &r.PaymentID, &r.Attempt, &r.Document, (*int64)(&r.Amount), &r.rate,
		(*int64)(&r.VAT), &r.Means,
	}
}

func entries(rows []row) []ledger.Entry {
	list := make([]ledger.Entry, len(rows))
	for i := range rows {
		r := &rows[i]
		r.At, r.VATRate = db.Instant(r.at), money.Rate(r.rate)
		list[i] = r.Entry
	}
	return list
}

// AppendEntry implements ledger.Recorder.
func (s *Store) AppendEntry(ctx context.Context, e ledger.Entry) error {
	return s.db.Exec(ctx, "append ledger entry",
		`INSERT INTO ledger_waiting (`+eventColumns+`, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		append(eventValues(e), ledger.Waiting(e))...)
}

// OperatorsWaiting implements ledger.ChainStore.
func (s *Store) OperatorsWaiting(ctx context.Context) ([]int64, error) {
	return s.operators(ctx, `SELECT DISTINCT operator_id FROM ledger_waiting ORDER BY 1`)
}

func (s *Store) operators(ctx context.Context, query string) ([]int64, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "list operators of the ledger", func(id *int64) []any { return []any{id} },
		query)
}

// nothingBefore is the SQL of whether no transaction under way, which may store an earlier event, began to write before
// the one that wrote a waiting event. Transactions of other databases of the server do not count, as far as this role
// may see them. The second case is that of events from a dump of another server, whose transactions have higher
// numbers.
const nothingBefore = `written_by < pg_snapshot_xmin(pg_current_snapshot()) OR written_by >= pg_snapshot_xmax(pg_current_snapshot())
	OR NOT EXISTS (SELECT 1 FROM pg_snapshot_xip(pg_current_snapshot()) x WHERE x < written_by AND CAST(x AS xid) NOT IN (
	  SELECT backend_xid FROM pg_stat_activity WHERE datname <> current_database() AND backend_xid IS NOT NULL))`

// Waiting implements ledger.ChainStore.
func (s *Store) Waiting(ctx context.Context, operatorID int64, limit int) ([]ledger.Entry, error) {
	complete := ``
	if !s.db.OnSQLite() {
		complete = ` AND (` + nothingBefore + `)`
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read waiting entries",
		func(r *row) []any { return append(r.event(), &r.ID, &r.Hash) },
		`SELECT `+eventColumns+`, id, COALESCE(hash, '') FROM ledger_waiting WHERE operator_id = $1`+complete+` ORDER BY at, id`+
			db.Page([]any{operatorID}, limit), operatorID, 0)
	return entries(rows), err
}

// OldestWaiting implements ledger.ChainStore.
func (s *Store) OldestWaiting(ctx context.Context, operatorID int64) (time.Time, bool, error) {
	return s.instant(ctx, `SELECT MIN(at) FROM ledger_waiting WHERE operator_id = $1`, operatorID)
}

func (s *Store) instant(ctx context.Context, query string, operatorID int64) (time.Time, bool, error) {
	at, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read the first instant of a ledger",
		func(at **int64) []any { return []any{at} }, query, operatorID))
	if err != nil || at == nil {
		return time.Time{}, false, err
	}
	return db.Instant(*at), true, nil
}

const headColumns = `operator_id, sequence, hash, public_key, signature`

func headFields(h *ledger.Head) []any {
	return []any{&h.OperatorID, &h.Sequence, &h.Hash, &h.Signature.Key, &h.Signature.Value}
}

// TakeHead implements ledger.ChainStore. It changes nothing: it locks the row, so that another node waits for this
// transaction.
func (s *Store) TakeHead(ctx context.Context, operatorID int64) (ledger.Head, error) {
	return db.First(db.Collect(ctx, s.db.Writer(ctx), "take the head of a ledger", headFields, `
		INSERT INTO ledger_heads (`+headColumns+`) VALUES ($1, 0, '', '', '')
		ON CONFLICT (operator_id) DO UPDATE SET sequence = ledger_heads.sequence RETURNING `+headColumns, operatorID))
}

// SaveHead implements ledger.ChainStore.
func (s *Store) SaveHead(ctx context.Context, before, after ledger.Head) (bool, error) {
	return s.db.CompareAndSet(ctx, "save the head of a ledger",
		`UPDATE ledger_heads SET sequence = $4, hash = $5, public_key = $6, signature = $7 WHERE operator_id = $1
			AND sequence = $2 AND hash = $3`,
		before.OperatorID, before.Sequence, before.Hash, after.Sequence, after.Hash, after.Signature.Key,
		after.Signature.Value)
}

// SaveEntries implements ledger.ChainStore.
func (s *Store) SaveEntries(ctx context.Context, list []ledger.Entry) error {
	waiting := []int64{}
	for _, e := range list {
		if err := s.db.Exec(ctx, "save ledger entry", `INSERT INTO ledger (`+eventColumns+`, sequence, previous, hash)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
			$13)`, append(eventValues(e), e.Sequence, e.Previous, e.Hash)...); err != nil {
			return err
		}
		if e.ID != 0 {
			waiting = append(waiting, e.ID)
		}
	}
	args := []any{}
	return s.db.Exec(ctx, "delete chained entries",
		`DELETE FROM ledger_waiting WHERE `+s.db.AmongIDs(&args, `id`, waiting), args...)
}

// Operators implements ledger.ReadStore.
func (s *Store) BookedOperators(ctx context.Context) ([]int64, error) {
	return s.operators(ctx, `SELECT operator_id FROM ledger_heads UNION SELECT operator_id FROM ledger_seals UNION
		SELECT operator_id FROM (SELECT DISTINCT operator_id FROM ledger) l ORDER BY 1`)
}

// HeadOf implements ledger.ReadStore.
func (s *Store) HeadOf(ctx context.Context, operatorID int64) (ledger.Head, error) {
	h, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read the head of a ledger", headFields,
		`SELECT `+headColumns+` FROM ledger_heads WHERE operator_id = $1`, operatorID))
	if fault.Is(err, fault.KindNotFound) {
		return ledger.Head{OperatorID: operatorID}, nil
	}
	return h, err
}

// EntriesAfter implements ledger.ReadStore.
func (s *Store) EntriesAfter(ctx context.Context, operatorID, sequence int64, limit int) ([]ledger.Entry, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read ledger entries",
		func(r *row) []any { return append(r.event(), &r.Sequence, &r.Previous, &r.Hash) },
		`SELECT `+eventColumns+`, sequence, previous, hash FROM ledger WHERE operator_id = $1 AND sequence > $2 ORDER BY sequence`+
			db.Page([]any{operatorID, sequence}, limit), operatorID, sequence, 0)
	return entries(rows), err
}

// FirstFrom implements ledger.ReadStore.
func (s *Store) FirstFrom(ctx context.Context, operatorID int64, from time.Time) (int64, error) {
	return s.sequence(ctx, `SELECT COALESCE(MIN(sequence), 0) FROM ledger WHERE operator_id = $1
		AND at >= $2`, operatorID, from)
}

// LastBefore implements ledger.ReadStore.
func (s *Store) LastBefore(ctx context.Context, operatorID int64, before time.Time) (int64, error) {
	return s.sequence(ctx, `SELECT COALESCE(MAX(sequence), 0) FROM ledger WHERE operator_id = $1
		AND at < $2`, operatorID, before)
}

func (s *Store) sequence(ctx context.Context, query string, operatorID int64, at time.Time) (int64, error) {
	n, err := s.db.Count(ctx, "find a ledger entry", query, operatorID, db.Millis(at))
	return int64(n), err
}

// SealsOf implements ledger.ReadStore.
func (s *Store) SealsOf(ctx context.Context, operatorID int64) ([]ledger.Seal, error) {
	return s.seals(ctx, ` ORDER BY day`, operatorID)
}

// LastSeal implements ledger.ReadStore.
func (s *Store) LastSeal(ctx context.Context, operatorID int64) (ledger.Seal, error) {
	last, err := db.First(s.seals(ctx, ` ORDER BY day DESC LIMIT 1`, operatorID))
	if fault.Is(err, fault.KindNotFound) {
		return ledger.Seal{OperatorID: operatorID}, nil
	}
	return last, err
}

func (s *Store) seals(ctx context.Context, order string, operatorID int64) ([]ledger.Seal, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "read seals", func(seal *ledger.Seal) []any {
		return []any{
			&seal.OperatorID, (*int64)(&seal.Day), &seal.Sequence, &seal.Hash, &seal.Signature.Key,
			&seal.Signature.Value,
		}
	}, `SELECT operator_id, day, sequence, hash, public_key, signature FROM ledger_seals
		WHERE operator_id = $1`+order, operatorID)
}

// SaveSeal implements ledger.ChainStore.
func (s *Store) SaveSeal(ctx context.Context, seal ledger.Seal) error {
	return s.db.Exec(ctx, "save seal", `INSERT INTO ledger_seals (operator_id, day, sequence, hash, public_key, signature)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (operator_id, day) DO NOTHING`,
		seal.OperatorID, int64(seal.Day), seal.Sequence, seal.Hash, seal.Signature.Key, seal.Signature.Value)
}
