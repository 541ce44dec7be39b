package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// A network may make refusedCalls calls that are refused without a session or key in refusedWindow, and as many with
// keys that are not good: a program with a wrong key keeps nobody beside it from signing in, nor the other way round.
// Only failures count, so that many people behind one address work on; refusedNetworks bounds the networks counted.
const (
	refusedCalls    = 1_000
	refusedWindow   = time.Minute
	refusedNetworks = 50_000
)

// newOriginCheck returns the check that refuses writes from pages of other sites. Programs send neither Origin nor
// Sec-Fetch-Site, and pass.
func newOriginCheck(publicURL string) *http.CrossOriginProtection {
	check := http.NewCrossOriginProtection()
	_ = check.AddTrustedOrigin(publicURL) // an address that is no origin trusts nobody
	return check
}

func errForeignPage() error {
	return &fault.Error{Kind: fault.KindForbidden, Detail: "Cet appel vient d'une page d'un autre site."}
}

// limitRefused answers 429 to a network whose calls without a session or key were refused too often. Sessions, also
// ended ones, and Stripe are let through; a key is looked at first (authenticateKey).
func (s *Server) limitRefused(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		known := RequestOf(r.Context())
		rule := known.rule()
		audience := rule.Audience
		if audience == Provider || s.Accounts.Signed(BearerIn(r.Header.Get("Authorization"))) {
			next.ServeHTTP(w, r)
			return
		}
		refused := s.refused
		if audience == FieldKeys || looksLikeKey(r) {
			refused = s.wrongKeys
		}
		byKey := audience == FieldKeys || rule.identifiesKeys() && looksLikeKey(r)
		if wait := refused.left(known.address, s.Clock.Now()); wait > 0 && !byKey {
			writeError(w, s.explain(r.Context(), errTooManyRefused(wait)))
			return
		}
		recorder := &statusRecorder{ResponseWriter: w}
		next.ServeHTTP(recorder, r)
		if recorder.status >= 400 && recorder.status < 499 && !known.keyed {
			refused.add(known.address, s.Clock.Now())
		}
	})
}

// authenticateKey returns the key. A caller whose key is not good is told to wait, as limitRefused does; a good
// key is never held up.
func (s *Server) authenticateKey(ctx context.Context, bearer string) (servicekey.Key, error) {
	key, err := s.Keys.Authenticate(ctx, bearer)
	known := RequestOf(ctx)
	known.keyed = err == nil
	if fault.Is(err, fault.KindUnauthenticated) {
		if wait := s.wrongKeys.left(known.address, s.Clock.Now()); wait > 0 {
			return key, errTooManyRefused(wait)
		}
	}
	return key, err
}

func looksLikeKey(r *http.Request) bool {
	return strings.HasPrefix(BearerIn(r.Header.Get("Authorization")), servicekey.Prefix)
}

// identify finds the key that makes the call, if one does, and names it in the context, where the audit log reads it.
// It counts the call against the key's limit, and comes before the transaction of a call that is made once.
func (s *Server) identify(w http.ResponseWriter, r *http.Request, known *Request) (*http.Request, error) {
	if !known.call.rule.identifiesKeys() || !looksLikeKey(r) {
		return r, nil
	}
	ctx := r.Context()
	key, err := s.authenticateKey(ctx, BearerIn(r.Header.Get("Authorization")))
	if err != nil {
		return r, err
	}
	allowance, err := s.countCall(ctx, key)
	if allowance.Limit > 0 {
		w.Header().Set(policyHeader, fmt.Sprintf(`"cle";q=%d;w=%d`, allowance.Limit, int(servicekey.Window.Seconds())))
		w.Header().Set(limitHeader, fmt.Sprintf(`"cle";r=%d;t=%d`, allowance.Left, secondsIn(allowance.Resets)))
	}
	if err != nil {
		return r, err
	}
	known.key = key
	return r.WithContext(access.WithKey(ctx, key.ID)), nil
}

// countCall counts a call against a key's limit. fault.TooMany: it is used up.
func (s *Server) countCall(ctx context.Context, key servicekey.Key) (servicekey.Allowance, error) {
	allowance, err := s.Keys.Allow(ctx, key)
	if err != nil {
		return servicekey.Allowance{}, err // what is left is not known
	}
	if allowance.Refused {
		err = &fault.Error{
			Kind:   fault.KindTooMany,
			Detail: "Cette clé a fait trop d'appels. Veuillez réessayer dans une minute.", RetryAfter: allowance.Resets,
		}
	}
	return allowance, err
}

// The headers that tell a key of its limit, in the form of draft-ietf-httpapi-ratelimit-headers.
const (
	policyHeader = "RateLimit-Policy"
	limitHeader  = "RateLimit"
)

// secondsIn returns the duration in seconds, rounded up.
func secondsIn(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

func errTooManyRefused(wait time.Duration) error {
	return &fault.Error{
		Kind: fault.KindTooMany, Detail: "Trop d'appels refusés. Veuillez réessayer dans une minute.",
		RetryAfter: wait,
	}
}

// refuseClearText refuses what reached a trusted proxy unencrypted although the site is served by https: the address of
// a page leads to the same by https, a call is refused, since a client that sends its token in clear must notice.
func (s *Server) refuseClearText(next http.Handler) http.Handler {
	if !strings.HasPrefix(s.PublicURL, "https://") {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		probe := r.URL.Path == "/healthz" || r.URL.Path == "/readyz"
		if probe || !s.trusted(hostOf(r.RemoteAddr)) || !strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "http") {
			next.ServeHTTP(w, r)
			return
		}
		if strings.HasPrefix(r.URL.Path, "/api/") || r.Method != http.MethodGet && r.Method != http.MethodHead {
			setRoute(r.Context(), "clear text")
			writeError(w, newErrorBody(http.StatusForbidden, "Cet appel doit être fait par https."))
			return
		}
		page := url.URL{Path: "/" + strings.TrimLeft(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, s.PublicURL+page.String(), http.StatusPermanentRedirect)
	})
}
