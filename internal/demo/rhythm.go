package demo

import (
	"slices"
	"time"

	"consigne/internal/kernel/clock"
)

// The relative demand of each hour of a day.
var (
	workday = [24]int64{2, 1, 1, 1, 2, 8, 24, 60, 70, 38, 22, 20, 26, 24, 20, 18, 24, 34, 36, 24, 14, 10, 8, 4}
	dayOff  = [24]int64{4, 3, 2, 1, 1, 2, 4, 8, 16, 26, 34, 32, 24, 24, 28, 28, 24, 20, 18, 16, 14, 12, 10, 6}
)

const secondsOfAnHour = 60 * 60

// rhythm spreads demand over the year that ends now. It uses whole numbers, so that every machine draws the same
// times.
type rhythm struct {
	start time.Time
	hours []int64 // cumulative demand before each hour of the year, and at its end
}

func newRhythm(now time.Time, season [12]int64) rhythm {
	const hours = 365 * 24
	r := rhythm{start: now.Add(-hours * time.Hour).Truncate(time.Second), hours: make([]int64, 1, hours+1)}
	for h := range hours {
		local := r.start.Add(time.Duration(h) * time.Hour).In(clock.Paris)
		profile := workday
		if day := local.Weekday(); day == time.Saturday || day == time.Sunday {
			profile = dayOff
		}
		perSecond := profile[local.Hour()] * season[local.Month()-1]
		r.hours = append(r.hours, r.hours[h]+perSecond*secondsOfAnHour)
	}
	return r
}

// at returns the time, to the second, by which that much demand has accumulated.
func (r rhythm) at(demand int64) time.Time {
	hour, exact := slices.BinarySearch(r.hours, demand)
	if !exact {
		hour--
	}
	perSecond := (r.hours[hour+1] - r.hours[hour]) / secondsOfAnHour
	seconds := int64(hour)*secondsOfAnHour + (demand-r.hours[hour])/perSecond
	return r.start.Add(time.Duration(seconds) * time.Second)
}

// before returns the demand accumulated before a time of the year.
func (r rhythm) before(instant time.Time) int64 {
	seconds := int64(instant.Sub(r.start) / time.Second)
	hour := min(seconds/secondsOfAnHour, int64(len(r.hours)-2))
	perSecond := (r.hours[hour+1] - r.hours[hour]) / secondsOfAnHour
	return r.hours[hour] + (seconds-hour*secondsOfAnHour)*perSecond
}
