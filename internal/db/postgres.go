package db

import (
	"errors"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/stdlib"
)

// A server that is gone resets its connections. One behind a cut cable acknowledges nothing: the kernel ends such a
// connection after unacknowledged. One that is frozen acknowledges and never answers: a call ends at its deadline.
const (
	unacknowledged = 10 * time.Second
	connectTimeout = 5 * time.Second // of each host of the address, unless the address says otherwise

	// cancelTimeout is how long a query may take to stop after its context has ended. The server is asked to cancel it, so
	// that it does not work for a caller that is gone; a connection without an answer after this time is closed.
	cancelTimeout = 500 * time.Millisecond
)

// poolSize is the largest number of connections of a node to PostgreSQL.
const poolSize = 16

func openPostgres(url string, as openOptions) (*DB, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		// The driver's error repeats the address, password included: it is not passed on.
		return nil, errors.New("l'adresse PostgreSQL n'est pas lisible")
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	config.DialFunc = (&net.Dialer{Control: limitSilence}).DialContext
	config.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: cancelTimeout}
	}
	closeOnFatal := config.OnPgError
	config.OnPgError = func(conn *pgconn.PgConn, refusal *pgconn.PgError) bool {
		// read_only_sql_transaction: the server was demoted, and every further write on this connection would fail too.
		return refusal.Code != "25006" && closeOnFatal(conn, refusal)
	}
	config.StatementCacheCapacity = mostStatements // filters make ever new texts
	pool := as.openDB(stdlib.GetConnector(*config, limited(timeouts, config.RuntimeParams)))
	pool.SetMaxOpenConns(poolSize)
	pool.SetMaxIdleConns(poolSize)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return &DB{engine: enginePostgres, read: pool, write: pool, config: config, turn: newTurn()}, nil
}
