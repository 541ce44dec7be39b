// Package network tells which Internet addresses limits count as one subscriber.
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
