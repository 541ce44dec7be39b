package lists

import "testing"

// InSmallBatches makes small exports, and few people, have several batches.
func InSmallBatches() { exportBatch, countedAtOnce = 100, 3 }

// SkipAfter makes lists skip days before a page that more payments than these precede, until the test ends.
func SkipAfter(t testing.TB, payments int) {
	inOrder, toFind := manyInOrder, manyToFind
	manyInOrder, manyToFind = payments, payments
	t.Cleanup(func() { manyInOrder, manyToFind = inOrder, toFind })
}

// ManyBeyond makes more people than these many, and more than those too many to read, until the test ends.
func ManyBeyond(t testing.TB, people, tooMany int) {
	many, most := manyAccounts, mostAccounts
	manyAccounts, mostAccounts = people, tooMany
	t.Cleanup(func() { manyAccounts, mostAccounts = many, most })
}
