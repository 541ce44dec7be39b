package people

import "testing"

// ManyBeyond makes more matches than these many, until the test ends.
func ManyBeyond(t testing.TB, matches int) {
	few := fewMatches
	fewMatches = matches
	t.Cleanup(func() { fewMatches = few })
}
