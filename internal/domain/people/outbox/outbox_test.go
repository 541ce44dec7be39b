package outbox_test

import (
	"testing"
	"time"

	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/clock"
)

// The name of a mail is the same at every attempt, on a node of whatever time zone.
func TestNameOfAMail(t *testing.T) {
	made := time.Date(2026, 3, 10, 12, 30, 5, 78_000_000, time.UTC)
	for _, at := range []time.Time{made, made.In(clock.Paris), made.Add(time.Microsecond)} {
		if name := (outbox.Mail{ID: 7, CreatedAt: at}).Name(); name != "20260310T123005.078-7" {
			t.Errorf("%s: %s", at, name)
		}
	}
}
