// Package apitest checks, in tests, the answers of the API against the OpenAPI document.
package apitest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"consigne/internal/app"
)

// Checked returns a handler that answers as next does. Each answer to a request under /api must be declared by the
// OpenAPI document: its status, its content type and its body. The test fails otherwise.
func Checked(t testing.TB, next http.Handler) http.Handler {
	t.Helper()
	c, err := described()
	if err != nil {
		t.Fatal(err)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/api/") {
			next.ServeHTTP(w, r)
			return
		}
		method, path := r.Method, r.URL.Path // as received: handlers may change the request
		kept := &recorder{ResponseWriter: w}
		next.ServeHTTP(kept, r) // an answer that is cut panics, and is not checked
		if err := c.check(method, path, kept.status, w.Header(), kept.body.Bytes()); err != nil {
			t.Errorf("%s %s: the answer %d is not that of docs/openapi.json: %v\n%.2000s", method, path, kept.status, err,
				kept.body.Bytes())
		}
	})
}

// Check returns an error if the answer is not one that the OpenAPI document declares.
func Check(method, path string, status int, header http.Header, body []byte) error {
	c, err := described()
	if err != nil {
		return err
	}
	return c.check(method, path, status, header, body)
}

// CheckWebhook returns an error if the body is not one that the OpenAPI document describes for events of the type.
func CheckWebhook(event, body string) error {
	c, err := described()
	if err != nil {
		return err
	}
	schema, known := c.webhooks[event]
	if !known {
		return fmt.Errorf("no event %q is described", event)
	}
	return c.validate(schema, http.Header{}, []byte(body))
}

// recorder keeps what is written through it.
type recorder struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.body.Write(b[:n])
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// contract is the OpenAPI document, compiled.
type contract struct {
	routes  *chi.Mux
	answers map[string]map[int]content // by method and path, then by status
	refusal *jsonschema.Schema         // of ErrorBody

	webhooks map[string]*jsonschema.Schema // the bodies, by type of event
}

// content holds the schemas of a body by media type. A schema is nil if the body is not JSON. Without any media type,
// there is no body.
type content map[string]*jsonschema.Schema

// undescribed are the addresses under /api that serve the document itself.
var undescribed = map[string]bool{
	"/api/openapi.json": true, "/api/collection.json": true, "/api/docs": true,
	"/api/docs.css": true,
}

// statusGone is what the server notes for a client that has disconnected, which receives no answer.
const statusGone = 499

const address = "https://consigne.test/openapi.json"

var described = sync.OnceValues(func() (*contract, error) {
	var document struct {
		Paths map[string]map[string]struct {
			Responses map[string]response
		}
		Webhooks   map[string]any
		Components struct {
			Responses map[string]response
			Schemas   map[string]json.RawMessage
		}
	}
	if err := json.Unmarshal(app.Spec(), &document); err != nil {
		return nil, err
	}
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(app.Spec()))
	if err != nil {
		return nil, err
	}
	closeObjects(tree)
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource(address, tree); err != nil {
		return nil, err
	}
	c := &contract{routes: chi.NewMux(), answers: map[string]map[int]content{}, webhooks: map[string]*jsonschema.Schema{}}
	for event := range document.Webhooks {
		if c.webhooks[event], err = compiler.Compile(address + "#/webhooks/" + event +
			"/post/requestBody/content/application~1json/schema"); err != nil {
			return nil, err
		}
	}
	for path, methods := range document.Paths {
		for name, operation := range methods {
			method := strings.ToUpper(name)
			c.routes.MethodFunc(method, path, func(http.ResponseWriter, *http.Request) {})
			statuses := map[int]content{}
			c.answers[method+" "+path] = statuses
			for text, answer := range operation.Responses {
				status, err := strconv.Atoi(text)
				if err != nil {
					return nil, fmt.Errorf("%s %s declares the status %q", method, path, text)
				}
				at := "#/paths/" + escape(path) + "/" + name + "/responses/" + text
				if answer.Ref != "" {
					at, answer = answer.Ref, document.Components.Responses[strings.TrimPrefix(answer.Ref, "#/components/responses/")]
				}
				if statuses[status], err = answer.compile(compiler, at); err != nil {
					return nil, err
				}
			}
		}
	}
	c.refusal, err = compiler.Compile(address + "#/components/schemas/ErrorBody")
	return c, err
})

type response struct {
	Ref     string `json:"$ref"`
	Content map[string]struct{ Schema json.RawMessage }
}

func (r response) compile(compiler *jsonschema.Compiler, at string) (content, error) {
	compiled := content{}
	for form, body := range r.Content {
		compiled[form] = nil
		if !isJSON(form) {
			continue
		}
		if body.Schema == nil {
			return nil, fmt.Errorf("%s: %s has no schema", at, form)
		}
		schema, err := compiler.Compile(address + at + "/content/" + escape(form) + "/schema")
		if err != nil {
			return nil, err
		}
		compiled[form] = schema
	}
	return compiled, nil
}

// escape writes a part of a JSON pointer.
func escape(part string) string {
	part = strings.NewReplacer("~", "~0", "/", "~1").Replace(part)
	return strings.NewReplacer("{", "%7B", "}", "%7D").Replace(part)
}

// closeObjects makes every object of the document refuse the fields that it does not declare. The document itself
// leaves them open, so that a field may be added without breaking the programs that call.
func closeObjects(node any) {
	switch node := node.(type) {
	case map[string]any:
		_, open := node["additionalProperties"]
		if _, isObject := node["properties"].(map[string]any); isObject && node["type"] == "object" && !open {
			node["additionalProperties"] = false
		}
		for _, child := range node {
			closeObjects(child)
		}
	case []any:
		for _, child := range node {
			closeObjects(child)
		}
	}
}

func isJSON(form string) bool { return form == "application/json" || strings.HasSuffix(form, "+json") }

func (c *contract) check(method, path string, status int, header http.Header, body []byte) error {
	if status == statusGone || undescribed[path] && status == http.StatusOK {
		return nil
	}
	form, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil && len(body) > 0 {
		return fmt.Errorf("content type %q: %w", header.Get("Content-Type"), err)
	}
	pattern := c.routes.Find(chi.NewRouteContext(), method, path)
	if pattern == "" { // no call: only a refusal is an answer
		if status < http.StatusBadRequest {
			return fmt.Errorf("there is no such call")
		}
		return c.validate(c.refusal, header, body)
	}
	declared, ok := c.answers[method+" "+pattern][status]
	if !ok {
		return fmt.Errorf("this status is not declared")
	}
	if method == http.MethodHead { // the connection carries no body, whatever a handler writes
		return nil
	}
	if len(declared) == 0 {
		if len(body) > 0 {
			return fmt.Errorf("no body is declared")
		}
		return nil
	}
	schema, ok := declared[form]
	if !ok {
		return fmt.Errorf("the content type %q is not declared", form)
	}
	if schema == nil {
		return nil
	}
	return c.validate(schema, header, body)
}

func (*contract) validate(schema *jsonschema.Schema, header http.Header, body []byte) error {
	var reader io.Reader = bytes.NewReader(body)
	if header.Get("Content-Encoding") == "gzip" {
		unzipped, err := gzip.NewReader(reader)
		if err != nil {
			return err
		}
		reader = unzipped
	}
	value, err := jsonschema.UnmarshalJSON(reader)
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return schema.Validate(value)
}
