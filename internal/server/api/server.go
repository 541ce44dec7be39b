// Package api is the front door of Consigne: what holds for every call under /api, their rights (policy.go), the health
// of the node and the console's files. The calls themselves are in the areas beside it (api/people … api/machines).
//
// A call goes route → policy → service. A handler decodes, calls one service and encodes; it decides nothing.
package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/fieldwork"
	"consigne/internal/domain/desk/hotline"
	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/desk/savedview"
	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/machines/idempotency"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/debt"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/domain/money/statement"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/security"
	"consigne/internal/domain/people/signon"
	"consigne/internal/domain/places/availability"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/opening"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/ownership"
	"consigne/internal/domain/places/photo"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/repricing"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/domain/stays/waiting"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/text"
	"consigne/internal/server/api/shape"
)

// Components holds the components of the server.
type Components struct {
	Accounts          *account.Service
	Operators         *operator.Service
	Stations          *station.Service
	Tariffs           *tariff.Service
	Stays             *stay.Service
	Subscriptions     *subscription.Service
	Waiting           *waiting.Service
	LeftBikes         *leftbike.Service
	Payments          *payment.Service
	Photos            *photo.Service
	Documents         *document.Service
	Debts             *debt.Service
	Replays           *repricing.Service
	Notices           Notices // nil: no webhook notices of the payment provider
	Openings          *opening.Service
	Live              *live.Feed
	Controllers       *controller.Service // nil: no controllers are heard
	Keys              *servicekey.Service
	SavedViews        *savedview.Service
	Audit             *audit.Service
	Worklist          *worklist.Service
	Fieldwork         *fieldwork.Service
	Interventions     *intervention.Service
	Availability      *availability.Service
	Webhooks          *webhook.Service
	Calls             *hotline.Service
	Work              *queue.ParkedService
	Ledger            *ledger.Service
	Statements        *statement.Service
	Idempotency       *idempotency.Service
	Clock             clock.Clock
	Owners            *ownership.Service
	Geocoder          station.Geocoder
	PrintLabels       station.LabelPrinter
	PrintLeftBike     leftbike.Printer
	PrintAvailability availability.Printer
	Statistics        *statistics.Service
	Security          *security.Recorder
	SignOn            *signon.Service
	Ready             func(ctx context.Context) error // returns nil if this node can serve
	Console           fs.FS                           // the built console

	Reconciliation *reconciliation.Service

	Log            *slog.Logger
	Measure        Measure // nil: requests are not observed
	Version        string
	PublicURL      string
	Timeout        time.Duration // time limit of every call; 0: as deadline.go says
	TrustedProxies []netip.Prefix

	SecurityContacts      []string // mailto: and https: addresses for security.txt; none: the file does not exist
	AccessibilityContacts []string // mailto: and https: addresses on the page « Accessibilité »

	TilesURL         string // with {z}, {x} and {y}; empty: maps have no background
	TilesAttribution string

	Dashboards        Dashboards // nil: all use the built-in dashboard
	PlatformDashboard *int64     // nil: administrators use the built-in dashboard
}

// Notices reads the webhook notices of the payment provider. Read returns payment.ErrForged if the notice is not the
// provider's.
type Notices interface {
	Read(body []byte, signature string) (payment.Notice, error)
}

// Measure is called when a request begins; the function that it returns is called when the request ends. The route is a
// pattern, never a path; the status is 0 if the connection was cut before an answer.
type Measure func(ctx context.Context, method string) (context.Context, func(route string, status int))

func unmeasured(ctx context.Context, _ string) (context.Context, func(string, int)) {
	return ctx, func(string, int) {}
}

// Server is the front door: it admits calls, and gives the areas what their handlers need.
type Server struct {
	Components
	api  huma.API
	mux  router
	spec func() []byte // returns the OpenAPI document, written when it is first read

	docsPage func() docsFile // made when it is first read

	openLimit *limiter

	refused   *limiter // calls without a key
	wrongKeys *limiter
	long      *longAnswers
	origins   *http.CrossOriginProtection
}

