package jobs_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	caller "consigne/internal/adapter/webhook"
	"consigne/internal/app"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// hostile are receivers that misbehave in each way that costs a sender time.
var hostile = map[string]http.HandlerFunc{
	"hangs": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	"drips": func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, "a")
			_ = http.NewResponseController(w).Flush()
			time.Sleep(100 * time.Millisecond)
		}
	},
	"endless": func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, strings.Repeat("a", 8192)); err != nil {
				return
			}
		}
	},
	"cuts":  func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	"fails": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
	"gone":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) },
	"redirects": func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://169.254.169.254/", http.StatusFound)
	},
}

// Receivers that hang, drip, flood, cut, fail or are gone delay no other: a good one has all of its deliveries within
// 30 seconds, which is less than the hanging ones take for theirs. No delivery is lost. The rates are only logged: a
// busy machine has any.
func TestHostileReceiversDelayNoOther(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.NewLocker(t, s)
		const events = 6000
		alone := pace(t, s, events)
		for name, handler := range hostile {
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body) // a server notices that its caller is gone once it has read the body
				handler(w, r)
			}))
			server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
			server.Start()
			t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
			addEndpoint(t, s, name, server.URL, webhook.LockerDeactivated)
		}
		beset := pace(t, s, events)
		t.Logf("%.0f deliveries a second alone, %.0f beside %d hostile receivers: %.2f times as many", alone, beset,
			len(hostile), beset/alone)
		gone, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM webhook_endpoints WHERE suspension = 'disparue'
			AND label = 'gone'`)
		if err != nil || gone != 1 {
			t.Errorf("the one that is gone is not suspended: %d, %v", gone, err)
		}
	})
}

func newNode(t *testing.T, s *store.Store) *app.App {
	t.Helper()
	node, err := app.New(app.Config{
		Store: s, Clock: clock.System{}, Secret: []byte(strings.Repeat("s", 32)),
		Receivers: caller.New("test", caller.Options{Private: true}), PrivateWebhook: true,
	})
	storetest.Check(t, err)
	return node
}

func addEndpoint(t *testing.T, s *store.Store, label, address string, told webhook.Type) int64 {
	t.Helper()
	id, _, err := newNode(t, s).Webhooks.Create(t.Context(), access.Actor{}, 1,
		webhook.Endpoint{Label: label, Address: address, Events: []webhook.Type{told}, Active: true})
	storetest.Check(t, err)
	return id
}

// pace adds a good receiver, announces events of as many objects, and returns how many it receives a second.
func pace(t *testing.T, s *store.Store, events int) float64 {
	t.Helper()
	var received atomic.Int64
	done := make(chan struct{})
	good := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusNoContent)
		if received.Add(1) == int64(events) {
			close(done)
		}
	}))
	defer good.Close()
	id := addEndpoint(t, s, "bon", good.URL, webhook.LockerActivated)
	storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
		for i := range events {
			data := webhook.LockerData{IDExploitant: 1, IDStation: 1, IDCasier: int64(i + 1)}
			if err := s.Announce(ctx, webhook.OfLocker(webhook.LockerActivated, data, time.Now())); err != nil {
				return err
			}
			if i%150 > 0 { // so that the hostile ones take time, and little of the processor
				continue
			}
			if err := s.Announce(ctx, webhook.OfLocker(webhook.LockerDeactivated, data, time.Now())); err != nil {
				return err
			}
		}
		return nil
	}))
	notifier := newNode(t, s).Notifier()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	began := time.Now()
	go func() { notifier.Run(ctx); close(ended) }()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Errorf("%d of %d were received", received.Load(), events)
	}
	took := time.Since(began)
	stop()
	<-ended
	left, err := s.Count(context.Background(), "test", fmt.Sprintf(`SELECT COUNT(*) FROM webhook_deliveries
		WHERE endpoint_id = %d AND next_at IS NOT NULL`, id))
	if err != nil || left > webhook.AtOnce { // those whose answer was on its way
		t.Errorf("%d wait, %v", left, err)
	}
	storetest.Check(t, newNode(t, s).Webhooks.Delete(context.Background(), access.Actor{}, id))
	return float64(events) / took.Seconds()
}
