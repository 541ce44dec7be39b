package storetest

import (
	"fmt"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"consigne/internal/store"
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

// MeasureProcessor reports the median and the 99th percentile of the processor time of a call, of this process and of
// the database's own (PostgreSQL on this machine). prepare and after run around each call and are not measured.
func MeasureProcessor(b *testing.B, s *store.Store, prepare, call, after func() error) {
	b.Helper()
	times := []time.Duration{}
	for b.Loop() {
		Check(b, prepare())
		before := ProcessorTime(b, s)
		if err := call(); err != nil {
			b.Fatal(err)
		}
		times = append(times, ProcessorTime(b, s)-before)
		Check(b, after())
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "processor-µs")
	b.ReportMetric(float64(times[(len(times)*99+99)/100-1].Microseconds()), "p99-processor-µs")
}

// ProcessorTime returns the processor time that this process, and the connections of PostgreSQL to the database, have
// taken.
func ProcessorTime(b *testing.B, s *store.Store) time.Duration {
	b.Helper()
	var own syscall.Rusage
	total := time.Duration(0)
	if !s.OnSQLite() {
		pids, err := Lines(b.Context(), s, `SELECT CAST(pid AS TEXT) FROM pg_stat_activity WHERE datname = current_database()
			AND backend_type = 'client backend' ORDER BY pid`)
		Check(b, err)
		for _, pid := range pids {
			text, err := os.ReadFile("/proc/" + pid + "/schedstat") // begins with nanoseconds
			Check(b, err)
			var spent int64
			_, err = fmt.Sscan(string(text), &spent)
			Check(b, err)
			total += time.Duration(spent)
		}
	}
	Check(b, syscall.Getrusage(syscall.RUSAGE_SELF, &own))
	return total + time.Duration(own.Utime.Nano()+own.Stime.Nano())
}
