// Package network tells which Internet addresses are one subscriber, for limits, and which are one network, for people.
package network

import "net/netip"

// Of returns the network of one Internet subscriber: an IPv4 address, or the /64 of an IPv6 address. A text
// that is no address is returned as it is.
func Of(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if parsed = parsed.Unmap().WithZone(""); parsed.Is4() {
		return parsed.String()
	}
	prefix, err := parsed.Prefix(64)
	if err != nil {
		return address
	}
	return prefix.String()
}

// Wide returns the network of an address as people are shown it: the /24 of an IPv4 address, the /48 of an IPv6
// address. A text that is no address has none.
func Wide(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil || parsed.Zone() != "" {
		return ""
	}
	parsed = parsed.Unmap()
	bits := 48
	if parsed.Is4() {
		bits = 24
	}
	prefix, err := parsed.Prefix(bits)
	if err != nil {
		return ""
	}
	return prefix.String()
}

// ParseWide returns the network that Wide writes so, however it is typed, or false.
func ParseWide(text string) (string, bool) {
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		return "", false
	}
	wide := Wide(prefix.Addr().String())
	return wide, prefix.Masked().String() == wide
}
