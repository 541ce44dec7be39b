package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"consigne/internal/domain/station"
	"consigne/internal/kernel/clock"
)

const (
	// editionFresh is how long an edition is served without asking the database.
	editionFresh = time.Second
	// editionPatience is how old an edition may be that is served while another request checks whether it is current.
	editionPatience = 5 * time.Second
	// editionLife is how long an unchanged version is trusted: a manual write to the database does not change the
	// version.
	editionLife = 10 * time.Minute
)

// press caches the open data on this node and makes it again after a change. At most once a second, and only on a
// request, one request checks whether the latest edition is current.
type press struct {
	source *station.Service
	clock  clock.Clock
	latest atomic.Pointer[edition]
	making sync.Mutex
}

// edition holds everything that is published at one time, and the documents made of it so far.
type edition struct {
	version  string
	made     time.Time
	checked  atomic.Int64 // epoch milliseconds of the last check that the version is current
	stations []station.Published
	of       map[int64][]station.Published // by operator

	mu        sync.Mutex
	documents map[documentKey]*document
	before    map[documentKey]*document // documents of the previous edition
}

type documentKey struct {
	form       string // the content type
	operatorID int64  // 0: all operators
}

// document is a file in the form in which it is served.
type document struct {
	plain, zipped []byte
	etag          string // without quotes
	modified      time.Time
}

// writer makes a document from stations.
type writer func([]station.Published) ([]byte, error)

// document returns the stations of an operator (0: of all) in that form.
func (p *press) document(ctx context.Context, form string, operatorID int64, write writer) (*document, error) {
	e, err := p.edition(ctx)
	if err != nil {
		return nil, err
	}
	return e.document(form, operatorID, write)
}

func (p *press) edition(ctx context.Context) (*edition, error) {
	age := func() (*edition, time.Duration) {
		e := p.latest.Load()
		if e == nil {
			return nil, editionLife
		}
		return e, p.clock.Now().Sub(time.UnixMilli(e.checked.Load())).Abs() // Abs: the clock may have been set back
	}
	e, old := age()
	if old < editionFresh {
		return e, nil
	}
	if old >= editionPatience {
		p.making.Lock()
	} else if !p.making.TryLock() {
		return e, nil
	}
	defer p.making.Unlock()
	if e, old = age(); old < editionFresh { // another request has checked meanwhile
		return e, nil
	}
	now := p.clock.Now()
	version, err := p.source.PublishedVersion(ctx) // read first: the stations may be newer, never older
	if err != nil {
		return nil, err
	}
	if e == nil || e.version != version || now.Sub(e.made).Abs() >= editionLife {
		if e, err = p.make(ctx, version, now, e); err != nil {
			return nil, err
		}
	}
	e.checked.Store(now.UnixMilli())
	p.latest.Store(e)
	return e, nil
}

func (p *press) make(ctx context.Context, version string, now time.Time, before *edition) (*edition, error) {
	list, err := p.source.Published(ctx)
	if err != nil {
		return nil, err
	}
	made := &edition{
		version: version, made: now, stations: list, of: map[int64][]station.Published{}, documents: map[documentKey]*document{},
	}
	for _, st := range list {
		made.of[st.OperatorID] = append(made.of[st.OperatorID], st)
	}
	if before != nil {
		before.mu.Lock()
		defer before.mu.Unlock()
		made.before, before.before = maps.Clone(before.documents), nil
	}
	return made, nil
}

// document makes a document when it is first asked for. It makes only as many as there are operators that publish:
// all other numbers share one empty document.
func (e *edition) document(form string, operatorID int64, write writer) (*document, error) {
	stations, key := e.stations, documentKey{form, operatorID}
	if operatorID != 0 {
		if stations = e.of[operatorID]; stations == nil {
			stations, key.operatorID = []station.Published{}, -1
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if known := e.documents[key]; known != nil {
		return known, nil
	}
	plain, err := write(stations)
	if err != nil {
		return nil, err
	}
	made := &document{plain: plain, etag: digestOf(plain), modified: e.made}
	if before := e.before[key]; before != nil && before.etag == made.etag {
		made = before // this document is unchanged
	} else if made.zipped, err = zip(plain); err != nil {
		return nil, err
	}
	e.documents[key] = made
	return made, nil
}

// etagOf returns the entity tag of a content.
func etagOf(content []byte) string { return `"` + digestOf(content) + `"` }

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

func zip(content []byte) ([]byte, error) {
	out := &bytes.Buffer{}
	writer, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
	if err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if _, err := writer.Write(content); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if err := writer.Close(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	return out.Bytes(), nil
}
