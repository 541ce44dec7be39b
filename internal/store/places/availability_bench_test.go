package places_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/places/availability"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// BenchmarkAvailability reads months of an operator of 2,000 stations and 10,000 lockers after two years, of which each
// month each locker was out of service once and each controller silent once (docs/performance.md).
func BenchmarkAvailability(b *testing.B) {
	const months = 24
	today := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for engine, address := range storetest.URLs(b) {
		s := storetest.Open(b, address)
		fillSpans(b, s, testenv.Size(2000), months, today)
		service := availability.NewService(s, at(today))
		now := clock.MonthOf(today)
		for name, read := range map[string]func(ctx context.Context) error{
			"this month":  func(ctx context.Context) error { _, err := service.Of(ctx, 1, now, 1); return err },
			"a year ago":  func(ctx context.Context) error { _, err := service.Of(ctx, 1, now-12, 1); return err },
			"its lockers": func(ctx context.Context) error { _, err := service.Whole(ctx, 1, now-1); return err },
			"the spans of a station": func(ctx context.Context) error {
				list, err := service.Spans(ctx, 1, now-12, 1)
				if len(list) == 0 {
					b.Error("no span")
				}
				return err
			},
		} {
			b.Run(engine+"/"+name, func(b *testing.B) {
				before := storetest.ProcessorTime(b, s)
				storetest.Measure(b, func() error { return read(b.Context()) })
				b.ReportMetric(float64((storetest.ProcessorTime(b, s)-before).Microseconds())/1000/float64(b.N), "processor-ms")
			})
		}
	}
}

// fillSpans stores stations of five lockers and what was unavailable in the months before an instant.
func fillSpans(b *testing.B, s *store.Store, stations, months int, until time.Time) {
	b.Helper()
	first := clock.MonthOf(until) - clock.Month(months) + 1
	storetest.Check(b, s.Atomically(b.Context(), func(ctx context.Context) error {
		opened := first.Begins()
		if _, err := s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, opened); err != nil {
			return err
		}
		for i := range stations {
			id, err := s.CreateStation(ctx, station.Station{
				OperatorID: 1, Name: fmt.Sprint("Station ", i), Kind: station.Individual, Active: true,
			}, opened)
			if err != nil {
				return err
			}
			for range 5 {
				locker := station.Locker{StationID: id, Type: station.Bike, Active: true, Capacity: 1}
				if _, err := s.CreateLocker(ctx, locker, opened); err != nil {
					return err
				}
			}
		}
		contract := availability.Contract{OperatorID: 1, From: first, At: opened, ActorID: 1, Terms: availability.Terms{
			Target: 97_00, Penalty: availability.ByHour, Rate: 100, LeftOut: []station.OutageCause{"vandalisme"},
		}}
		for day := range 6 {
			contract.Hours = append(contract.Hours, availability.Hours{Weekday: day + 1, From: "07:00", To: "21:00"})
		}
		if _, err := s.AddContract(ctx, contract); err != nil {
			return err
		}
		const add = `INSERT INTO unavailable_spans
			(operator_id, station_id, locker_id, kind, began_at, ended_at, cause, attribution) `
		for month := first; month <= clock.MonthOf(until); month++ {
			from := db.Millis(month.Begins())
			if err := s.Exec(ctx, "fill", add+`SELECT 1, station_id, id, 'hors_service', $1 + (id % 600) * 3600000,
				$1 + (id % 600 + 1 + id % 40) * 3600000, CASE WHEN id % 5 = 0 THEN 'vandalisme' ELSE 'serrure' END, 'exploitant'
				FROM lockers`, from); err != nil {
				return err
			}
			if err := s.Exec(ctx, "fill", add+`SELECT 1, id, NULL, 'muette', $1 + (id % 650) * 3600000,
				$1 + (id % 650 + 2) * 3600000, 'controleur', 'exploitant' FROM stations`, from); err != nil {
				return err
			}
		}
		return s.Exec(ctx, "fill", `INSERT INTO span_rulings (span_id, since, ruled_at, actor_id, cause, attribution)
			SELECT id, began_at, ended_at, 1, 'vandalisme', 'tiers' FROM unavailable_spans WHERE id % 20 = 0`)
	}))
}
