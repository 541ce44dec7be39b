package stripe_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/psp/stripe"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/testenv"
)

// Checks our requests against stripe-mock, which validates the shape of every request by Stripe's own description and
// keeps nothing.
func TestRequestsHaveStripesShape(t *testing.T) {
	address := startMock(t)
	var mutex sync.Mutex
	got := map[string]int{}
	proxy := httputil.NewSingleHostReverseProxy(address)
	proxy.ModifyResponse = func(r *http.Response) error {
		mutex.Lock()
		defer mutex.Unlock()
		// The mock invents ids: the path is counted without its id.
		path := filepath.Dir(r.Request.URL.Path)
		if path == "/v1" {
			path = r.Request.URL.Path
		}
		got[r.Request.Method+" "+path] = r.StatusCode
		if path == "/v1/payment_methods" {
			return withoutCustomer(r) // the mock invents a customer that is not this holder's
		}
		return nil
	}
	server := httptest.NewServer(proxy)
	defer server.Close()
	provider := stripe.New("sk_test_123", server.URL)
	order := payment.Order{
		UUID: "0b7c6a52-9f3b-4a7e-8f50-0c8f1f0f0001", Amount: 500, Card: "cus_1/pm_1",
		ChargeRef: "pi_1",
	}

	// The content of the answers is invented: only the shape is checked.
	_, _ = provider.Collect(t.Context(), order)
	_, _ = provider.Charge(t.Context(), order)
	_, _ = provider.Refund(t.Context(), order)
	_, _ = provider.Refunded(t.Context(), order)
	_, _ = provider.Card(t.Context(), payment.Holder{AccountID: 1, OperatorID: 1}, "pm_1")
	_ = provider.Movements(t.Context(), time.Now(), func([]reconciliation.Movement) error { return errEnough })
	_ = provider.PaidOut(t.Context(), "po_1", func([]string) error { return errEnough })
	_ = provider.Payouts(t.Context(), time.Now(), func([]reconciliation.Payout) error { return errEnough })
	_ = provider.Disputes(t.Context(), time.Now(), func([]reconciliation.Dispute) error { return errEnough })
	for _, call := range []string{
		"POST /v1/payment_intents", "GET /v1/payment_intents", "POST /v1/refunds", "GET /v1/refunds",
		"GET /v1/payment_methods",
		"POST /v1/customers", "POST /v1/payment_methods/pm_1", "GET /v1/balance_transactions", "GET /v1/payouts",
		"GET /v1/disputes",
	} {
		if got[call] == 0 {
			t.Errorf("%s was not called: %v", call, got)
		}
	}
	for call, status := range got {
		if status != http.StatusOK {
			t.Errorf("%s: %d", call, status)
		}
	}
}

var errEnough = errors.New("the mock's lists have no end")

func withoutCustomer(r *http.Response) error {
	method := map[string]any{}
	if err := json.NewDecoder(r.Body).Decode(&method); err != nil {
		return err
	}
	method["customer"] = nil
	text, err := json.Marshal(method)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	r.Header.Set("Content-Length", strconv.Itoa(len(text)))
	return err
}

func startMock(t *testing.T) *url.URL {
	t.Helper()
	installed, err := filepath.Glob("../../../../.cache/bin/stripe-mock-*") // the Makefile pins the version
	if err != nil {
		t.Fatal(err)
	}
	testenv.Needs(t, len(installed) > 0, "stripe-mock (`make test-go` installs it)")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	ctx, stop := context.WithCancel(context.Background())
	mock := exec.CommandContext(ctx, installed[len(installed)-1], "-http-addr", address)
	if err := mock.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(); _ = mock.Wait() })
	for range 100 {
		if connection, err := net.Dial("tcp", address); err == nil {
			_ = connection.Close()
			return &url.URL{Scheme: "http", Host: address}
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("stripe-mock did not start")
	return nil
}
