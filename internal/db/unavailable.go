package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"consigne/internal/kernel/fault"
)

const (
	msgDown = "Le service est momentanément indisponible. Veuillez réessayer dans un instant."
	msgFull = "L'enregistrement est momentanément impossible. Veuillez réessayer dans un instant."
)

// cut adds the error of an ended context to a failed statement's error, because the engines report
// a cut statement with errors of their own.
func cut(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil || errors.Is(err, ctx.Err()) {
		return err
	}
	return errors.Join(ctx.Err(), err)
}

// Unavailable turns an error into a [fault.Unavailable] if it says that the database cannot be
// reached, is too slow or has no room for now. Every other error is returned unchanged.
func Unavailable(err error) error {
	switch {
	case err == nil, fault.Of(err) != nil, errors.Is(err, context.Canceled): // Canceled: the client is gone
		return err
	case late(err):
		return fmt.Errorf("%w: %w", fault.Late(), err)
	case outOfReach(err):
		return fmt.Errorf("%w: %w", fault.Unavailable(msgDown), err)
	case full(err):
		return fmt.Errorf("%w: %w", fault.Unavailable(msgFull), err)
	}
	return err
}

// late reports whether a statement, or a wait for a connection or a lock, was cut because
// it took too long.
func late(err error) bool {
	if refusal, ok := errors.AsType[*pgconn.PgError](err); ok {
		return refusal.Code == "57014" || refusal.Code == "55P03" // query_canceled, lock_not_available
	}
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	return errors.Is(err, context.DeadlineExceeded) && !connecting
}

func outOfReach(err error) bool {
	if refusal, ok := errors.AsType[*pgconn.PgError](err); ok {
		// Class 08: connection exceptions. 53300: too_many_connections. 57P01 to 57P03: the server
		// is shut down, has crashed or is starting. 25006: the server was demoted. 25P03: a transaction
		// was idle for too long, and its connection was closed.
		return strings.HasPrefix(refusal.Code, "08") ||
			slices.Contains([]string{"53300", "57P01", "57P02", "57P03", "25006", "25P03"}, refusal.Code)
	}
	if busy, ok := errors.AsType[*sqlite.Error](err); ok {
		return busy.Code()&0xff == sqlite3.SQLITE_BUSY
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	for _, lost := range []error{io.EOF, io.ErrUnexpectedEOF, driver.ErrBadConn, sql.ErrConnDone} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return pgconn.SafeToRetry(err) // the connection was closed before anything was sent
}

func full(err error) bool {
	if refusal, ok := errors.AsType[*pgconn.PgError](err); ok {
		return refusal.Code == "53100" || refusal.Code == "58030"
	}
	if refusal, ok := errors.AsType[*sqlite.Error](err); ok {
		return slices.Contains([]int{sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}, refusal.Code()&0xff)
	}
	return false
}
