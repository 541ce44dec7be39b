package lists

import "testing"

// InSmallBatches makes small exports have several batches.
func InSmallBatches() { exportBatch = 100 }

// ManyBeyond makes more matches than these, and more people than these, many, until the test ends.
func ManyBeyond(t testing.TB, matches, people int) {
	few, most := fewMatches, mostPeople
	fewMatches, mostPeople = matches, people
	t.Cleanup(func() { fewMatches, mostPeople = few, most })
}
