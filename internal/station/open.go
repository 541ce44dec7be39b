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
	ChangedAt  time.Time // the station or one of its lockers, last
}

// Publisher reads what operators publish.
type Publisher interface {
	// PublishedStations lists the stations in service of an operator (0: of all) that
	// publishes them, by name.
	PublishedStations(ctx context.Context, operatorID int64) ([]Published, error)
}
