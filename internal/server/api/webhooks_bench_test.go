package api_test

import (
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// BenchmarkWebhookEvents measures what two events add to a stay that is begun and ended through the field API: the
// processor time of this process and of PostgreSQL, in turns with an endpoint that is inactive. It is to be 1 ms at
// most.
func BenchmarkWebhookEvents(b *testing.B) {
	rounds, stays := testenv.Size(40), testenv.Size(25)
	for engine, address := range storetest.URLs(b) {
		s := storetest.Open(b, address)
		lockerID := storetest.NewLocker(b, s)
		storetest.Must(b)(s.CreateTariff(b.Context(), tariff.Tariff{
			OperatorID: 1, Version: 1, AdminLabel: "À l'heure", PublicLabel: "Casier",
			Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50},
			Sites: []tariff.Site{{Lockers: []tariff.LockerRef{{ID: lockerID}}}},
		}, storetest.Now))
		storetest.Check(b, s.KnowAccount(b.Context(), 1, 1))
		endpoint := webhook.Endpoint{
			OperatorID: 1, Address: "https://exemple.fr",
			Events: []webhook.Type{webhook.StayStarted, webhook.StayEnded}, CreatedAt: storetest.Now,
		}
		endpoint.ID = storetest.Must(b)(s.CreateEndpoint(b.Context(), endpoint))
		site := newLedgerBench(b, s, s)
		b.Run(engine, func(b *testing.B) {
			last := time.Now().AddDate(0, -6, 0)
			for b.Loop() {
				var spent [2][]time.Duration
				for round := range rounds {
					for i := range spent {
						told := (round + i) % 2
						endpoint.Active = told == 1
						storetest.Check(b, s.UpdateEndpoint(b.Context(), endpoint))
						before := storetest.ProcessorTime(b, s)
						for range stays {
							site.stay(b, &last)
						}
						spent[told] = append(spent[told], storetest.ProcessorTime(b, s)-before)
					}
				}
				for _, times := range spent {
					slices.Sort(times)
				}
				median := func(told int) float64 { return float64(spent[told][rounds/2].Microseconds()) / float64(stays) }
				b.ReportMetric(0, "ns/op") // left out
				b.ReportMetric(median(0), "processor-µs/stay-without")
				b.ReportMetric(median(1), "processor-µs/stay")
				b.ReportMetric(median(1)-median(0), "µs-more")
				if more := median(1) - median(0); more > 1000 && !testenv.Smoke() {
					b.Errorf("two events add %.0f µs to a stay", more)
				}
			}
			if n, err := s.Count(b.Context(), "test", `SELECT COUNT(*) FROM webhook_deliveries`); err != nil ||
				n < 2*rounds*stays {
				b.Errorf("%d events: %v", n, err)
			}
		})
	}
}
