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
	dial   func(ctx context.Context, network, address string) (net.Conn, error)
	done   chan struct{}
	once   sync.Once
	silent atomic.Bool
	heard  atomic.Int64 // when anything last came, in nanoseconds

	mu    sync.Mutex
	wires map[*wire]struct{}
}

func newPostgres(url string, as opening) (*postgres, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		// The driver's error repeats the address, password included.
		return nil, errors.New("l'adresse PostgreSQL n'est pas lisible")
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 1500 * time.Millisecond
	}
	p := &postgres{config: config.Copy(), dial: config.DialFunc, done: make(chan struct{}), wires: map[*wire]struct{}{}}
	config.DialFunc = p.connect
	p.DB = as.openDB(stdlib.GetConnector(*config))
	p.SetMaxOpenConns(16)
	p.SetMaxIdleConns(16)
	p.SetConnMaxIdleTime(5 * time.Minute)
	go p.watch()
	return p, nil
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
		if time.Since(began) > patience { // the next need not try for as long
			p.silent.Store(true)
		}
		return nil, err
	}
	w := &wire{Conn: conn, server: p}
	p.mu.Lock()
	p.wires[w] = struct{}{}
	p.mu.Unlock()
	return w, nil
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
		switch {
		case p.silent.Load():
			p.silent.Store(!p.answers())
		case p.waitsInVain() && !p.answers():
			p.silent.Store(true)
			p.cut()
		}
	}
}

// waitsInVain tells whether something has been awaited for patience while nothing came.
func (p *postgres) waitsInVain() bool {
	before := time.Now().Add(-patience).UnixNano()
	if p.heard.Load() > before {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := range p.wires {
		if since := w.since.Load(); since != 0 && since < before {
			return true
		}
	}
	return false
}

func (p *postgres) answers() bool {
	ctx, cancel := context.WithTimeout(context.Background(), lastWord)
	defer cancel()
	began := time.Now()
	conn, err := pgx.ConnectConfig(ctx, p.config)
	if err != nil {
		// A refusal is an answer too: whoever asks will hear it at once. By the clock: the
		// connection's own deadline may pass just before that of the context.
		return time.Since(began) < lastWord*9/10
	}
	defer func() { _ = conn.Close(ctx) }()
	return conn.Ping(ctx) == nil
}

func (p *postgres) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := range p.wires {
		_ = w.Conn.Close() // not w.Close, which takes the mutex
	}
}

// wire is a connection that tells since when it is waiting.
type wire struct {
	net.Conn
	server *postgres
	since  atomic.Int64
}

func (w *wire) Read(b []byte) (int, error) {
	w.since.Store(time.Now().UnixNano())
	n, err := w.Conn.Read(b)
	w.since.Store(0)
	if n > 0 {
		w.server.heard.Store(time.Now().UnixNano())
	}
	return n, err
}

func (w *wire) Write(b []byte) (int, error) {
	w.since.Store(time.Now().UnixNano())
	defer w.since.Store(0)
	return w.Conn.Write(b)
}

// Close forgets the connection.
func (w *wire) Close() error {
	w.server.mu.Lock()
	delete(w.server.wires, w)
	w.server.mu.Unlock()
	return w.Conn.Close()
}
