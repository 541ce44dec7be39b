package places

import (
	"bytes"
	"context"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
)

const (
	// snapshotFresh is how long a snapshot is served without asking the database.
	snapshotFresh = time.Second
	// snapshotStale is how old a snapshot may be that is served while another request checks whether it is current.
	snapshotStale = 5 * time.Second
	// snapshotLife is how long an unchanged version is trusted: a manual write to the database does not change the
	// version.
	snapshotLife = 10 * time.Minute
)

// openDataCache caches the open data on this node and makes it again after a change. At most once a second, and only on
// a request, one request checks whether the latest snapshot is current.
type openDataCache struct {
	source *station.Service
	clock  clock.Clock
	latest atomic.Pointer[openDataSnapshot]
	making sync.Mutex
}

// openDataSnapshot holds everything that is published at one time, and the documents made of it so far.
type openDataSnapshot struct {
	version  string
	made     time.Time
	checked  atomic.Int64 // epoch milliseconds of the last check that the version is current
	stations []station.Published
	of       map[int64][]station.Published // by operator

	mu        sync.Mutex
	documents map[documentKey]*api.PublicFile
	before    map[documentKey]*api.PublicFile // documents of the previous snapshot
}

type documentKey struct {
	form       string // the content type
	operatorID int64  // 0: all operators
}

// writer makes a document from stations and the instant at which they were read, and what is tagged of it: the document
// itself, or the same without that instant.
type writer func(list []station.Published, read time.Time) (document, tagged []byte, err error)

// document returns the stations of an operator (0: of all) in that form.
func (p *openDataCache) document(
	ctx context.Context, form string, operatorID int64, write writer,
) (*api.PublicFile, error) {
	e, err := p.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	return e.document(form, operatorID, write)
}

func (p *openDataCache) snapshot(ctx context.Context) (*openDataSnapshot, error) {
	age := func() (*openDataSnapshot, time.Duration) {
		e := p.latest.Load()
		if e == nil {
			return nil, snapshotLife
		}
		return e, p.clock.Now().Sub(time.UnixMilli(e.checked.Load())).Abs() // Abs: the clock may have been set back
	}
	e, old := age()
	if old < snapshotFresh {
		return e, nil
	}
	if old >= snapshotStale {
		p.making.Lock()
	} else if !p.making.TryLock() {
		return e, nil
	}
	defer p.making.Unlock()
	if e, old = age(); old < snapshotFresh { // another request has checked meanwhile
		return e, nil
	}
	now := p.clock.Now()
	version, err := p.source.PublishedVersion(ctx) // read first: the stations may be newer, never older
	if err != nil {
		return nil, err
	}
	if e == nil || e.version != version || now.Sub(e.made).Abs() >= snapshotLife {
		if e, err = p.make(ctx, version, now, e); err != nil {
			return nil, err
		}
	}
	e.checked.Store(now.UnixMilli())
	p.latest.Store(e)
	return e, nil
}

func (p *openDataCache) make(
	ctx context.Context, version string, now time.Time, before *openDataSnapshot,
) (*openDataSnapshot, error) {
	list, err := p.source.Published(ctx)
	if err != nil {
		return nil, err
	}
	made := &openDataSnapshot{
		version: version, made: now, stations: list, of: map[int64][]station.Published{},
		documents: map[documentKey]*api.PublicFile{},
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
func (e *openDataSnapshot) document(form string, operatorID int64, write writer) (*api.PublicFile, error) {
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
	made, err := e.make(stations, write)
	if err != nil {
		return nil, err
	}
	if before := e.before[key]; before != nil && before.Etag == made.Etag {
		made.Modified = before.Modified // nothing but the instant of reading may differ
	}
	e.documents[key] = made
	return made, nil
}

func (e *openDataSnapshot) make(stations []station.Published, write writer) (*api.PublicFile, error) {
	plain, tagged, err := write(stations, e.made)
	if err != nil {
		return nil, err
	}
	zipped, err := api.Gzipped(plain)
	return &api.PublicFile{
		Plain: plain, Zipped: zipped, Etag: api.DigestOf(tagged), Weak: !bytes.Equal(plain, tagged),
		Modified: e.made,
	}, err
}
