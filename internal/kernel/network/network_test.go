package network

import "testing"

func TestNetwork(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"2001:db8:1:2::1": "2001:db8:1:2::/64",
		"2001:db8:1:3::1": "2001:db8:1:3::/64", "fe80::1%eth0": "fe80::/64", "pipe": "pipe",
	} {
		if got := Of(address); got != want {
			t.Errorf("Of(%s) = %s, want %s", address, got, want)
		}
	}
}

func TestWideNetwork(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.0/24", "::ffff:192.0.2.7": "192.0.2.0/24", "2001:db8:1:2:3:4:5:6": "2001:db8:1::/48",
		"2001:db8::5":  "2001:db8::/48",
		"fe80::1%eth0": "", "pipe": "", "": "",
	} {
		if got := Wide(address); got != want {
			t.Errorf("Wide(%s) = %s, want %s", address, got, want)
		}
	}
	for text, want := range map[string]string{
		"192.0.2.0/24": "192.0.2.0/24", "192.0.2.9/24": "192.0.2.0/24", "2001:DB8:1::/48": "2001:db8:1::/48",
		"192.0.2.0/16": "", "192.0.2.0": "", "2001:db8::/64": "", "ici": "",
	} {
		if got, ok := ParseWide(text); ok != (want != "") || ok && got != want {
			t.Errorf("ParseWide(%s) = %s, %t, want %s", text, got, ok, want)
		}
	}
}
