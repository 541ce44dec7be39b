package main

import (
	"context"
	"fmt"
	"time"
)

// linger is how long a node that was told to stop still takes requests, while it is not
// ready any more: two checks of deploy/haproxy/haproxy.cfg and some. Without a proxy
// nobody would hear of it.
func (c config) linger() time.Duration {
	if len(c.proxies) == 0 {
		return 0
	}
	return 1500 * time.Millisecond
}

// ready returns nil when this node can serve, and goes on to.
func (p parts) ready(ctx context.Context) error {
	if err := p.stopping(); err != nil {
		return fmt.Errorf("stopping: %w", err)
	}
	return p.kept.Ready(ctx)
}
