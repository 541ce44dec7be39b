package station

import (
	"context"
	"time"
)

// Published is a station that its operator publishes as open data.
type Published struct {
	Station
	CargoBikes int       // lockers in service for them
	Free       bool      // a stay at the tariff of everybody costs nothing, as long as it keeps to its limits
	ChangedAt  time.Time // by somebody: the station or one of its lockers, last
}

// Publisher reads what operators publish.
type Publisher interface {
	// PublishedStations lists the stations in service of the operators that publish them,
	// by name.
	PublishedStations(ctx context.Context) ([]Published, error)
	// PublishedVersion names what PublishedStations would return: as long as it is the
	// same, so are the stations. It costs little, whatever there is in the database.
	PublishedVersion(ctx context.Context) (string, error)
}
