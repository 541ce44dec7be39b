package simulator_test

import (
	"testing"
	"time"

	"consigne/internal/adapter/psp/psptest"
	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/money"
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

func TestWhatIsTooSmallIsRefused(t *testing.T) {
	provider := simulator.New()
	provider.Least = 50
	for amount, want := range map[money.Cents]payment.Status{49: payment.Invalid, 50: payment.Paid} {
		charge := payment.Order{UUID: amount.String(), Amount: amount, Card: simulator.Accepted}
		if got, err := provider.Collect(t.Context(), charge); err != nil || got.Outcome != want {
			t.Errorf("%s: %+v, %v", amount, got, err)
		}
	}
}
