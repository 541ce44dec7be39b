package testenv

import (
	"flag"
	"testing"
)

// Checks has the properties of a test tried with n random cases each, and not with as many as others: for those of
// which each asks a database many times. A number on the command line (-rapid.checks, `make drill-properties`) goes
// before.
func Checks(t *testing.T, n string) {
	t.Helper()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if given {
		return
	}
	checks := flag.Lookup("rapid.checks").Value
	before := checks.String()
	if err := checks.Set(n); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = checks.Set(before) })
}
