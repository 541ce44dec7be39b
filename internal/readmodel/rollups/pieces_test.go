package rollups

import (
	"testing"

	"pgregory.net/rapid"

	"consigne/internal/domain/desk/statistics"
	"consigne/internal/kernel/clock"
)

// The pieces of a period add each of its days up once and leave no other, none holds a stale day in a block, and they
// are few.
func TestPiecesOfAPeriod(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SampledFrom([]shape{asStored, shapes[ByLocker], shapes[ByHour], shapes[ByMinutes]}).Draw(t, "shape")
		first := clock.Day(rapid.IntRange(-1000, 30_000).Draw(t, "first"))
		period := statistics.Period{First: first, Last: first + clock.Day(rapid.IntRange(0, 3*366-1).Draw(t, "more"))}
		stale := []int64{}
		if rapid.Bool().Draw(t, "stale") {
			stale = append(stale, dayPeriod(period.Last-1), dayPeriod(period.Last))
		}
		times, pieces := map[int64]int64{}, of.piecesOf(period, stale)
		for _, p := range pieces {
			from, before := p.period, p.period+p.blockOfDays
			if p.blockOfDays == 0 {
				before = from + 1
			}
			for day := from; day < before; day++ {
				if times[day] += p.times; times[day] == 0 {
					delete(times, day)
				}
				for _, gone := range stale {
					if day == gone && p.blockOfDays > 0 {
						t.Fatalf("%v holds a stale day", p)
					}
				}
			}
		}
		for day := dayPeriod(period.First); day <= dayPeriod(period.Last); day++ {
			if times[day] != 1 {
				t.Fatalf("day %d is counted %d times by %v", day, times[day], pieces)
			}
		}
		if len(times) != period.Days() {
			t.Fatalf("%d days instead of %d, by %v", len(times), period.Days(), pieces)
		}
		if of.blocks && len(pieces) > 24 {
			t.Fatalf("%d pieces for %d days", len(pieces), period.Days())
		}
	})
}
