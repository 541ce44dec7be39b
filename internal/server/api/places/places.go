// Package places holds the calls about operators, stations, lockers, controllers, codes and open data.
package places

import "consigne/internal/server/api"

// area holds the handlers of these calls.
type area struct {
	*api.Server
	openData *openDataCache
}

// Register adds the calls.
func Register(s *api.Server) {
	a := area{s, &openDataCache{source: s.Stations, clock: s.Clock}}
	a.registerOperators()
	a.registerStations()
	a.registerMap()
	a.registerOpenData()
	a.registerLockers()
	a.registerOpenings()
	a.registerAvailability()
	a.registerInterventions()
}