// Area registers the calls of one area.
type Area func(*Server)

// New returns the HTTP handler of the whole site, with the calls of these areas.
func New(components Components, areas ...Area) (http.Handler, error) {
	if components.Measure == nil {
		components.Measure = unmeasured
	}
	s := newServer(components, areas...)
	pages := cspAllowance{images: originOf(components.TilesURL)}
	if components.Dashboards != nil {
		pages.frames = originOf(components.Dashboards.URL())
	}
	console, err := newConsole(components.Console, pages)
	if err != nil {
		return nil, err
	}
	root := http.NewServeMux()
	root.HandleFunc("GET /healthz", s.health)
	root.HandleFunc("GET /readyz", s.readiness)
	if len(components.SecurityContacts) > 0 {
		root.HandleFunc("GET "+securityTextPath, s.securityText)
	}
	root.Handle("/api/", s.limitRefused(s.withDeadline(http.HandlerFunc(s.route))))
	root.Handle("/", console)
	return s.observe(s.setSecurityHeaders(s.refuseClearText(s.limitBody(root)))), nil
}

// Spec returns the OpenAPI document, which is checked in as docs/openapi.json.
func Spec(areas ...Area) []byte { return newServer(Components{}, areas...).spec() }

func newServer(components Components, areas ...Area) *Server {
	s := &Server{Components: components, mux: router{chi.NewMux(), map[string]*call{}}}
	s.refused = &limiter{most: refusedCalls, window: refusedWindow, room: refusedNetworks}
	s.wrongKeys = &limiter{most: refusedCalls, window: refusedWindow, room: refusedNetworks}
	s.long = &longAnswers{running: map[string]int{}}
	s.openLimit = &limiter{most: openCalls, window: openWindow, room: openNetworks}
	s.origins = newOriginCheck(components.PublicURL)
	s.api = humachi.New(s.mux, openAPIConfig())
	s.api.UseMiddleware(s.authorise)
	s.registerAccessibility()
	for _, register := range areas {
		register(s)
	}
	completeContract(s.api.OpenAPI())
	s.spec = sync.OnceValue(func() []byte { return marshalSpec(s.api.OpenAPI()) })
	s.mux.page("/api/openapi.json", s.openAPI)
	s.mux.page("/api/collection.json", s.servedCollection)
	s.docsPage = newDocs(s.api.OpenAPI())
	s.mux.page("/api/docs", s.docs)
	s.mux.page("/api/docs.css", serveDocsStyle)
	return s
}

func openAPIConfig() huma.Config {
	config := huma.DefaultConfig("Consigne", "1")
	config.Info.Description = "L'interface de la console Consigne. Les droits de chaque appel sont indiqués sous son titre."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil                    // no $schema in the answers
	config.Formats = maps.Clone(config.Formats) // huma's own, which the calls of every server read
	for name, format := range config.Formats {
		format.Unmarshal = unmarshalText
		config.Formats[name] = format
	}
	config.AllowAdditionalPropertiesByDefault = true
	config.FieldsOptionalByDefault = false
	config.Servers = []*huma.Server{{URL: "/", Description: "L'installation qui sert ce document"}}
	config.Components.SecuritySchemes, config.Components.Parameters = securitySchemes, sharedParameters
	return config
}

// unmarshalText refuses what is no text: a reader of JSON would put U+FFFD in its place. A number that is too large for
// a whole number, or has an exponent, passes huma's check and fails here.
func unmarshalText(data []byte, value any) error {
	if !text.IsJSONText(data) {
		return errors.New("bytes that are no text")
	}
	err := json.Unmarshal(data, value)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && strings.HasPrefix(wrong.Value, "number") &&
		wrong.Field != "" {
		// names of Go
		steps := slices.DeleteFunc(strings.Split(wrong.Field, "."),
			func(step string) bool { return unicode.IsUpper(rune(step[0])) })
		return errors.New(notWhole + strings.Join(steps, "."))
	}
	return err
}

