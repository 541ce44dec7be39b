package api

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// The page that shows the OpenAPI document: plain HTML in French, made once a node, without any script.
var (
	//go:embed docs.html
	docsTemplate string
	//go:embed docs.css
	docsStyle []byte
)

// docsFile is the page in the forms in which it is served.
type docsFile struct {
	plain, zipped []byte
	etag          string
}

func (s *Server) docs(w http.ResponseWriter, r *http.Request) {
	page := s.docsPage()
	allowPage(w, r, cspAllowance{})
	header := w.Header()
	header.Set("Cache-Control", "no-cache")
	content, etag := page.plain, page.etag
	header.Add("Vary", "Accept-Encoding")
	if takesGzip(r.Header.Get("Accept-Encoding")) {
		content, etag = page.zipped, etag+"-gzip"
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("ETag", `"`+etag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

func serveDocsStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(docsStyle)
}

// newDocs returns what makes the page when it is first read.
func newDocs(document *huma.OpenAPI) func() docsFile {
	return sync.OnceValue(func() docsFile {
		page := template.Must(template.New("docs").Funcs(template.FuncMap{
			"kind": kindOf, "fields": fieldsOf, "text": exampleText, "paragraphs": paragraphsOf,
		}).Parse(docsTemplate))
		var out bytes.Buffer
		if err := page.Execute(&out, describe(document)); err != nil {
			panic(fmt.Errorf("the page of the API cannot be written: %w", err))
		}
		zipped, err := Gzipped(out.Bytes())
		if err != nil {
			panic(fmt.Errorf("the page of the API cannot be compressed: %w", err))
		}
		sum := sha256.Sum256(out.Bytes())
		return docsFile{plain: out.Bytes(), zipped: zipped, etag: base64.RawURLEncoding.EncodeToString(sum[:12])}
	})
}

// docsView is what the page shows.
type docsView struct {
	Document *huma.OpenAPI
	Groups   []docsGroup
	Calls    int
	Schemas  []docsSchema
}

type docsGroup struct {
	Name, Anchor string
	Calls        []docsCall
}

type docsCall struct {
	*huma.Operation
	Parameters []*huma.Param // without references
	Bodies     []docsContent
	Statuses   []docsAnswer
	Curl       string
}

type docsAnswer struct {
	Status, Description string
	Contents            []docsContent
}

type docsContent struct {
	Form    string
	Schema  *huma.Schema
	Example any
}

type docsSchema struct {
	Name   string
	Schema *huma.Schema
}

func describe(document *huma.OpenAPI) docsView {
	view := docsView{Document: document}
	groups := map[string][]docsCall{}
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		item := document.Paths[path]
		for _, operation := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete, item.Head} {
			if operation != nil {
				groups[operation.Tags[0]] = append(groups[operation.Tags[0]], describeCall(document, operation))
				view.Calls++
			}
		}
	}
	for _, tag := range document.Tags {
		view.Groups = append(view.Groups,
			docsGroup{tag.Name, "groupe-" + strings.ReplaceAll(tag.Name, " ", "-"), groups[tag.Name]})
	}
	schemas := document.Components.Schemas.Map()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		view.Schemas = append(view.Schemas, docsSchema{name, schemas[name]})
	}
	return view
}

func describeCall(document *huma.OpenAPI, operation *huma.Operation) docsCall {
	call := docsCall{Operation: operation}
	for _, parameter := range operation.Parameters {
		if parameter.Ref != "" {
			parameter = document.Components.Parameters[lastOf(parameter.Ref)]
		}
		call.Parameters = append(call.Parameters, parameter)
	}
	if operation.RequestBody != nil {
		call.Bodies = contentsOf(operation.RequestBody.Content)
	}
	for _, status := range slices.Sorted(maps.Keys(operation.Responses)) {
		response := operation.Responses[status]
		if response.Ref != "" { // the refusals, described once at the top of the page
			response = &huma.Response{Description: document.Components.Responses[lastOf(response.Ref)].Description}
		}
		call.Statuses = append(call.Statuses, docsAnswer{status, response.Description, contentsOf(response.Content)})
	}
	call.Curl = curlOf(call)
	return call
}

