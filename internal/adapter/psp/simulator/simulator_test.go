package simulator_test

import (
	"testing"
	"time"

	"consigne/internal/adapter/psp/psptest"
	"consigne/internal/adapter/psp/simulator"
)

func TestContract(t *testing.T) {
	psptest.Run(t, simulator.New(), psptest.Tokens{
		Accepted: simulator.Accepted, Declined: simulator.Declined, Expired: simulator.Expired, Unknown: "sim_inconnue",
	}, simulator.TooSmall)
}

func TestStatements(t *testing.T) {
	provider, days := simulator.New(), 0
	provider.Now = func() time.Time { return time.Now().AddDate(0, 0, days) }
	psptest.Statements(t, provider, provider, simulator.Accepted, func(n int) { days += n })
}