func marshalSpec(document *huma.OpenAPI) []byte {
	compact, err := json.Marshal(document)
	if err != nil {
		panic(fmt.Errorf("the OpenAPI document cannot be written: %w", err))
	}
	var out bytes.Buffer
	if err := json.Indent(&out, compact, "", " "); err != nil {
		panic(fmt.Errorf("the OpenAPI document cannot be indented: %w", err))
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// Register adds one call that the rule opens. The documented security and refusals are those of the rule.
func Register[I, O any](s *Server, rule Rule, operation huma.Operation, handle func(context.Context, *I) (*O, error)) {
	s.mux.calls[operation.Method+" "+operation.Path] = &call{rule: rule}
	operation.Security = rule.security()
	operation.Description = strings.TrimSpace("Droit : " + rule.String() + ".\n\n" + operation.Description)
	if rule.StepUp {
		operation.Description += "\n\n" + stepUpWords
	}
	operation.Errors = slices.Concat(rule.refusals(), commonRefusals[I](operation.Method), operation.Errors)
	if rule.honoursKey(operation.Method) { // a key that is too long is 400; one used before, for another call, 422
		operation.Errors = append(operation.Errors, http.StatusBadRequest, http.StatusUnprocessableEntity)
		operation.Parameters = append(operation.Parameters,
			&huma.Param{Ref: "#/components/parameters/" + idempotencyParameter})
	}
	operation.MaxBodyBytes = -1 // bound enforces the limit
	huma.Register(s.api, operation, func(ctx context.Context, input *I) (*O, error) {
		output, err := handle(ctx, input)
		if err != nil {
			return nil, s.explain(ctx, err)
		}
		return output, nil
	})
}

// route makes the call that a request names. Answers to unknown routes and wrong methods are an ErrorBody too.
func (s *Server) route(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	known := RequestOf(r.Context())
	if known.call == nil {
		body := newErrorBody(http.StatusNotFound, missingDetail)
		if methods := s.allowed(r); len(methods) > 0 {
			w.Header()["Allow"] = methods
			body = newErrorBody(http.StatusMethodNotAllowed, "Cette méthode n'est pas permise pour cette adresse.")
		}
		writeError(w, body)
		return
	}
	if s.origins.Check(r) != nil {
		writeError(w, s.explain(r.Context(), errForeignPage()))
		return
	}
	read, err := withQuery(r)
	if err == nil {
		read, err = s.identify(w, read, known)
	}
	if err != nil {
		writeError(w, s.explain(r.Context(), err))
		return
	}
	s.idempotent(w, read, known)
}

func (s *Server) openAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(s.spec())
}

func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	setRoute(r.Context(), r.Pattern)
	writeJSON(w, http.StatusOK, Health{Status: "ok", Version: s.Version})
}

func (s *Server) readiness(w http.ResponseWriter, r *http.Request) {
	setRoute(r.Context(), r.Pattern)
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if err := s.Ready(ctx); err != nil {
		s.Log.WarnContext(r.Context(), "not ready", "error", err)
		writeError(w, newErrorBody(http.StatusServiceUnavailable, "Le service n'est pas prêt."))
		return
	}
	writeJSON(w, http.StatusOK, Health{Status: "ok", Version: s.Version})
}

// Health is the answer of /healthz and /readyz.
type Health struct {
	Status  string `json:"status"`
	Version string `json:"version"`
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // an error means that the client is gone
}

// At makes shapes as they are now.
func (s *Server) At() shape.At { return shape.At(s.Clock.Now()) }

// Document returns the OpenAPI document of the calls that are registered so far.
func (s *Server) Document() *huma.OpenAPI { return s.api.OpenAPI() }
