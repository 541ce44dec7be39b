package db

import (
	"database/sql/driver"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// batchRows are the rows of a query that was sent with other statements. The driver's own cannot be made from a batch.
type batchRows struct {
	columns columns
	rows    pgx.Rows
	results pgx.BatchResults
	first   bool // the first row was fetched, as database/sql asks for the columns before the rows
	begun   bool
}

// Columns implements driver.Rows.
func (r *batchRows) Columns() []string { return r.columns.names() }

// Close implements driver.Rows.
func (r *batchRows) Close() error {
	r.rows.Close()
	return firstOf(r.rows.Err(), r.results.Close())
}

// Next implements driver.Rows.
func (r *batchRows) Next(into []driver.Value) error {
	more := r.first
	if r.begun {
		more = r.rows.Next()
	}
	r.begun = true
	if !more {
		return firstOf(r.rows.Err(), io.EOF)
	}
	return r.columns.scan(r.rows.RawValues(), into)
}

// columns are those of a result.
type columns struct {
	types  *pgtype.Map
	fields []pgconn.FieldDescription
	scans  []func(raw []byte) (driver.Value, error)
}

func (c *columns) names() []string {
	names := make([]string, len(c.fields))
	for i, field := range c.fields {
		names[i] = field.Name
	}
	return names
}

// scan reads a row.
func (c *columns) scan(raw [][]byte, into []driver.Value) error {
	if c.scans == nil {
		for _, field := range c.fields {
			c.scans = append(c.scans, scanOf(c.types, field))
		}
	}
	for i, value := range raw {
		into[i] = nil
		if value == nil {
			continue
		}
		var err error
		if into[i], err = c.scans[i](value); err != nil {
			return fmt.Errorf("column %d: %w", i+1, err)
		}
	}
	return nil
}

// scanOf returns how a column of a type that tables have is read, as the driver does; any other is read as text.
func scanOf(types *pgtype.Map, field pgconn.FieldDescription) func(raw []byte) (driver.Value, error) {
	switch field.DataTypeOID {
	case pgtype.BoolOID:
		return scanAs[bool](types, field)
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID:
		return scanAs[int64](types, field)
	case pgtype.Float4OID, pgtype.Float8OID:
		return scanAs[float64](types, field)
	case pgtype.ByteaOID, pgtype.JSONOID, pgtype.JSONBOID:
		return scanAs[[]byte](types, field)
	}
	return scanAs[string](types, field)
}

func scanAs[T any](types *pgtype.Map, field pgconn.FieldDescription) func(raw []byte) (driver.Value, error) {
	return func(raw []byte) (driver.Value, error) {
		var value T
		err := types.Scan(field.DataTypeOID, field.Format, raw, &value)
		return value, err
	}
}
