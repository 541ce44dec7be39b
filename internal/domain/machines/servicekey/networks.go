package servicekey

import (
	"context"
	"sync"

	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/network"
)

// mostKnown bounds what a node remembers of the networks of keys.
const mostKnown = 10_000

// origin is a network from which a key was used.
type origin struct {
	keyID   int64
	network string
}

// networks remembers the origins that the database has. The zero value remembers none.
type networks struct {
	mutex sync.Mutex
	seen  map[origin]bool
}

func (n *networks) has(o origin) bool {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return n.seen[o]
}

func (n *networks) add(o origin) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if n.seen == nil || len(n.seen) >= mostKnown {
		n.seen = map[origin]bool{}
	}
	n.seen[o] = true
}

// noteNetwork leaves a security event of the first use of the key from the network of the caller. The database decides
// which node's was the first. The call goes on when that cannot be written; the next one tries again.
func (s *Service) noteNetwork(ctx context.Context, key Key) {
	this := origin{key.ID, network.Wide(security.AddressOf(ctx))}
	if this.network == "" || s.known.has(this) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, noteTimeout)
	defer cancel()
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		first, err := s.store.AddNetwork(ctx, key.ID, this.network)
		if err != nil || !first {
			return err
		}
		return s.security.Note(ctx, security.Event{At: s.clock.Now(), Kind: security.KeyNewNetwork, Reason: reasonOf(key)})
	})
	if err != nil {
		s.log.WarnContext(ctx, "the network of a key could not be noted", "key", key.ID, "error", err)
		return
	}
	s.known.add(this)
}
