package db

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/stdlib"
)

// outageTimeouts are how long a server may take before it counts as gone.
//
// A server that is gone resets its connections. A server that is frozen, or behind a cut cable,
// leaves them waiting. So waiting connections are watched: when one has waited for silence, a probe is sent on a separate
// connection. If that is not answered, and nothing comes from the server meanwhile, every connection is closed, and until the
// server answers a probe again, calls fail at once instead of waiting. A long query on a server that answers probes may take
// as long as it needs.
type outageTimeouts struct {
	silence time.Duration // without a byte from it, while a connection waits
	probe   time.Duration // to answer a probe
	connect time.Duration // to accept a connection, unless its address says otherwise
}

// nodeTimeouts let every call fail within two seconds. Half of them are for the probe: on a machine with more to do than it has
// processors, a new process of PostgreSQL was seen to wait 0.9 s for its first turn.
var nodeTimeouts = outageTimeouts{silence: 400 * time.Millisecond, probe: time.Second, connect: 1500 * time.Millisecond}

// commandTimeouts are for work that nobody waits for, and that is lost when its connection is cut.
var commandTimeouts = outageTimeouts{silence: 2 * time.Second, probe: 20 * time.Second, connect: 20 * time.Second}

// WithLongTimeouts waits longer for a busy server: for commands, whose work is lost when their connection is cut.
func WithLongTimeouts() Option { return func(o *openOptions) { o.outage = commandTimeouts } }

const watchPace = 100 * time.Millisecond

// poolSize is the largest number of connections of a node to one server.
const poolSize = 16

var errSilent = errors.New("the database server does not answer")

// postgres holds the connections to one server.
type postgres struct {
	*sql.DB
	config *pgx.ConnConfig // of the probes, whose connections are not watched
	calls  *pgx.ConnConfig // of every other connection
	outage outageTimeouts
	alone  bool // the address names one host only
	dial   func(ctx context.Context, network, address string) (net.Conn, error)
	done   chan struct{}
	once   sync.Once
	silent atomic.Bool

	mu    sync.Mutex
	wires map[*wire]struct{}
	heard map[string]*atomic.Int64 // last time that data came from an address, in Unix nanoseconds
}

func newPostgres(url string, as openOptions) (*postgres, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		// The driver's error repeats the address, password included: it is not passed on.
		return nil, errors.New("l'adresse PostgreSQL n'est pas lisible")
	}
	hosts := hostsOf(config) // the hosts share the time-out, so that a dead one leaves time for the next
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = as.outage.connect / hosts
	}
	p := &postgres{config: config.Copy(), outage: as.outage, alone: hosts == 1, dial: config.DialFunc, done: make(chan struct{}), wires: map[*wire]struct{}{}, heard: map[string]*atomic.Int64{}}
	p.config.ConnectTimeout = p.outage.probe / hosts
	config.DialFunc = p.connect
	config.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: cancelTimeout}
	}
	closeOnFatal := config.OnPgError
	config.OnPgError = func(conn *pgconn.PgConn, refusal *pgconn.PgError) bool {
		// read_only_sql_transaction: the server was demoted, and every further write on this connection would fail too.
		return refusal.Code != "25006" && closeOnFatal(conn, refusal)
	}
	config.StatementCacheCapacity = mostStatements // filters make ever new texts
	p.calls = config.Copy()
	p.DB = as.openDB(stdlib.GetConnector(*config, limited(timeouts, config.RuntimeParams)))
	p.SetMaxOpenConns(poolSize)
	p.SetMaxIdleConns(poolSize)
	p.SetConnMaxIdleTime(5 * time.Minute)
	go p.watch()
	return p, nil
}

// hostsOf returns the number of hosts that an address names, as a duration to divide by.
func hostsOf(config *pgx.ConnConfig) time.Duration {
	type host struct {
		name string
		port uint16
	}
	hosts := map[host]bool{{config.Host, config.Port}: true}
	for _, other := range config.Fallbacks {
		hosts[host{other.Host, other.Port}] = true
	}
	return time.Duration(len(hosts))
}

