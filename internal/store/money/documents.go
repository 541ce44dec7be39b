package money

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/fault"
)

// Counter implements document.NumberStore.
func (s *Store) Counter(ctx context.Context, operatorID int64, kind document.Kind) (document.Counter, error) {
	type row struct {
		document.Counter
		issued int64
	}
	last, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read document counter",
		func(r *row) []any { return []any{&r.Year, &r.Last, &r.issued} },
		`SELECT year, last, issued_at FROM document_counters WHERE operator_id = $1 AND kind = $2`, operatorID, kind))
	if fault.Is(err, fault.KindNotFound) {
		return document.Counter{}, nil
	}
	last.IssuedAt = db.Instant(last.issued)
	return last.Counter, err
}

// AdvanceCounter implements document.NumberStore.
func (s *Store) AdvanceCounter(
	ctx context.Context, operatorID int64, kind document.Kind, last, next document.Counter,
) (bool, error) {
	if last.Last == 0 {
		return s.db.CompareAndSet(ctx, "begin document counter", `
			INSERT INTO document_counters (operator_id, kind, year, last, issued_at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (operator_id, kind) DO NOTHING`, operatorID, kind, next.Year, next.Last, db.Millis(next.IssuedAt))
	}
	return s.db.CompareAndSet(ctx, "advance document counter", `
		UPDATE document_counters SET year = $3, last = $4, issued_at = $5 WHERE operator_id = $1 AND kind = $2 AND year = $6
		AND last = $7`,
		operatorID, kind, next.Year, next.Last, db.Millis(next.IssuedAt), last.Year, last.Last)
}

// AwaitsReceipt implements document.DocumentStore.
func (s *Store) AwaitsReceipt(ctx context.Context, operatorID, paymentID int64) (bool, error) {
	n, err := s.db.Count(ctx, "look for a settlement to chain", `
		SELECT COUNT(*) FROM ledger_waiting WHERE operator_id = $1 AND payment_id = $2
		AND kind IN ($3, $4)`, operatorID, paymentID, ledger.Settled, ledger.MarkedAsPaid)
	return n > 0, err
}

// CreateDocument implements document.DocumentStore.
func (s *Store) CreateDocument(ctx context.Context, d document.Document) error {
	r := d.Record
	company := ""
	if r.Company != nil {
		text, err := json.Marshal(r.Company)
		if err != nil {
			return fmt.Errorf("write a document's company: %w", err)
		}
		company = string(text)
	}
	record, err := r.Frozen()
	if err != nil {
		return err
	}
	return s.db.Exec(ctx, "create document", `
		INSERT INTO documents (operator_id, kind, year, rank, number, payment_id, attempt, issued_at, settled_at, total, vat,
		customer, card, company, record)
		VALUES (`+db.Placeholders(1, 15)+`)`,
		d.OperatorID, d.Kind, d.Year, d.Rank, r.Number, d.PaymentID, d.Attempt, db.Millis(r.IssuedAt), db.Millis(r.SettledAt),
		r.Total, r.VAT, r.Customer, r.Card, company, string(record))
}

func (s *Store) documents(ctx context.Context, where string, args ...any) ([]document.Document, error) {
	type row struct {
		document.Document
		customer, card, company, record string
		issued                          int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read documents", func(r *row) []any {
		return []any{
			&r.ID, &r.OperatorID, &r.Kind, &r.Year, &r.Rank, &r.PaymentID, &r.Attempt, &r.customer, &r.card, &r.company,
			&r.record, &r.issued, &r.BeforeLedger,
		}
	}, `SELECT id, operator_id, kind, year, rank, payment_id, attempt, customer, card, company, record,
		issued_at, COALESCE((SELECT documents.settled_at < b.own_from FROM ledger_beginnings b
		  WHERE b.operator_id = documents.operator_id), FALSE) FROM documents
		WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	list := make([]document.Document, len(rows))
	for i, r := range rows {
		list[i] = r.Document
		if err := json.Unmarshal([]byte(r.record), &list[i].Record); err != nil {
			return nil, fmt.Errorf("read the record of document %d: %w", r.ID, err)
		}
		if r.company != "" {
			if err := json.Unmarshal([]byte(r.company), &list[i].Record.Company); err != nil {
				return nil, fmt.Errorf("read the company of document %d: %w", r.ID, err)
			}
		}
		// the key of DocumentsBetween
		list[i].Record.Customer, list[i].Record.Card, list[i].Record.IssuedAt = r.customer, r.card, db.Instant(r.issued)
	}
	return list, nil
}

// DocumentByID implements document.DocumentStore.
func (s *Store) DocumentByID(ctx context.Context, id int64) (document.Document, error) {
	return db.First(s.documents(ctx, `id = $1`, id))
}

// DocumentNumbered implements hotline.NumberStore.
func (s *Store) DocumentNumbered(
	ctx context.Context, operatorID int64, kind document.Kind, year int, rank int64,
) (document.Document, error) {
	return db.First(s.documents(ctx, `operator_id = $1 AND kind = $2 AND year = $3 AND rank = $4`,
		operatorID, kind, year, rank))
}

// DocumentOperator implements ownership.DocumentStore.
func (s *Store) DocumentOperator(ctx context.Context, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT operator_id FROM documents WHERE id = $1`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}

// DocumentsOf implements document.DocumentStore.
func (s *Store) DocumentsOf(ctx context.Context, payments []int64) ([]document.Document, error) {
	if len(payments) == 0 {
		return []document.Document{}, nil
	}
	args := []any{}
	return s.documents(ctx, `payment_id IN (`+db.Marks(&args, payments)+`) ORDER BY payment_id, id`, args...)
}

// batch is how many documents are read at once.
const batch = 200

// DocumentsBetween implements document.DocumentStore.
func (s *Store) DocumentsBetween(
	ctx context.Context, operatorID int64, from, before time.Time, read func([]document.Document) error,
) error {
	at, id := db.Millis(from), int64(0)
	for {
		list, err := s.documents(ctx, `operator_id = $1 AND (issued_at > $2 OR issued_at = $2 AND id > $3) AND issued_at >= $2
			AND issued_at < $4
			ORDER BY issued_at, id LIMIT $5`, operatorID, at, id, db.Millis(before), batch)
		if err != nil || len(list) == 0 {
			return err
		}
		if err := read(list); err != nil {
			return err
		}
		last := list[len(list)-1]
		at, id = db.Millis(last.Record.IssuedAt), last.ID
	}
}
