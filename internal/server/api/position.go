package api

import (
	"context"
	"net/http"
	"strconv"
)

// Positions gives replication positions of the database. A replica may be behind its primary. It is asked for around
// every call, whatever the call reads, and has no rule: it is the database itself, and not a service.
type Positions interface {
	// Position returns the position that includes everything written so far.
	Position(ctx context.Context) (int64, error)
	// After returns a context whose reads see at least everything written before that position.
	After(ctx context.Context, position int64) context.Context
}

// positionHeader is sent with the answer to a write. A caller that sends it back, to any node, reads what it wrote.
const positionHeader = "Consigne-Position"

func (s *server) withPosition(next http.Handler) http.Handler {
	if s.Positions == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if seen, err := strconv.ParseInt(r.Header.Get(positionHeader), 10, 64); err == nil {
			r = r.WithContext(s.Positions.After(r.Context(), seen))
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w = &positionWriter{ResponseWriter: w, ask: func() (int64, error) { return s.Positions.Position(r.Context()) }}
		}
		next.ServeHTTP(w, r)
	})
}

// positionWriter adds the position to the headers of an answer.
type positionWriter struct {
	http.ResponseWriter
	ask  func() (int64, error)
	done bool
}

func (w *positionWriter) WriteHeader(status int) {
	if !w.done && status < http.StatusMultipleChoices {
		if position, err := w.ask(); err == nil { // on an error the database is gone, as the next call will show
			w.Header().Set(positionHeader, strconv.FormatInt(position, 10))
		}
	}
	w.done = true
	w.ResponseWriter.WriteHeader(status)
}

func (w *positionWriter) Write(b []byte) (int, error) {
	if !w.done {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *positionWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
