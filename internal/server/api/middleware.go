package api

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"consigne/internal/domain/people/security"
)

// observe gives each request its id, logs it when it is done, and answers 500 after a panic. It logs no query string,
// body or header.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		known := &Request{
			id: rand.Text()[:16], address: s.clientAddress(r), agent: r.UserAgent(), nonce: rand.Text(),
			route: "console",
		}
		ctx := context.WithValue(r.Context(), requestKey{}, known)
		if strings.HasPrefix(r.URL.Path, "/api/") {
			known.route = "unknown"
			s.find(known, r)
		}
		ctx = security.WithAddress(ctx, known.address)
		ctx, done := s.Measure(ctx, r.Method)
		recorder := &statusRecorder{ResponseWriter: w}
		w.Header().Set("X-Request-Id", known.id)

		defer func() { done(known.route, recorder.status) }()
		defer func() {
			if cause := recover(); cause != nil {
				if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
					panic(cause)
				}
				s.Log.ErrorContext(ctx, "panic", "request_id", known.id, "cause", cause, "stack", string(debug.Stack()))
				if recorder.status == 0 {
					body := newErrorBody(http.StatusInternalServerError, serverDetail)
					body.RequestID = known.id
					writeError(recorder, body)
				}
			}
			s.Log.InfoContext(ctx, "request", "request_id", known.id, "method", r.Method, "route", known.route,
				"status", recorder.status, "duration_ms", time.Since(started).Milliseconds())
		}()
		next.ServeHTTP(recorder, r.WithContext(ctx))
	})
}

type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (w *statusRecorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusRecorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// setSecurityHeaders sets the headers that every answer carries. By default the Content-Security-Policy allows nothing;
// handlers of pages replace it.
func (s *Server) setSecurityHeaders(next http.Handler) http.Handler {
	secure := strings.HasPrefix(s.PublicURL, "https://")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy",
			"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("X-Frame-Options", "DENY")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		header.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(self), payment=(), usb=()")
		if secure {
			header.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
		}
		next.ServeHTTP(w, r)
	})
}

// cspAllowance is what the Content-Security-Policy of a page allows beyond that of every page.
type cspAllowance struct {
	images, frames string // other origins that may be shown, each after a space
	framed         bool   // may be shown in a frame of this site
}

// allowPage sets the Content-Security-Policy of an HTML page: it may run the scripts that carry the request's nonce,
// and do what given allows.
func allowPage(w http.ResponseWriter, r *http.Request, given cspAllowance) (nonce string) {
	ancestors := "'none'"
	if given.framed {
		ancestors = "'self'"
		w.Header().Set("X-Frame-Options", "SAMEORIGIN")
	}
	nonce = RequestOf(r.Context()).nonce
	w.Header().Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'none'",
		"script-src 'nonce-" + nonce + "' 'strict-dynamic'",
		"style-src 'self' 'nonce-" + nonce + "'",
		"img-src 'self' data:" + given.images,
		"font-src 'self'",
		"connect-src 'self'",
		"frame-src 'self'" + given.frames,
		"manifest-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors " + ancestors,
	}, "; "))
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store") // « Back » loads it anew, and finds the session ended
	return nonce
}

// clientAddress returns the nearest address that is not a trusted proxy. Addresses beyond it in X-Forwarded-For come
// from the client and prove nothing.
func (s *Server) clientAddress(r *http.Request) string {
	host := hostOf(r.RemoteAddr)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !s.trusted(host) {
			break
		}
		if address, err := netip.ParseAddr(strings.TrimSpace(hop)); err == nil {
			host = address.Unmap().String()
		} else {
			break
		}
	}
	return host
}

func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}

func (s *Server) trusted(host string) bool {
	address, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(s.TrustedProxies, func(proxy netip.Prefix) bool { return proxy.Contains(address.Unmap()) })
}
