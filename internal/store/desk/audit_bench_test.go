package desk_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/paging"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// BenchmarkAuditLog reads pages of each filter in logs of 100,000 and of a million lines by turns: the first, the last
// that has a number, and one deep in the log by key. It reports the medians and their ratios (docs/performance.md).
func BenchmarkAuditLog(b *testing.B) {
	until := time.Now()
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		b.Run(engine, func(b *testing.B) {
			logs := []*audit.Service{}
			for _, lines := range []int{100_000, 1_000_000} {
				url := address(b)
				s := storetest.Open(b, url)
				newStations(b, s)
				storetest.FillAudit(b, url, lines, until)
				logs = append(logs, audit.NewService(s))
			}
			for _, c := range filters(until) {
				b.Run(c.name, func(b *testing.B) { compare(b, logs, c.filter, until) })
			}
		})
	}
}

type namedFilter struct {
	name   string
	filter audit.Filter
}

func filters(until time.Time) []namedFilter {
	ago := func(days int) *time.Time { return new(until.AddDate(0, 0, -days)) }
	station := audit.Object{Kind: audit.KindStation, ID: 2}
	return []namedFilter{
		{"none", audit.Filter{}},
		{"a month", audit.Filter{From: ago(90), Before: ago(60)}},
		{"operator", audit.Filter{OperatorID: 1}},
		{"operator, a month", audit.Filter{OperatorID: 1, From: ago(90), Before: ago(60)}},
		{"kind", audit.Filter{Object: audit.Object{Kind: audit.KindStay}}},
		{"kind, rare", audit.Filter{Object: audit.Object{Kind: audit.KindOperator}}},
		{"operator, kind", audit.Filter{OperatorID: 2, Object: audit.Object{Kind: audit.KindPayment}}},
		{"operator, kind it has not", audit.Filter{OperatorID: 3, Object: audit.Object{Kind: audit.KindPayment}}},
		{"action", audit.Filter{Action: audit.StayStarted}},
		{"action, rare", audit.Filter{Action: audit.OperatorChanged}},
		{"operator, action", audit.Filter{OperatorID: 2, Action: audit.StayStarted}},
		{"operator, action it has not", audit.Filter{OperatorID: 3, Action: audit.PaymentPresented}},
		{"action of another kind", audit.Filter{Action: audit.StayStarted, Object: audit.Object{Kind: audit.KindPayment}}},
		{"station", audit.Filter{}.On(station)},
		{"station, operator", audit.Filter{OperatorID: 1}.On(station)},
		{"station, another operator", audit.Filter{OperatorID: 3}.On(station)},
		{"station, action", audit.Filter{Action: audit.StayStarted}.On(station)},
		{
			"station, action it has not",
			audit.Filter{Action: audit.StayStarted}.On(audit.Object{Kind: audit.KindStation, ID: 1}),
		},
		{"station, a month", audit.Filter{From: ago(90), Before: ago(60)}.On(station)},
		{"object", audit.Filter{Object: audit.Object{Kind: audit.KindLocker, ID: 7}}},
		{"object, action", audit.Filter{Object: audit.Object{Kind: audit.KindLocker, ID: 7}, Action: audit.LockerChanged}},
		{"object, actor", audit.Filter{Object: audit.Object{Kind: audit.KindLocker, ID: 7}, ActorID: storetest.BusyActor}},
		{"rare actor", audit.Filter{ActorID: 7}},
		{"rare actor, frequent action", audit.Filter{ActorID: 7, Action: audit.StayStarted}},
		{"busy actor", audit.Filter{ActorID: storetest.BusyActor}},
		{"busy actor, action", audit.Filter{ActorID: storetest.BusyActor, Action: audit.LockerChanged}},
		{"busy actor, frequent action", audit.Filter{ActorID: storetest.BusyActor, Action: audit.StayStarted}},
		{"busy actor, operator", audit.Filter{ActorID: storetest.BusyActor, OperatorID: 3}},
		{
			"busy actor, operator, kind",
			audit.Filter{ActorID: storetest.BusyActor, OperatorID: 3, Object: audit.Object{Kind: audit.KindPayment}},
		},
		{"busy actor, station", audit.Filter{ActorID: storetest.BusyActor}.On(station)},
		{"busy actor, station, action", audit.Filter{ActorID: storetest.BusyActor, Action: audit.CodeGiven}.On(station)},
		{"everything", audit.Filter{
			ActorID: storetest.BusyActor, OperatorID: 1, Action: audit.CodeGiven, From: ago(365),
			Before: ago(1),
		}.On(station)},
	}
}