// dropIdle closes the connections that nobody uses, so that later calls connect anew, perhaps to another host.
func (p *postgres) dropIdle() {
	p.SetMaxIdleConns(0)
	p.SetMaxIdleConns(poolSize)
}

// Close stops the watcher and ends every connection.
func (p *postgres) Close() error {
	p.once.Do(func() { close(p.done) })
	return p.DB.Close()
}

func (p *postgres) connect(ctx context.Context, network, address string) (net.Conn, error) {
	if p.silent.Load() {
		return nil, errSilent
	}
	began := time.Now()
	conn, err := p.dial(ctx, network, address)
	if err != nil {
		if p.alone && time.Since(began) > p.outage.silence { // later calls fail at once instead of waiting as long
			p.silent.Store(true)
		}
		return nil, err
	}
	return p.watched(conn, address), nil
}

func (p *postgres) watched(conn net.Conn, address string) *wire {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.heard[address] == nil {
		p.heard[address] = new(atomic.Int64)
	}
	w := &wire{Conn: conn, server: p, address: address, heard: p.heard[address]}
	p.wires[w] = struct{}{}
	return w
}

func (p *postgres) watch() {
	pace := time.NewTicker(watchPace)
	defer pace.Stop()
	for {
		select {
		case <-p.done:
			return
		case <-pace.C:
		}
		if p.silent.Load() {
			p.silent.Store(!p.answers(""))
		} else if w := p.isStuck(); w != nil {
			probed := time.Now()
			if !p.answers(w.address) && w.heard.Load() < probed.UnixNano() {
				p.silent.Store(p.alone)
				p.cut(w.address)
			}
		}
	}
}

// isStuck returns a connection that has waited for the time of silence while nothing came from its
// address, or nil.
func (p *postgres) isStuck() *wire {
	before := time.Now().Add(-p.outage.silence).UnixNano()
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := range p.wires {
		for _, since := range []int64{w.reading.Load(), w.writing.Load()} {
			if since != 0 && since < before && w.heard.Load() <= before {
				return w
			}
		}
	}
	return nil
}

// answers reports whether the server answers a probe, at the address or, if it is empty, at any of its hosts.
func (p *postgres) answers(address string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), p.outage.probe)
	defer cancel()
	config := p.config
	if address != "" {
		config = config.Copy()
		config.ConnectTimeout = p.outage.probe
		config.DialFunc = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return p.config.DialFunc(ctx, network, address) // dials that address, whatever the host name resolves to by now
		}
	}
	began := time.Now()
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		// A refusal is an answer too: callers will get it at once. The clock is compared, because
		// the connection's own deadline may pass just before that of the context.
		return time.Since(began) < p.outage.probe*9/10
	}
	defer func() { _ = conn.Close(ctx) }()
	if conn.Ping(ctx) != nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if heard := p.heard[address]; heard != nil {
		heard.Store(time.Now().UnixNano()) // a long query causes one probe per patience
	}
	return true
}

func (p *postgres) cut(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := range p.wires {
		if w.address == address {
			_ = w.Conn.Close() // not w.Close, which takes the mutex
		}
	}
}

// wire is a connection that records since when a read or a write has been waiting. The driver may
// read while it writes.
type wire struct {
	net.Conn
	server           *postgres
	address          string
	heard            *atomic.Int64
	reading, writing atomic.Int64
}

func (w *wire) Read(b []byte) (int, error) {
	w.reading.Store(time.Now().UnixNano())
	n, err := w.Conn.Read(b)
	w.reading.Store(0)
	if n > 0 {
		w.heard.Store(time.Now().UnixNano())
	}
	return n, err
}

func (w *wire) Write(b []byte) (int, error) {
	w.writing.Store(time.Now().UnixNano())
	defer w.writing.Store(0)
	return w.Conn.Write(b)
}

// Close closes the connection and stops watching it.
func (w *wire) Close() error {
	w.server.mu.Lock()
	delete(w.server.wires, w)
	w.server.mu.Unlock()
	return w.Conn.Close()
}
