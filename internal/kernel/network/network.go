// Package network tells which part of an Internet address is one subscriber, and which part may be shown and kept.
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

// Part returns the first part of an address, which says where a person is roughly and names no subscriber: the /24 of an
// IPv4 address, the /48 of an IPv6 address. It is empty for a text that is no address.
func Part(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	bits := 48
	if parsed = parsed.Unmap().WithZone(""); parsed.Is4() {
		bits = 24
	}
	prefix, err := parsed.Prefix(bits)
	if err != nil {
		return ""
	}
	return prefix.String()
}
