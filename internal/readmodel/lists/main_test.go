package lists_test

import (
	"flag"
	"os"
	"testing"

	"consigne/internal/readmodel/lists"
	"consigne/internal/testenv"
)

// Tests have small batches; benchmarks those of the product, except in a smoke run, which is one with the tests.
func TestMain(m *testing.M) {
	flag.Parse()
	if testenv.Smoke() || flag.Lookup("test.bench").Value.String() == "" {
		lists.InSmallBatches()
	}
	os.Exit(m.Run())
}
