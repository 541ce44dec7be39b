package network

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// HostKind is what the text of a host tells of it. Where a name leads is known only when it is called.
type HostKind int

// What a host may be.
const (
	PublicHost  HostKind = iota // a server of the public Internet, as far as its text tells
	PrivateHost                 // of a private or reserved network, or this machine
	NowhereHost                 // a name that is reserved for leading nowhere
	NumericHost                 // an IPv4 address in another form than four decimal numbers
	WrongHost                   // no name of a host
)

// hostName is the name of a host in ASCII. What is written otherwise may be read as an address.
var hostName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$`)

// localNames are the last labels of names that lead to no server of the public Internet.
var localNames = []string{
	"localhost", "local", "internal", "localdomain", "intranet", "lan", "home", "corp", "arpa",
	"onion",
}

// KindOfHost returns what the host of an address is, without brackets and port.
func KindOfHost(host string) HostKind {
	address, err := netip.ParseAddr(host)
	switch {
	case err == nil && IsPublic(address):
		return PublicHost
	case err == nil:
		return PrivateHost
	case !hostName.MatchString(host) || strings.Contains(host, ".."):
		return WrongHost
	case IsNumeric(host):
		return NumericHost
	}
	labels := strings.Split(strings.ToLower(strings.TrimSuffix(host, ".")), ".")
	last := labels[len(labels)-1]
	switch {
	case len(labels) == 1 || slices.Contains(localNames, last):
		return PrivateHost
	case last == "test" || last == "invalid":
		return NowhereHost
	}
	return PublicHost
}
