package api

import (
	"net/netip"
	"sync"
	"time"
)

// limiter counts calls by network and refuses those beyond a number in a window. It
// forgets everybody when it has counted more networks than it has room for, so that what
// it takes of the memory is bounded.
type limiter struct {
	most   int
	window time.Duration
	room   int

	mu    sync.Mutex
	began time.Time
	calls map[netip.Prefix]int
}

// wait returns how long a caller has to wait, 0 for one that may go on.
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

// networkOf returns what one subscriber of the Internet holds: an IPv4 address, or the
// /64 of an IPv6 address. What is no address counts as one network.
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
	network, _ := address.Prefix(bits) // fits
	return network
}