// compare reads the same pages of both logs by turns, and pages of the larger log that match as many lines as the
// smaller one: those of the last tenth of the time, as it holds ten times the lines.
func compare(b *testing.B, logs []*audit.Service, filter audit.Filter, until time.Time) {
	ctx := context.Background()
	type reading struct {
		name    string
		log     *audit.Service
		filter  audit.Filter
		lines   int
		windows [3]paging.Window
		times   [3][]time.Duration
	}
	total := func(log *audit.Service, filter audit.Filter) int {
		first, err := log.Lines(ctx, filter, paging.First(10))
		storetest.Check(b, err)
		return first.Total
	}
	readings := []*reading{{name: "100k", log: logs[0], filter: filter}, {name: "1M", log: logs[1], filter: filter}}
	if few, many := total(logs[0], filter), total(logs[1], filter); few < paging.MostNumbered && many > few*3/2 {
		bounded, tenth := filter, filter
		if filter.From == nil {
			bounded.From, bounded.Before = new(until.AddDate(-1, 0, 0)), new(until.Add(time.Second))
		}
		tenth.Before = bounded.Before
		tenth.From = new(bounded.Before.Add(-bounded.Before.Sub(*bounded.From) / 10))
		readings = append(readings, &reading{name: "100k-year", log: logs[0], filter: bounded},
			&reading{name: "1M-tenth", log: logs[1], filter: tenth})
	}
	for _, r := range readings {
		r.lines = total(r.log, r.filter)
		from, before := until.AddDate(-1, 0, 0), until
		if r.filter.From != nil {
			from, before = *r.filter.From, *r.filter.Before
		}
		deep := paging.Window{Limit: 10, After: &paging.Key{At: before.Add(-before.Sub(from) * 3 / 4)}}
		r.windows = [3]paging.Window{paging.First(10), {Limit: 10, Offset: max(0, r.lines-1) / 10 * 10}, deep}
	}
	for b.Loop() {
		for page := range 3 {
			for _, r := range readings {
				start := time.Now()
				_, err := r.log.Lines(ctx, r.filter, r.windows[page])
				storetest.Check(b, err)
				r.times[page] = append(r.times[page], time.Since(start))
			}
		}
	}
	for _, r := range readings {
		b.ReportMetric(float64(r.lines), "lines-"+r.name)
	}
	for page, name := range []string{"first", "last", "deep"} {
		medians := make([]float64, len(readings))
		for i, r := range readings {
			slices.Sort(r.times[page])
			medians[i] = float64(r.times[page][len(r.times[page])/2].Microseconds()) / 1000
			b.ReportMetric(medians[i], fmt.Sprintf("%s-%s-ms", name, r.name))
		}
		b.ReportMetric(medians[1]/medians[0], name+"-ratio")
		// At equal numbers of matches: those of the two logs themselves, or of the year and of the tenth.
		last := len(readings) - 1
		if few, many := readings[last-1].lines, readings[last].lines; few*4 >= many*3 && many*4 >= few*3 {
			b.ReportMetric(medians[last]/medians[last-1], name+"-equal-ratio")
		}
	}
}

// newStations creates three operators with the stations of FillAudit.
func newStations(b *testing.B, s *store.Store) {
	b.Helper()
	for _, name := range []string{"Grandval", "Littoral", "Ancien"} {
		storetest.Must(b)(s.CreateOperator(b.Context(), operator.Operator{Name: name}, storetest.Now))
	}
	for i := range 40 {
		of := int64(1)
		if i >= 36 {
			of = 3
		} else if i >= 24 {
			of = 2
		}
		storetest.Must(b)(s.CreateStation(b.Context(),
			station.Station{OperatorID: of, Name: "Gare", Kind: station.Individual, Active: true}, storetest.Now))
	}
}
