package testenv

import (
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
)

const seedVariable = "CONSIGNE_TEST_SEED"

// ofTests holds what Random returned to each running test, as a *rand.Rand.
var ofTests sync.Map

// Random returns the random numbers of the test, which goroutines may share. A test that fails prints
// their seed; CONSIGNE_TEST_SEED gives it again.
func Random(t testing.TB) *rand.Rand {
	t.Helper()
	known, _ := ofTests.Load(t)
	if numbers, again := known.(*rand.Rand); again {
		return numbers
	}
	seed := rand.Uint64()
	if given := os.Getenv(seedVariable); given != "" {
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatalf("%s: %v", seedVariable, err)
		}
	}
	t.Logf("random numbers of %s=%d", seedVariable, seed)
	numbers := rand.New(&lockedSource{source: rand.NewPCG(seed, 0)})
	ofTests.Store(t, numbers)
	t.Cleanup(func() { ofTests.Delete(t) })
	return numbers
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
