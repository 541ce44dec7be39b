package jobs

import (
	"context"
	"sync"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/machines/webhook"
)

const (
	notifyInterval = 500 * time.Millisecond
	// notifiedAtOnce is how many endpoints a node sends to at the same time, and failingAtOnce how many of those whose
	// last call failed: these have a room of their own, so that receivers that hang keep none of the others waiting.
	notifiedAtOnce = 32
	failingAtOnce  = 16
	// notifyTimeout is longer than a run lasts, so that a node stops sending before its lease ends.
	notifyTimeout = webhook.Run + 7*time.Second
)

// Notifier sends events to the systems of operators.
type Notifier struct {
	Queue    *queue.Runner
	Webhooks *webhook.Service
	Log      Log

	mutex   sync.Mutex
	sending map[int64]bool // whether it fails, by endpoint
	workers sync.WaitGroup
}

// Run sends what is due until ctx ends. Each endpoint is worked on apart from the others.
func (n *Notifier) Run(ctx context.Context) {
	every(ctx, n.Log, "notifier", notifyInterval, n.Begin)
	n.workers.Wait()
}

// Begin begins to send to the endpoints to which something is due, and does not wait for them.
func (n *Notifier) Begin(ctx context.Context) error {
	due, err := n.Webhooks.Due(ctx)
	for _, endpoint := range due {
		if n.take(endpoint) {
			n.workers.Go(func() { n.send(ctx, endpoint.ID) })
		}
	}
	return err
}

// Wait returns once nothing is being sent.
func (n *Notifier) Wait() { n.workers.Wait() }

// take reports whether a worker is free for an endpoint that has none.
func (n *Notifier) take(endpoint webhook.DueEndpoint) bool {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if _, busy := n.sending[endpoint.ID]; busy {
		return false
	}
	alike := 0
	for _, fails := range n.sending {
		if fails == endpoint.Fails {
			alike++
		}
	}
	most := notifiedAtOnce
	if endpoint.Fails {
		most = failingAtOnce
	}
	if alike >= most {
		return false
	}
	if n.sending == nil {
		n.sending = map[int64]bool{}
	}
	n.sending[endpoint.ID] = endpoint.Fails
	return true
}

func (n *Notifier) send(ctx context.Context, id int64) {
	defer func() {
		n.mutex.Lock()
		defer n.mutex.Unlock()
		delete(n.sending, id)
	}()
	err := queue.Protect(func() error {
		_, err := n.Queue.Do(ctx, queue.Work{Kind: queue.Webhooks, Timeout: notifyTimeout, Do: n.Webhooks.Deliver}, id)
		return err
	})
	if err != nil && ctx.Err() == nil {
		n.Log.ErrorContext(ctx, "webhooks are not sent", append(facts("notifier", err), "endpoint", id)...)
	}
}
