package testenv

import (
	"os"
	"testing"
	"time"
)

// Smoke reports whether benchmarks run at a small size, to see that they still work and not to measure.
func Smoke() bool { return os.Getenv("CONSIGNE_BENCH_SMOKE") != "" }

// Size returns how much of something a benchmark works on: all, or a little in a smoke run.
func Size(full int) int {
	if Smoke() {
		return max(full/500, 1)
	}
	return full
}

// SizeIn is Size for what tests use too, which work on all of it.
func SizeIn(b testing.TB, full int) int {
	if _, isTest := b.(*testing.T); isTest {
		return full
	}
	return Size(full)
}

// Span returns for how long a benchmark does something.
func Span(full time.Duration) time.Duration {
	if Smoke() {
		return full / 20
	}
	return full
}
