package station

import (
	"context"
	"time"
)

// Published is a station whose operator publishes open data (docs/rules.md#open-data).
type Published struct {
	Station
	CargoBikes int       // lockers in service for cargo bikes
	Free       bool      // whether a tariff for everybody, at any time, costs nothing for a stay within its limits
	ChangedAt  time.Time // the last change of the station or one of its lockers, without changes of occupancy
	// CountedAt is the instant of the oldest count among those of which the counters are made; nil when they are open
	// stays, which are counted when they are read.
	CountedAt *time.Time
}

// Published lists, by name, the stations that are published.
func (s *Service) Published(ctx context.Context) ([]Published, error) {
	return s.store.PublishedStations(ctx)
}

// PublishedVersion returns a version of the result of Published: while the version is the same, so is
// the result. It is cheap, however much data there is.
func (s *Service) PublishedVersion(ctx context.Context) (string, error) {
	return s.store.PublishedVersion(ctx)
}

// Publisher reads the stations published as open data.
type Publisher interface {
	// PublishedStations lists, by name, the stations in service of the operators that publish open
	// data.
	PublishedStations(ctx context.Context) ([]Published, error)
	// PublishedVersion returns a version of the result of PublishedStations: while the version is the
	// same, so is the result. It is cheap, however much data there is.
	PublishedVersion(ctx context.Context) (string, error)
}
