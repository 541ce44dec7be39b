// Package testenv serves tests that depend on more than Go: on programs that may be missing, or on
// random numbers.
package testenv

import (
	"os"
	"os/exec"
	"testing"
)

// Needs skips the test when what it needs is not found on this machine. `make test` sets
// CONSIGNE_TEST_REQUIRE=all, so that there the test fails instead and nothing is left untested.
func Needs(t testing.TB, found bool, what string) {
	t.Helper()
	switch {
	case found:
	case Required():
		t.Fatalf("%s is missing: run scripts/install-tools.sh first, then `make test-go`", what)
	default:
		t.Skipf("%s was not tried: it is missing here (`make test` needs it)", what)
	}
}

// Required reports whether a test fails, instead of being skipped, when what it needs is missing.
func Required() bool { return os.Getenv("CONSIGNE_TEST_REQUIRE") == "all" }

// Program returns the path of a program that the test needs. Debian installs some outside of PATH.
func Program(t testing.TB, name string) string {
	t.Helper()
	for _, at := range []string{name, "/usr/sbin/" + name} {
		if path, err := exec.LookPath(at); err == nil {
			return path
		}
	}
	Needs(t, false, name)
	return ""
}
