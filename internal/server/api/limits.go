package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"
)

// defaultMaxBody is the largest body, in bytes, of requests whose rule sets no other limit.
const defaultMaxBody = 1 << 20

// limitBody refuses bodies that are larger than the limit of their route. If the announced length is too large, nothing
// of the body is read; otherwise reading beyond the limit gives the error that tooLong recognises.
func (s *Server) limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rule := RequestOf(r.Context()).rule()
		most := cmp.Or(rule.MaxBody, defaultMaxBody)
		if r.ContentLength > most {
			w.Header().Set("Connection", "close") // instead of reading the rest of the body
			writeError(w, newErrorBody(http.StatusRequestEntityTooLarge, rule.tooLong()))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		next.ServeHTTP(w, r)
	})
}

// tooLong reports whether reading a body failed because it is larger than the limit of its route.
func tooLong(err error) bool {
	_, is := errors.AsType[*http.MaxBytesError](err)
	return is
}

const (
	// callTimeout is how long a call may take in total. A database that is frozen says nothing, so that this is also how
	// long it takes to answer 503. It is less than the time-outs of the database, which end statements without a deadline.
	callTimeout = 9 * time.Second
	// outsideTimeout is that of a call that waits for a system outside. It is less than a proxy waits for the answer.
	outsideTimeout = 25 * time.Second

	readyTimeout = 2 * time.Second
)

// withDeadline gives each call a deadline, at which its queries are cancelled and the answer is 503. A route that the
// policy marks as slow has none: it sends for as long as the client reads.
func (s *Server) withDeadline(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rule := RequestOf(r.Context()).rule()
		if rule.Slow {
			next.ServeHTTP(w, r)
			return
		}
		timeout := callTimeout
		if rule.Outside {
			timeout = outsideTimeout
		}
		ctx, cancel := context.WithTimeout(r.Context(), cmp.Or(s.Timeout, timeout))
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}
