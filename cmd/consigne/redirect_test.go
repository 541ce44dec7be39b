package main

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"consigne/internal/adapter/geocoder"
	"consigne/internal/adapter/outgoing"
	"consigne/internal/adapter/psp/stripe"
	"consigne/internal/domain/money/payment"
	"consigne/internal/server/observe"
)

// Nothing that a client sends to its service reaches another host, whatever the service answers.
func TestNoRedirectIsFollowed(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	for name, call := range map[string]func(ctx context.Context, address string) error{
		"geocoder": func(ctx context.Context, address string) error {
			_, err := geocoder.New(address).Search(ctx, "12 rue secrète")
			return err
		},
		"stripe": func(ctx context.Context, address string) error {
			_, err := stripe.New("sk_test_secret", address).Collect(ctx,
				payment.Order{UUID: "u-1", Amount: 500, Card: "cus_1/pm_1"})
			return err
		},
		"traces": func(ctx context.Context, address string) error {
			tracing, err := observe.Tracing(ctx, address, 1, "1", slog.New(slog.NewTextHandler(&log, nil)))
			if err != nil {
				return err
			}
			_, done := observe.New("1", tracing).Request(ctx, http.MethodGet)
			done("GET /api/x", http.StatusOK)
			if err := tracing.Shutdown(ctx); err != nil || !strings.Contains(log.String(), "not taken") {
				return err
			}
			return outgoing.ErrRedirect // the failure itself is only logged
		},
	} {
		for _, status := range []int{
			http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect,
			http.StatusPermanentRedirect,
		} {
			for _, where := range []string{"another host", "the same"} {
				t.Run(name+" "+strconv.Itoa(status)+" "+where, func(t *testing.T) {
					log.Reset()
					var calls, followed atomic.Int64
					other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed.Add(1) }))
					defer other.Close()
					service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						if calls.Add(1) > 1 {
							followed.Add(1)
							return
						}
						target := other.URL + "/ailleurs"
						if where == "the same" {
							target = "/ailleurs"
						}
						http.Redirect(w, r, target, status)
					}))
					defer service.Close()
					err := call(t.Context(), service.URL)
					if err == nil || strings.Contains(err.Error(), "secr") || calls.Load() == 0 || followed.Load() != 0 {
						t.Errorf("%d calls, %d followed, %v", calls.Load(), followed.Load(), err)
					}
				})
			}
		}
	}
}
