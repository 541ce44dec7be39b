package api

import (
	"net/netip"
	"sync"
	"time"
)

// limiter counts calls by network and refuses those beyond a number in a window. When it holds more networks than it
// has room for, it forgets all of them, which bounds its memory.
type limiter struct {
	most   int
	window time.Duration
	room   int

	mu    sync.Mutex
	began time.Time
	calls map[netip.Prefix]int
}

// wait returns how long a caller has to wait, or 0 if the call may go on.
func (l *limiter) wait(address string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	network := networkOf(address)
	if now.Sub(l.began).Abs() >= l.window || (len(l.calls) >= l.room && l.calls[network] == 0) {
		l.began, l.calls = now, map[netip.Prefix]int{}
	}
	if l.calls[network] >= l.most {
		return max(l.began.Add(l.window).Sub(now), time.Second)
	}
	l.calls[network]++
	return 0
}

// networkOf returns the network of one Internet subscriber: an IPv4 address, or the /64 of an IPv6 address. All texts
// that are not addresses count as one network.
func networkOf(text string) netip.Prefix {
	address, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}
	}
	address = address.Unmap().WithZone("")
	bits := 32
	if address.Is6() {
		bits = 64
	}
	network, _ := address.Prefix(bits) // no error: the bits fit the address
	return network
}
