package main

import "time"

// linger returns how long a node that was told to stop still takes requests while it reports not ready: a little more
// than two health checks of deploy/haproxy/haproxy.cfg. Without a proxy, no one checks and it is 0.
func (c config) linger() time.Duration {
	if len(c.proxies) == 0 {
		return 0
	}
	return 1500 * time.Millisecond
}
