package rollups

import (
	"slices"

	"consigne/internal/domain/desk/statistics"
)

// Statistics of a period add up rollups of days and of blocks of 4, 16, 64 and 256 days (docs/adr/0043). A block begins
// at a multiple of its length, so that four blocks make the next longer one.

// blockDays lists the lengths of blocks, the longest first.
var blockDays = []int64{256, 64, 16, 4}

// shape tells how the rollup rows t of a dimension are added up in statistics.
type shape struct {
	value, total string // SQL of a row of a day, as blocks have them
	blocks       bool   // there are blocks, of these values and totals
	dailyBlocks  bool   // there are blocks of one day too: they have fewer rows than the day, or a better order
}

// asStored is the shape of the rows of days alone.
var asStored = shape{value: `t.value`, total: `t.total`}

var inBlocks = shape{value: `t.value`, total: `t.total`, blocks: true}

// shapes holds the dimensions of statistics.
var shapes = map[string]shape{
	ByStayState: inBlocks, ByStatus: inBlocks, ByStation: inBlocks, ByLocker: inBlocks, ByIncome: inBlocks,
	ByRefund: inBlocks,
	ByVisit:  {value: `t.value`, total: `t.total`, blocks: true, dailyBlocks: true},
	// The value is the hour of the week. Period 5 is a Monday: 1 January 1970, period 1,000,000, was a Thursday.
	ByHour: {value: `(t.period + 2) % 7 * 24 + t.value`, total: `t.total`, blocks: true},
	// The value is the first of a range of durations, the total their sum in minutes.
	ByMinutes: {
		value: `CASE WHEN t.value < 120 THEN t.value - t.value % 5 WHEN t.value < 1440 THEN t.value - t.value % 30
			ELSE t.value - t.value % 360 END`,
		total: `t.n * t.value`, blocks: true, dailyBlocks: true,
	},
}

// piece is a block or a day, whose rollups are added (times 1) or subtracted (times -1).
type piece struct {
	times       int64
	period      int64 // of a day, or of the first day of a block
	blockOfDays int64 // 0: no block
}

// piecesOf covers a period with the fewest pieces: it finds the shortest way from its first day to its end, where each
// step passes a piece, forwards to add it or backwards to subtract it. stale lists, in order, the periods of the days
// that no block covers.
func (of shape) piecesOf(period statistics.Period, stale []int64) []piece {
	from, to := dayPeriod(period.First), dayPeriod(period.Last+1)
	lowest, highest := from-(to-from), to+(to-from) // ways further away are hardly ever shorter
	type step struct {
		from int64
		piece
	}
	reached, next := make([]step, highest-lowest+1), []int64{from}
	reached[from-lowest].times = 1
	for len(next) > 0 && reached[to-lowest].times == 0 {
		at := next[0]
		next = next[1:]
		of.eachAt(at, stale, func(other int64, p piece) {
			if lowest <= other && other <= highest && reached[other-lowest].times == 0 {
				reached[other-lowest] = step{at, p}
				next = append(next, other)
			}
		})
	}
	list := []piece{}
	for at := to; at != from; at = reached[at-lowest].from {
		list = append(list, reached[at-lowest].piece)
	}
	return list
}

// eachAt passes every piece that begins or ends where a day begins, with the day at its other end.
func (of shape) eachAt(at int64, stale []int64, pass func(other int64, p piece)) {
	fresh := func(first, days int64) bool {
		i, _ := slices.BinarySearch(stale, first)
		return i == len(stale) || stale[i] >= first+days
	}
	for _, days := range blockDays {
		if !of.blocks || at%days != 0 {
			continue
		}
		if fresh(at, days) {
			pass(at+days, piece{1, at, days})
		}
		if fresh(at-days, days) {
			pass(at-days, piece{-1, at - days, days})
		}
	}
	daily := func(period int64) (block int64) {
		if of.dailyBlocks && fresh(period, 1) {
			return 1
		}
		return 0
	}
	pass(at+1, piece{1, at, daily(at)})
	pass(at-1, piece{-1, at - 1, daily(at - 1)})
}
