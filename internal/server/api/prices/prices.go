// Package prices holds the calls about tariffs, simulation and repricing.
package prices

import "consigne/internal/server/api"

// area holds the handlers of these calls.
type area struct{ *api.Server }

// Register adds the calls.
func Register(s *api.Server) {
	a := area{s}
	a.registerTariffs()
	a.registerTariffLists()
	a.registerTariffSave()
	a.registerTariffCalendar()
	a.registerSimulation()
	a.registerReplays()
}
