package opening

import (
	"regexp"
	"testing"
	"time"

	"consigne/internal/kernel/fault"
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

func TestACodeIsSixDigits(t *testing.T) {
	shape, seen := regexp.MustCompile(`^[0-9]{6}$`), map[string]bool{}
	zero := false
	for range 1000 {
		digits := newDigits()
		seen[digits] = true
		zero = zero || digits[0] == '0'
		if !shape.MatchString(digits) {
			t.Fatalf("%q", digits)
		}
	}
	if len(seen) < 950 || !zero { // of a million codes, 1000 draws repeat one once in two runs; a tenth begins with 0
		t.Errorf("%d different codes, one begins with 0: %v", len(seen), zero)
	}
}

func TestWhatOpens(t *testing.T) {
	for typed, want := range map[string]bool{
		"042917": true, "042918": false, "42917": false, "0429170": false, "": false,
		" 042917": false,
	} {
		if (Code{Digits: "042917"}).matches(typed) != want {
			t.Errorf("%q: not %v", typed, want)
		}
	}
}

// After five wrong codes within a minute, the sixth try waits for the rest of that minute.
func TestTriesAMinute(t *testing.T) {
	for _, c := range []struct {
		try   int
		after time.Duration // since the first
		wait  time.Duration // 0: the try is allowed
	}{
		{1, 0, 0},
		{5, 59 * time.Second, 0},
		{6, 10 * time.Second, 50 * time.Second},
		{6, 59 * time.Second, time.Second},
		{40, 30 * time.Second, 30 * time.Second},
	} {
		err := tooMany(c.try, noon, noon.Add(c.after))
		switch {
		case c.wait == 0 && err != nil,
			c.wait > 0 && (!fault.Is(err, fault.KindTooMany) || fault.Of(err).RetryAfter != c.wait):
			t.Errorf("try %d after %s: %v", c.try, c.after, err)
		}
	}
}
