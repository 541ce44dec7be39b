package stay

import "testing"

func TestWhoIsReadable(t *testing.T) {
	for _, c := range []struct {
		name     string
		customer Customer
		readable bool
	}{
		{"made known by the application", Customer{Known: true, Active: true}, true},
		{"served", Customer{Known: true, Active: true, Remembered: true}, true},
		{"banned", Customer{Known: true, Remembered: true}, true},
		{"of the team", Customer{Known: true, Active: true, Staff: true}, false},
		{"of the team, and served", Customer{Known: true, Active: true, Staff: true, Remembered: true}, true},
		{"known elsewhere alone", Customer{Active: true}, false},
		{"an administrator whom it does not know", Customer{Active: true, Staff: true}, false},
	} {
		if got := c.customer.readable(); got != c.readable {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}
