package lists_test

import (
	"flag"
	"os"
	"testing"

	"consigne/internal/readmodel/lists"
)

// Tests have small batches; benchmarks those of the product.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		lists.InSmallBatches()
	}
	os.Exit(m.Run())
}
