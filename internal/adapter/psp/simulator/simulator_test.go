package simulator_test

import (
	"testing"

	"consigne/internal/adapter/psp/psptest"
	"consigne/internal/adapter/psp/simulator"
)

func TestContract(t *testing.T) {
	psptest.Run(t, simulator.New(), psptest.Tokens{
		Accepted: simulator.Accepted, Declined: simulator.Declined, Expired: simulator.Expired, Unknown: "sim_inconnue",
	}, simulator.TooSmall)
}
