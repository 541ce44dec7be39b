package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/server/api/apitest"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

var recordExamples = flag.Bool("record-examples", false, "write examples.json, the examples of the OpenAPI document")

const examplesFile = "examples.json"

// exampleOf is an example as examples.json holds it.
type exampleOf struct {
	Parameters map[string]any `json:"parameters,omitempty"`
	Body       any            `json:"body,omitempty"`
	Status     int            `json:"status"`
	Answer     any            `json:"answer,omitempty"`
}

// examples sends one example of each call to a site and keeps what was sent and received.
type examples struct {
	paymentSite
	calls map[string]apitest.Call
	sent  map[string]exampleOf
	// of whom the calls are made; empty: of an administrator
	session string
	// sends the call by others first; returns who sends it
	probe func(call apitest.Call, path string, body any, headers []string) string
	// pairs: what differs from run to run, and what the document shows instead
	secrets []string
}

// notExamples names the test of each call of which no example can be sent here.
var notExamples = map[string]string{
	"live-changes":    "TestLiveChanges: a stream that does not end",
	"ask-own-passkey": "e2e/journeys/passkey.spec.ts: an account that has a passkey",
	"login-passkey":   "e2e/journeys/passkey.spec.ts: a browser signs the challenge",
}

// The examples of the OpenAPI document are what was sent and received here: each call gets the status that it documents
// and, as every answer in these tests, a body that its schema allows.
func TestExamples(t *testing.T) {
	storetest.OnEachAddress(t, func(t *testing.T, address string) {
		sent := sendExamples(t, storetest.Open(t, address))
		if t.Failed() || !strings.HasPrefix(address, "sqlite:") { // elsewhere ids begin with the month
			return
		}
		if *recordExamples {
			record(t, sent)
			return
		}
		kept := map[string]exampleOf{}
		stored, err := os.ReadFile(examplesFile)
		storetest.Check(t, err)
		storetest.Check(t, json.Unmarshal(stored, &kept))
		for id, example := range sent {
			if got, want := example,
				kept[id]; got.Status != want.Status || !reflect.DeepEqual(got.Body, want.Body) || !reflect.DeepEqual(
				got.Parameters, want.Parameters,
			) {
				t.Errorf("%s: the document shows\n%+v %v, sent was\n%+v %v: run « make examples »", id, want.Parameters, want.Body,
					got.Parameters, got.Body)
			}
		}
		for id := range kept {
			if _, known := sent[id]; !known {
				t.Errorf("%s is in %s, but is sent by no test: run « make examples »", id, examplesFile)
			}
		}
	})
	if *recordExamples {
		return // they are in the document once it is compiled again
	}
	faults, checked, err := apitest.CheckExamples()
	storetest.Check(t, err)
	for _, fault := range faults {
		t.Error(fault)
	}
	if checked < 200 {
		t.Errorf("only %d examples", checked)
	}
}

// sendExamples sends an example of each call, in an order in which each finds what it needs.
func sendExamples(t *testing.T, database *store.Store) map[string]exampleOf {
	t.Helper()
	return newExamples(t, database).sendAll(t)
}

func (e *examples) sendAll(t *testing.T) map[string]exampleOf {
	t.Helper()
	e.sendReads()
	e.sendPlaces()
	e.sendInterventions()
	e.sendTariffs()
	e.sendTeams()
	e.sendMoney()
	e.sendAccounts()
	e.sendField()
	e.sendSessions()
	e.sendRemovals()
	for id := range e.calls {
		_, sent := e.sent[id]
		if _, excepted := notExamples[id]; sent == excepted {
			t.Errorf("%s: sent here: %t, an exception: %t", id, sent, excepted)
		}
	}
	for id := range notExamples {
		if _, known := e.calls[id]; !known {
			t.Errorf("%s is an exception, but no call", id)
		}
	}
	for id, example := range e.sent {
		example.Answer, example.Body = e.shown(example.Answer), e.shown(example.Body)
		for name, value := range example.Parameters {
			example.Parameters[name] = e.shown(value)
		}
		e.sent[id] = example
	}
	return e.sent
}

// try sends the example of a call to a path that has its parameters, and checks the status.
func (e *examples) try(id, path string, body any, headers ...string) answer {
	e.t.Helper()
	call, known := e.calls[id]
	if !known {
		e.t.Errorf("%s is no call", id)
		return answer{}
	}
	bearer := e.bearer(call)
	if e.probe != nil {
		if key := e.probe(call, path, body, headers); key != "" {
			bearer = key
		}
	}
	got := e.call(call.Method, path, bearer, body, headers...)
	if !slices.Contains(call.Success, got.Status) {
		e.t.Errorf("%s, %s %s: %d %.600s", id, call.Method, path, got.Status, got.Raw)
		return got
	}
	example := exampleOf{Parameters: parametersIn(e.t, call, path), Body: body, Status: got.Status}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "If-Match" {
			example.Parameters["If-Match"] = headers[i+1]
		}
	}
	switch form := got.Header.Get("Content-Type"); {
	case got.Raw == "" || call.Method == http.MethodHead:
	case strings.Contains(form, "json"):
		e.check(json.Unmarshal([]byte(got.Raw), &example.Answer))
		example.Answer = shortened(example.Answer)
	case strings.HasPrefix(form, "text/"):
		lines := strings.SplitAfter(got.Raw, "\n")
		example.Answer = strings.Join(lines[:min(3, len(lines))], "")
	}
	e.sent[id] = plain(e.t, example)
	return got
}

