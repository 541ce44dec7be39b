package api

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
)

// defaultTimeout is how long a call may take in total: less than a proxy waits for the answer, and less than the
// timeouts of the database, which end queries without a deadline.
const defaultTimeout = 25 * time.Second

// withDeadline gives each call a deadline, at which its queries are cancelled and the answer is 503. A route that the policy
// marks as slow has none: it sends for as long as the client reads.
func (s *server) withDeadline(next http.Handler) http.Handler {
	timeout := cmp.Or(s.Timeout, defaultTimeout)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if policy[r.Method+" "+s.mux.Find(chi.NewRouteContext(), r.Method, r.URL.Path)].slow {
			next.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), timeout)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}
