package api

import (
	"cmp"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"
)

// defaultMaxBody bounds, in bytes, the body of a request whose line of the policy says
// nothing else, and of those that no line of the policy is about.
const defaultMaxBody = 1 << 20

// bound refuses bodies longer than their route takes. A length that is announced is
// believed at once, so that nothing of such a body is read; any other body ends, for
// whoever reads it, with the error that tooLong recognises.
func (s *server) bound(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		most := int64(defaultMaxBody)
		route := "unknown"
		if pattern := s.mux.Find(chi.NewRouteContext(), r.Method, r.URL.Path); pattern != "" {
			route = r.Method + " " + pattern
			most = cmp.Or(policy[route].maxBody, most)
		}
		if r.ContentLength > most {
			setRoute(r.Context(), route)
			w.Header().Set("Connection", "close") // rather than read the rest
			writeError(w, newErrorBody(http.StatusRequestEntityTooLarge, tooLongDetail))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		next.ServeHTTP(w, r)
	})
}

// tooLong reports whether a body could not be read because it is longer than its route takes.
func tooLong(err error) bool {
	_, is := errors.AsType[*http.MaxBytesError](err)
	return is
}
