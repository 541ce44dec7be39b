package network

import (
	"net/netip"
	"strings"
)

// reserved are the blocks that are no address of a server on the public Internet (IANA's special-purpose registries),
// and those that lead to another address than they show: an IPv4 address written as IPv6 may be any.
var reserved = prefixes(
	"0.0.0.0/8",        // this network
	"10.0.0.0/8",       // private
	"100.64.0.0/10",    // shared by carriers (CGNAT)
	"127.0.0.0/8",      // this machine
	"169.254.0.0/16",   // link-local, and the metadata of clouds
	"172.16.0.0/12",    // private
	"192.0.0.0/24",     // protocol assignments
	"192.0.2.0/24",     // documentation
	"192.31.196.0/24",  // AS112
	"192.52.193.0/24",  // AMT
	"192.88.99.0/24",   // 6to4 relays
	"192.168.0.0/16",   // private
	"192.175.48.0/24",  // AS112
	"198.18.0.0/15",    // benchmarking
	"198.51.100.0/24",  // documentation
	"203.0.113.0/24",   // documentation
	"224.0.0.0/4",      // multicast
	"240.0.0.0/4",      // reserved, and broadcast
	"168.63.129.16/32", // metadata and DNS of a cloud, on an address that looks public

	"::/96",           // unspecified, this machine, IPv4-compatible
	"::ffff:0:0/96",   // IPv4-mapped
	"::ffff:0:0:0/96", // IPv4-translated
	"64:ff9b::/96",    // NAT64
	"64:ff9b:1::/48",  // NAT64 of a local network
	"100::/64",        // discard
	"2001::/23",       // protocol assignments: Teredo, benchmarking, ORCHID
	"2001:db8::/32",   // documentation
	"2002::/16",       // 6to4
	"3fff::/20",       // documentation
	"5f00::/16",       // segment routing
	"fc00::/7",        // unique local, and the metadata of clouds
	"fe80::/10",       // link-local
	"fec0::/10",       // site-local
	"ff00::/8",        // multicast
)

// global is the part of IPv6 that is given to servers and their users.
var global = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

// IsPublic reports whether an address is one of a server on the public Internet. An IPv4 address in the clothes of an
// IPv6 address is not, whatever it is.
func IsPublic(address netip.Addr) bool {
	if !address.IsValid() || address.Zone() != "" || address.Is6() && !global.Contains(address) {
		return false
	}
	for _, block := range reserved {
		if block.Contains(address) {
			return false
		}
	}
	return true
}

// IsNumeric reports whether the name of a host is an IPv4 address in another form than four decimal numbers, which some
// systems read: 2130706433, 0x7f.1, 0177.0.0.1. A name whose last label is a number is one, valid or not.
func IsNumeric(host string) bool {
	host = strings.TrimSuffix(host, ".")
	last := strings.ToLower(host[strings.LastIndexByte(host, '.')+1:])
	if last == "" {
		return false
	}
	digits := "0123456789"
	if rest, hex := strings.CutPrefix(last, "0x"); hex {
		last, digits = rest, "0123456789abcdef"
	}
	return strings.Trim(last, digits) == ""
}
