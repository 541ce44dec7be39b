package api

import (
	"cmp"
	"errors"
	"net/http"
)

// defaultMaxBody is the largest body, in bytes, of requests whose line in the policy sets no other limit, and of
// requests without a line in the policy.
const defaultMaxBody = 1 << 20

// limitBody refuses bodies that are larger than the limit of their route. If the announced length is too large, nothing
// of the body is read; otherwise reading beyond the limit gives the error that tooLong recognises.
func (s *server) limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		most := int64(defaultMaxBody)
		if call := requestOf(r.Context()).call; call != nil {
			most = cmp.Or(call.rule.maxBody, most)
		}
		if r.ContentLength > most {
			w.Header().Set("Connection", "close") // instead of reading the rest of the body
			writeError(w, newErrorBody(http.StatusRequestEntityTooLarge, tooLongDetail))
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
