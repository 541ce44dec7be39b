package store

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

// A server that is gone resets its connections; one that is frozen, or behind a cable
// that was cut, leaves them waiting. So what waits is watched: when nothing was heard
// for patience, one question is asked apart, and a server that does not answer it
// within lastWord either loses every connection. Until it answers again nobody is made
// to wait for it. A long query of a server that works may take as long as it needs.
const (
	patience  = 600 * time.Millisecond
	lastWord  = 700 * time.Millisecond
	watchPace = 100 * time.Millisecond
)

var errSilent = errors.New("the database server does not answer")

// postgres is the connections to one server.
type postgres struct {
	*sql.DB
	config *pgx.ConnConfig // of the questions asked apart, which nobody watches
	calls  *pgx.ConnConfig // of everything else
	alone  bool            // the address names one host
	dial   func(ctx context.Context, network, address string) (net.Conn, error)
	done   chan struct{}
	once   sync.Once
	silent atomic.Bool

	mu    sync.Mutex
	wires map[*wire]struct{}
	heard map[string]*atomic.Int64 // when anything last came from an address, in nanoseconds
}

func newPostgres(url string, as opening) (*postgres, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		// The driver's error repeats the address, password included.
		return nil, errors.New("l'adresse PostgreSQL n'est pas lisible")
	}
	hosts := hostsOf(config) // each has its share, so that one that is gone leaves time for the next
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 1500 * time.Millisecond / hosts
	}
	p := &postgres{config: config.Copy(), alone: hosts == 1, dial: config.DialFunc, done: make(chan struct{}), wires: map[*wire]struct{}{}, heard: map[string]*atomic.Int64{}}
	p.config.ConnectTimeout = lastWord / hosts
	config.DialFunc = p.connect
	config.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: cancelPatience}
	}
	p.calls = config.Copy()
	p.DB = as.openDB(stdlib.GetConnector(*config, limited(timeouts, config.RuntimeParams)))
	p.SetMaxOpenConns(16)
	p.SetMaxIdleConns(16)
	p.SetConnMaxIdleTime(5 * time.Minute)
	go p.watch()
	return p, nil
}

// hostsOf counts the hosts that an address names.
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

// Close ends every connection.
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
		if p.alone && time.Since(began) > patience { // the next need not try for as long
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
		} else if w := p.waitsInVain(); w != nil && !p.answers(w.address) {
			p.silent.Store(p.alone)
			p.cut(w.address)
		}
	}
}

// waitsInVain returns a connection on which something has been awaited for patience while
// nothing came from its address, or nil.
func (p *postgres) waitsInVain() *wire {
	before := time.Now().Add(-patience).UnixNano()
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

// answers tells whether the server does, at that address or (empty) any.
func (p *postgres) answers(address string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), lastWord)
	defer cancel()
	config := p.config
	if address != "" {
		config = config.Copy()
		config.ConnectTimeout = lastWord
		config.DialFunc = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return p.config.DialFunc(ctx, network, address) // whatever the name means by now
		}
	}
	began := time.Now()
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		// A refusal is an answer too: whoever asks will hear it at once. By the clock: the
		// connection's own deadline may pass just before that of the context.
		return time.Since(began) < lastWord*9/10
	}
	defer func() { _ = conn.Close(ctx) }()
	if conn.Ping(ctx) != nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if heard := p.heard[address]; heard != nil {
		heard.Store(time.Now().UnixNano()) // a long query is asked after once a patience
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

// wire is a connection that tells since when it is waiting. The driver may read while it
// writes.
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

// Close forgets the connection.
func (w *wire) Close() error {
	w.server.mu.Lock()
	delete(w.server.wires, w)
	w.server.mu.Unlock()
	return w.Conn.Close()
}
