package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// Measure reports the median and the 99th percentile of the calls.
func Measure(b *testing.B, call func() error) {
	b.Helper()
	times := []time.Duration{}
	for b.Loop() {
		start := time.Now()
		if err := call(); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	reportQuantiles(b, times)
}

// MeasureQuantiles reports the time of a call, over at least a hundred calls. prepare runs before each and
// is not measured.
func MeasureQuantiles(b *testing.B, prepare, call func() error) {
	b.Helper()
	times := []time.Duration{}
	timed := func() {
		if err := prepare(); err != nil {
			b.Fatal(err)
		}
		start := time.Now()
		if err := call(); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	for b.Loop() {
		timed()
	}
	for len(times) < 100 {
		timed()
	}
	reportQuantiles(b, times)
}

// reportQuantiles reports the median and the 99th percentile of the times.
func reportQuantiles(b *testing.B, times []time.Duration) {
	b.Helper()
	slices.Sort(times)
	for _, quantile := range []int{50, 99} {
		b.ReportMetric(float64(times[(len(times)*quantile+99)/100-1].Microseconds())/1000, fmt.Sprintf("p%d-ms", quantile))
	}
}
