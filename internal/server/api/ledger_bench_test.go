package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/uuid"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/machines/idempotency"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/ownership"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/pricing"
	"consigne/internal/server/api"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// noLedger enters nothing.
type noLedger struct{ *store.Store }

func (noLedger) AppendEntry(context.Context, ledger.Entry) error { return nil }

// BenchmarkLedgerEntry measures what its entry in the ledger adds to a stay that costs something, begun and ended
// through the field API: the processor time of this process and of PostgreSQL, in turns with a site that enters
// nothing. It is to be 5 % at most.
func BenchmarkLedgerEntry(b *testing.B) {
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
		with, without := newLedgerBench(b, s, s), noLedger{s}
		sites := [2]ledgerBench{newLedgerBench(b, s, without), with}
		b.Run(engine, func(b *testing.B) {
			last := time.Now().AddDate(0, -6, 0)
			for b.Loop() {
				var spent [2][]time.Duration
				for round := range rounds {
					for i := range sites {
						site := (round + i) % 2
						before := storetest.ProcessorTime(b, s)
						for range stays {
							sites[site].stay(b, &last)
						}
						spent[site] = append(spent[site], storetest.ProcessorTime(b, s)-before)
					}
				}
				for _, times := range spent {
					slices.Sort(times)
				}
				median := func(site int) float64 { return float64(spent[site][rounds/2].Microseconds()) / float64(stays) }
				b.ReportMetric(0, "ns/op") // left out
				b.ReportMetric(median(0), "processor-µs/stay-without")
				b.ReportMetric(median(1), "processor-µs/stay")
				b.ReportMetric((median(1)/median(0)-1)*100, "%-more")
			}
			if n, err := s.Count(b.Context(), "test", `SELECT COUNT(*) FROM ledger_waiting`); err != nil || n < rounds*stays {
				b.Errorf("%d entries: %v", n, err)
			}
		})
	}
}

type ledgerBench struct {
	handler http.Handler
	key     string
}

func newLedgerBench(b *testing.B, s *store.Store, stores payment.Store) ledgerBench {
	b.Helper()
	now := clock.System{}
	accounts, err := account.NewService(s, now, account.Options{Secret: bytes.Repeat([]byte("secret"), 6)})
	storetest.Check(b, err)
	keys := servicekey.NewService(s, now, nil, nil)
	_, secret, err := keys.Create(b.Context(), access.Actor{}, 1, servicekey.Grant{Label: "Mesure"})
	storetest.Check(b, err)
	payments := payment.NewService(stores, now, simulator.New())
	handler, err := api.New(api.Components{
		Accounts: accounts, Payments: payments, Keys: keys, Stays: stay.NewService(s, now, payments, nil),
		Idempotency: idempotency.NewService(s, now), Owners: ownership.NewService(s), Ready: s.Ready, Clock: now,
		Log: slog.New(slog.DiscardHandler), Version: "bench", PublicURL: "http://consigne.test",
		Console: fstest.MapFS{"index.html": {Data: []byte(`<script nonce="CSP_NONCE"></script>`)}},
	})
	storetest.Check(b, err)
	return ledgerBench{handler, secret}
}

// stay begins a stay after the last one of the locker, and ends it.
func (l ledgerBench) stay(b *testing.B, last *time.Time) {
	b.Helper()
	begins, ends := last.Add(time.Minute), last.Add(2*time.Minute)
	*last = ends
	begun := l.call(b, "/api/terrain/occupations", map[string]any{"idCasier": 1, "idUtilisateur": 1, "debut": begins})
	ended := l.call(b, fmt.Sprintf("/api/terrain/occupations/%.0f/fin", begun["id"]), map[string]any{"fin": ends})
	if cost, _ := ended["cout"].(float64); cost == 0 {
		b.Fatalf("a stay that costs nothing has no entry: %v", ended)
	}
}

func (l ledgerBench) call(b *testing.B, path string, body any) map[string]any {
	b.Helper()
	text, err := json.Marshal(body)
	storetest.Check(b, err)
	request := httptest.NewRequestWithContext(b.Context(), http.MethodPost, path, bytes.NewReader(text))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+l.key)
	request.Header.Set("Idempotency-Key", uuid.NewString())
	answer := httptest.NewRecorder()
	l.handler.ServeHTTP(answer, request)
	got := map[string]any{}
	if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil || answer.Code >= 300 {
		b.Fatalf("%s: %d %s", path, answer.Code, answer.Body)
	}
	return got
}
