package network_test

import (
	"net/netip"
	"testing"

	"pgregory.net/rapid"

	"consigne/internal/kernel/network"
)

func TestWhichAddressesArePublic(t *testing.T) {
	for address, public := range map[string]bool{
		"8.8.8.8": true, "91.198.174.192": true, "2606:4700::1111": true, "2a02:ec80:300:ed1a::1": true,
		"100.63.255.255": true, "172.15.0.1": true, "172.32.0.1": true,
		"0.0.0.0": false, "0.1.2.3": false, "10.0.0.1": false, "100.64.0.1": false, "100.127.255.255": false,
		"127.0.0.1": false, "127.8.8.8": false,
		"169.254.169.254": false, "172.16.0.1": false, "172.31.255.255": false, "192.0.0.170": false, "192.0.2.1": false,
		"192.88.99.1": false,
		"192.168.1.1": false, "198.18.0.1": false, "198.19.255.255": false, "198.51.100.7": false, "203.0.113.9": false,
		"224.0.0.1": false,
		"239.1.2.3": false, "240.0.0.1": false, "255.255.255.255": false, "168.63.129.16": false,
		"::": false, "::1": false, "::7f00:1": false, "::808:808": false, "::ffff:127.0.0.1": false, "::ffff:8.8.8.8": false,
		"::ffff:0:8.8.8.8": false,
		"64:ff9b::8.8.8.8": false, "64:ff9b::a00:1": false, "64:ff9b:1::1": false, "100::1": false, "2001::1": false,
		"2001:2::1": false, "2001:10::1": false, "2001:db8::1": false,
		"2002:7f00:1::": false, "2002:808:808::1": false, "3fff::1": false, "5f00::1": false, "fc00::1": false,
		"fd00:ec2::254": false, "fe80::1": false, "fe80::1%eth0": false,
		"2606:4700::1111%eth0": false, "fec0::1": false, "ff02::1": false, "4000::1": false,
	} {
		if got := network.IsPublic(netip.MustParseAddr(address)); got != public {
			t.Errorf("%s is public: %t", address, got)
		}
	}
	if network.IsPublic(netip.Addr{}) {
		t.Error("no address is public")
	}
}

// Whatever an IPv4 address is, it is not public in the clothes of an IPv6 address that leads to it.
func TestNoAddressHidesInAnother(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var four [4]byte
		copy(four[:], rapid.SliceOfN(rapid.Byte(), 4, 4).Draw(t, "address"))
		for _, prefix := range []string{"::", "::ffff:0:0", "64:ff9b::"} {
			clothes := netip.MustParseAddr(prefix).As16()
			copy(clothes[12:], four[:])
			if network.IsPublic(netip.AddrFrom16(clothes)) {
				t.Fatalf("%s is public", netip.AddrFrom16(clothes))
			}
		}
		six := netip.MustParseAddr("2002::1").As16()
		copy(six[2:6], four[:])
		if network.IsPublic(netip.AddrFrom16(six)) {
			t.Fatalf("%s is public", netip.AddrFrom16(six))
		}
	})
}

func TestNumericHosts(t *testing.T) {
	for host, numeric := range map[string]bool{
		"2130706433": true, "0x7f000001": true, "0x7f.1": true, "127.1": true, "0177.0.0.1": true, "127.0.0.0x1": true,
		"017700000001": true, "127.0.0.1.": true, "999.1": true, "exemple.0x": true,
		"exemple.fr": false, "10.exemple.fr": false, "0x7f.fr": false, "a1": false, "": false, "1a": false,
	} {
		if got := network.IsNumeric(host); got != numeric {
			t.Errorf("%q: %t", host, got)
		}
	}
}
