package stays

import "testing"

// ManyBeyond makes exports have batches of that many, and more people than these many, until the test ends.
func ManyBeyond(t testing.TB, rows, people int) {
	batch, most := exportBatch, mostPeople
	exportBatch, mostPeople = rows, people
	t.Cleanup(func() { exportBatch, mostPeople = batch, most })
}

// RenewingInBatches makes what renews be read in batches of that many until the test ends.
func RenewingInBatches(t testing.TB, most int) {
	before := renewingBatch
	renewingBatch = most
	t.Cleanup(func() { renewingBatch = before })
}
