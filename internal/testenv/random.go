package testenv

import (
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
)

const seedVariable = "CONSIGNE_TEST_SEED"

// Random returns random numbers for the test, which goroutines may share. A test that fails prints their
// seed; CONSIGNE_TEST_SEED gives it again. Each call in a test returns the same numbers.
func Random(t testing.TB) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	if given := os.Getenv(seedVariable); given != "" {
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatalf("%s: %v", seedVariable, err)
		}
	}
	t.Logf("random numbers of %s=%d", seedVariable, seed)
	return rand.New(&lockedSource{source: rand.NewPCG(seed, 0)})
}

// lockedSource is a source that goroutines may share.
type lockedSource struct {
	mutex  sync.Mutex
	source rand.Source
}

func (s *lockedSource) Uint64() uint64 {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.source.Uint64()
}
