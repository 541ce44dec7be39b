package api

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/text"
)

// Request holds what is known of a request besides its content. Each layer of the door adds what it found, and none
// looks for it again.
type Request struct {
	id      string
	address string
	agent   string // the User-Agent
	nonce   string
	route   string // the pattern, not the path: some paths hold tokens

	call *call // nil: no such call

	keyed     bool           // the call has a key that is good
	key       servicekey.Key // that makes the call; the zero Key: none does
	caller    *access.Actor  // who was authenticated; nil: nobody yet
	actor     access.Actor   // the caller that the policy admitted
	operator  int64          // that the call concerns; 0: none, or the platform
	Dashboard int64          // the operator whose dashboard asks; 0: the platform's

	kept *keptAnswer // of a call that is made once
}

// rule returns the rule of the call; that of an unknown one refuses all.
func (r *Request) rule() Rule {
	if r.call == nil {
		return Rule{}
	}
	return r.call.rule
}

// call is one call of the API.
type call struct {
	rule   Rule
	handle http.HandlerFunc
}

type requestKey struct{}

// RequestOf returns what is known of the request of a context.
func RequestOf(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{}
}

// RequestID returns the id under which the log knows a request.
func RequestID(ctx context.Context) string     { return RequestOf(ctx).id }
func ClientAddress(ctx context.Context) string { return RequestOf(ctx).address }

// KeyOf returns the key that makes the call, or the zero Key.
func KeyOf(ctx context.Context) servicekey.Key { return RequestOf(ctx).key }

// ActorOf returns the caller that the policy admitted.
func ActorOf(ctx context.Context) access.Actor { return RequestOf(ctx).actor }

// CallerOf returns where the call comes from, for sign-ins.
func CallerOf(ctx context.Context) account.Caller {
	r := RequestOf(ctx)
	return account.Caller{Address: r.address, Agent: r.agent}
}

func setRoute(ctx context.Context, route string) { RequestOf(ctx).route = route }

// router collects the calls that are registered, and leads a request to its call.
type router struct {
	chi.Router
	calls map[string]*call // by method and pattern
}

// MethodFunc implements chi.Router. A call whose rule was not declared before refuses all.
func (r router) MethodFunc(method, pattern string, handle http.HandlerFunc) {
	r.Router.MethodFunc(method, pattern, handle)
	name := method + " " + pattern
	if r.calls[name] == nil {
		r.calls[name] = &call{}
	}
	r.calls[name].handle = handle
}

// page adds a page of the API's own documentation, which anyone may read.
func (r router) page(pattern string, handle http.HandlerFunc) {
	r.calls[http.MethodGet+" "+pattern] = &call{rule: Rule{Audience: Public}}
	r.MethodFunc(http.MethodGet, pattern, handle)
}

// find finds the call that a request makes, and notes the variables of its path with the request, where handlers read
// them. Bytes that are no text lead to no call.
func (s *Server) find(known *Request, r *http.Request) {
	if !text.IsText(r.URL.Path) {
		return
	}
	path := chi.NewRouteContext()
	pattern := s.mux.Find(path, r.Method, pathOf(r))
	if pattern == "" {
		return
	}
	known.call, known.route = s.mux.calls[r.Method+" "+pattern], r.Method+" "+pattern
	for i, name := range path.URLParams.Keys {
		r.SetPathValue(name, path.URLParams.Values[i])
	}
}

// allowed lists the methods of the calls at the path of a request.
func (s *Server) allowed(r *http.Request) (methods []string) {
	if !text.IsText(r.URL.Path) {
		return nil
	}
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if s.mux.Find(chi.NewRouteContext(), method, pathOf(r)) != "" {
			methods = append(methods, method)
		}
	}
	return methods
}

// pathOf returns an escaped path as it was sent: what the router does not know, no handler gets.
func pathOf(r *http.Request) string {
	if r.URL.RawPath != "" {
		return r.URL.RawPath
	}
	return r.URL.Path
}