// bearer returns what a call is made with: the key, a dashboard's token, or the session of an administrator.
func (e *examples) bearer(call apitest.Call) string {
	if len(call.Security) == 0 {
		return ""
	}
	for scheme := range call.Security[0] {
		switch scheme {
		case "cle":
			return e.key
		case "tableauDeBord":
			return e.dashboardToken(e.login("admin@exemple.test").token, analytics+"/1")
		case "stripe":
			return ""
		}
	}
	if e.session != "" {
		return e.session
	}
	return e.login("admin@exemple.test").token
}

var parameterIn = regexp.MustCompile(`\{(\w+)\}`)

// parametersIn returns the values of the parameters of a call's path, and those of the query.
func parametersIn(t *testing.T, call apitest.Call, path string) map[string]any {
	t.Helper()
	address, err := url.Parse(path)
	storetest.Check(t, err)
	values := map[string]any{}
	add := func(name, text string) {
		switch kind := fmt.Sprint(call.Kinds[name]); {
		case kind == "string":
			values[name] = text
		case strings.Contains(kind, "array"):
			values[name] = []any{text}
		default:
			var value any
			if json.Unmarshal([]byte(text), &value) != nil { // a word of a shared list
				value = text
			}
			values[name] = value
		}
	}
	expression := regexp.MustCompile("^" +
		parameterIn.ReplaceAllString(strings.ReplaceAll(call.Path, ".", `\.`), `([^/]+)`) + "$")
	found := expression.FindStringSubmatch(address.Path)
	if found == nil {
		t.Fatalf("%s is not %s", path, call.Path)
	}
	for i, name := range parameterIn.FindAllStringSubmatch(call.Path, -1) {
		add(name[1], found[i+1])
	}
	for name, texts := range address.Query() {
		add(name, texts[0])
	}
	return values
}

// shortened keeps the first element of each list, but all numbers, such as a pair of coordinates.
func shortened(value any) any {
	switch value := value.(type) {
	case []any:
		if len(value) == 0 {
			return value
		}
		if _, plain := value[0].(float64); plain {
			return value
		}
		list := []any{}
		for _, element := range value[:1] {
			list = append(list, shortened(element))
		}
		return list
	case map[string]any:
		for name := range value {
			value[name] = shortened(value[name])
		}
	}
	return value
}

// plain returns an example as JSON reads it.
func plain(t *testing.T, example exampleOf) (read exampleOf) {
	t.Helper()
	written, err := json.Marshal(example)
	storetest.Check(t, err)
	storetest.Check(t, json.Unmarshal(written, &read))
	return read
}

var (
	uuidIn     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	webTokenIn = regexp.MustCompile(`[A-Za-z0-9_-]{12,}\.[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]{20,}`)
	keyIn      = regexp.MustCompile(`ck_[A-Za-z0-9_-]{5,}`)
)

// secretFields are the fields whose values are drawn at random, with what the document shows instead.
var secretFields = map[string]any{
	"refreshToken": "JETON-DE-RENOUVELLEMENT", "jetonEtape": "JETON-D-ETAPE", "jeton": "JETON-DU-COURRIEL",
	"lien":   "otpauth://totp/Consigne:usager",
	"codeQr": "data:image/png;base64,iVBORw0KGgo=", "codesSecours": []any{"ABCD-EFGH"}, "state": "ETAT",
	"challenge": "DEFI",
}

// shown returns what the document shows of a value: without secrets, and the same at each run.
func (e *examples) shown(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = e.shown(value[i])
		}
	case map[string]any:
		for name := range value {
			if instead, secret := secretFields[name]; secret && reflect.TypeOf(value[name]) == reflect.TypeOf(instead) &&
				value[name] != simulator.Accepted {
				value[name] = instead
			} else {
				value[name] = e.shown(value[name])
			}
		}
	case string:
		text := strings.NewReplacer(e.secrets...).Replace(value)
		text = webTokenIn.ReplaceAllString(text, "JETON")
		text = keyIn.ReplaceAllString(text, "ck_CLE")
		return uuidIn.ReplaceAllString(text, "0190163d-8694-739b-aea5-966c26f8ad90")
	}
	return value
}

func record(t *testing.T, sent map[string]exampleOf) {
	t.Helper()
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	storetest.Check(t, encoder.Encode(sent))
	storetest.Check(t, os.WriteFile(examplesFile, written.Bytes(), 0o644))
	t.Logf("%d examples: %s", len(sent), strings.Join(slices.Sorted(maps.Keys(sent)), " "))
}

// exampleStart is the instant at which the site of the examples begins.
var exampleStart = time.Date(2026, time.October, 26, 9, 0, 0, 0, time.UTC)
