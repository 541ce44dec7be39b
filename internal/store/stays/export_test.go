package stays

import "testing"

// ManyBeyond makes exports have batches of that many, and more people than these many, until the test ends.
func ManyBeyond(t testing.TB, rows, people int) {
	batch, most := exportBatch, mostPeople
	exportBatch, mostPeople = rows, people
	t.Cleanup(func() { exportBatch, mostPeople = batch, most })
}
