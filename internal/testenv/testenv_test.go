package testenv_test

import (
	"testing"

	"consigne/internal/testenv"
)

func TestASeedGivesItsNumbersAgain(t *testing.T) {
	t.Setenv("CONSIGNE_TEST_SEED", "7")
	var drawn [2][10]uint64
	for i := range drawn {
		t.Run("", func(t *testing.T) {
			for j := range drawn[i] {
				drawn[i][j] = testenv.Random(t).Uint64() // the numbers go on, as those of one seed
			}
		})
	}
	if drawn[0] != drawn[1] || drawn[0][0] == drawn[0][1] {
		t.Errorf("%d, then %d", drawn[0], drawn[1])
	}
}

// verdict is a test that notes whether it would be skipped or fail.
type verdict struct {
	testing.TB
	skipped, failed bool
}

func (*verdict) Helper()                 {}
func (v *verdict) Skipf(string, ...any)  { v.skipped = true }
func (v *verdict) Fatalf(string, ...any) { v.failed = true }

func TestWhatIsMissingFailsOnlyWhereAllIsRequired(t *testing.T) {
	for _, c := range []struct {
		required string
		found    bool
		want     verdict
	}{
		{"", true, verdict{}},
		{"all", true, verdict{}},
		{"", false, verdict{skipped: true}},
		{"all", false, verdict{failed: true}},
	} {
		t.Setenv("CONSIGNE_TEST_REQUIRE", c.required)
		got := &verdict{TB: t}
		testenv.Needs(got, c.found, "a program")
		if got.skipped != c.want.skipped || got.failed != c.want.failed {
			t.Errorf("%+v: skipped %v, failed %v", c, got.skipped, got.failed)
		}
	}
}
