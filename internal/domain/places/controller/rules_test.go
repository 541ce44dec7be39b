package controller

import (
	"testing"
	"time"
)

type fixed time.Time

func (f fixed) Now() time.Time { return time.Time(f) }

// A controller is silent two minutes after it reported to be gone, or five minutes after it was last heard; the time
// during which the server itself heard nothing does not count.
func TestWhenAControllerIsSilent(t *testing.T) {
	at := func(minute, second int) time.Time { return time.Date(2026, 3, 10, 12, minute, second, 0, time.UTC) }
	long := at(-60, 0)
	for _, c := range []struct {
		name      string
		listening time.Time // since
		heard     time.Time // last
		gone      time.Time // by its last will; zero: it did not say so
		now       time.Time
		silent    bool
	}{
		{"just heard", long, at(0, 0), time.Time{}, at(0, 1), false},
		{"three messages missed, within the grace", long, at(0, 0), time.Time{}, at(4, 59), false},
		{"the grace is over", long, at(0, 0), time.Time{}, at(5, 0), true},
		{"gone, within the grace", long, at(0, 0), at(0, 0), at(1, 59), false},
		{"gone, the grace is over", long, at(0, 0), at(0, 0), at(2, 0), true},
		{"the broker was away until 12:10", at(10, 0), at(0, 0), time.Time{}, at(14, 59), false},
		{"and five minutes later", at(10, 0), at(0, 0), time.Time{}, at(15, 0), true},
		{"gone, and the broker came back just now", at(10, 0), at(0, 0), at(9, 0), at(11, 59), false},
		{"gone, and the broker is back for the grace", at(10, 0), at(0, 0), at(9, 0), at(12, 0), true},
		{"long unheard, the broker is back for the grace alone", at(10, 0), at(0, 0), time.Time{}, at(12, 0), false},
		{"listening since the future, by a clock that went back", at(10, 0), at(0, 0), at(0, 0), at(5, 0), false},
	} {
		quiet, known := (&Service{clock: fixed(c.now)}).Quiet(c.listening)
		// as the store compares
		silent := known && (!c.gone.IsZero() && !c.gone.After(quiet.GoneBefore) || !c.heard.After(quiet.HeardBefore))
		if silent != c.silent {
			t.Errorf("%s: silent %v: %+v, %v", c.name, silent, quiet, known)
		}
	}
}
