package api

import (
	"cmp"
	"context"
	"net/http"
	"time"
)

const (
	// callTimeout is how long a call may take in total. A database that is frozen says nothing, so that this is also how long
	// it takes to answer 503. It is less than the time-outs of the database, which end statements without a deadline.
	callTimeout = 9 * time.Second
	// outsideTimeout is that of a call that waits for a system outside. It is less than a proxy waits for the answer.
	outsideTimeout = 25 * time.Second

	readyTimeout = 2 * time.Second
)

// withDeadline gives each call a deadline, at which its queries are cancelled and the answer is 503. A route that the policy
// marks as slow has none: it sends for as long as the client reads.
func (s *server) withDeadline(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var rule rule
		if call := requestOf(r.Context()).call; call != nil {
			rule = call.rule
		}
		if rule.slow {
			next.ServeHTTP(w, r)
			return
		}
		timeout := callTimeout
		if rule.outside {
			timeout = outsideTimeout
		}
		ctx, cancel := context.WithTimeout(r.Context(), cmp.Or(s.Timeout, timeout))
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}