func contentsOf(content map[string]*huma.MediaType) (all []docsContent) {
	for _, form := range slices.Sorted(maps.Keys(content)) {
		all = append(all, docsContent{form, content[form].Schema, content[form].Example})
	}
	return all
}

// curlOf returns the example of a call as a command, whose address and key are variables of the shell.
func curlOf(call docsCall) string {
	path, query := call.Path, []string{}
	for _, parameter := range call.Parameters {
		if parameter.Example == nil {
			continue
		}
		value := fmt.Sprint(parameter.Example)
		if list, several := parameter.Example.([]any); several && len(list) > 0 {
			value = fmt.Sprint(list[0])
		}
		switch parameter.In {
		case "path":
			path = strings.ReplaceAll(path, "{"+parameter.Name+"}", value)
		case "query":
			query = append(query, parameter.Name+"="+url.QueryEscape(value))
		}
	}
	if len(query) > 0 {
		path += "?" + strings.Join(query, "&")
	}
	command := "curl"
	if call.Method == http.MethodHead {
		command += " --head"
	} else if call.Method != http.MethodGet {
		command += " -X " + call.Method
	}
	command += ` "$URL` + path + `"`
	for _, scheme := range call.Security {
		for name := range scheme {
			if variable, bearer := bearerVariables[name]; bearer {
				command += " \\\n  -H \"Authorization: Bearer $" + strings.ToUpper(variable) + `"`
			}
		}
	}
	for _, body := range call.Bodies {
		if body.Example != nil {
			command += " \\\n  --json '" + strings.ReplaceAll(exampleText(body.Example), "'", `'\''`) + "'"
		}
	}
	return command
}

func lastOf(reference string) string { return reference[strings.LastIndex(reference, "/")+1:] }

func paragraphsOf(text string) []string { return strings.Split(text, "\n\n") }

// docsField is a field of an object.
type docsField struct {
	Name     string
	Required bool
	Schema   *huma.Schema
}

func fieldsOf(schema *huma.Schema) (all []docsField) {
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		all = append(all, docsField{name, slices.Contains(schema.Required, name), schema.Properties[name]})
	}
	return all
}

var frenchTypes = map[string]string{
	"string": "texte", "integer": "entier", "number": "nombre", "boolean": "oui ou non",
	"object": "objet", "null": "null",
}

var frenchFormats = map[string]string{"date-time": "instant", "date": "jour", "binary": "octets"}

// kindOf returns the type of a value in French; an object that has a name is a link to it.
func kindOf(schema *huma.Schema) template.HTML {
	if schema == nil {
		return ""
	}
	choices := slices.Concat(schema.OneOf, schema.AnyOf)
	kind := template.HTML(template.HTMLEscapeString(frenchTypes[schema.Type])) // #nosec G203 -- escaped
	switch {
	case schema.Ref != "":
		name := template.HTMLEscapeString(lastOf(schema.Ref))
		return template.HTML(`<a href="#objet-` + name + `">` + name + `</a>`) // #nosec G203 -- escaped
	case len(choices) > 0:
		kinds := []string{}
		for _, choice := range choices {
			kinds = append(kinds, string(kindOf(choice)))
		}
		return template.HTML(strings.Join(kinds, " ou ")) // #nosec G203 -- of this function
	case schema.Items != nil:
		kind = "liste de " + kindOf(schema.Items)
	case frenchFormats[schema.Format] != "":
		kind = template.HTML(frenchFormats[schema.Format]) // #nosec G203 -- fixed
	}
	if len(schema.Enum) > 0 {
		values := []string{}
		for _, value := range schema.Enum {
			if value != nil {
				values = append(values, "<code>"+template.HTMLEscapeString(fmt.Sprint(value))+"</code>")
			}
		}
		kind = template.HTML(strings.Join(values, ", ")) // #nosec G203 -- escaped
	}
	if schema.Nullable {
		kind += " ou null"
	}
	return kind
}
