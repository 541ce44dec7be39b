package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// collection is the calls of the API in the format of Postman's collections, version 2.1, which Bruno, Insomnia and
// others import too. Its shapes name only what is used here.
type collection struct {
	Info     collectionInfo       `json:"info"`
	Item     []collectionFolder   `json:"item"`
	Auth     collectionAuth       `json:"auth"`
	Variable []collectionVariable `json:"variable"`
}

type collectionInfo struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Schema      string `json:"schema"`
}

type collectionFolder struct {
	Name string           `json:"name"`
	Item []collectionItem `json:"item"`
}

type collectionItem struct {
	Name    string            `json:"name"`
	Request collectionRequest `json:"request"`
}

type collectionRequest struct {
	Method      string               `json:"method"`
	URL         collectionURL        `json:"url"`
	Header      []collectionVariable `json:"header"`
	Body        *collectionBody      `json:"body,omitempty"`
	Auth        *collectionAuth      `json:"auth,omitempty"`
	Description string               `json:"description,omitempty"`
}

type collectionURL struct {
	Raw      string               `json:"raw"`
	Host     []string             `json:"host"`
	Path     []string             `json:"path"`
	Query    []collectionVariable `json:"query,omitempty"`
	Variable []collectionVariable `json:"variable,omitempty"`
}

type collectionBody struct {
	Mode    string         `json:"mode"`
	Raw     string         `json:"raw,omitempty"`
	Options map[string]any `json:"options,omitempty"`
}

type collectionAuth struct {
	Type   string               `json:"type"`
	Bearer []collectionVariable `json:"bearer,omitempty"`
}

type collectionVariable struct {
	Key         string `json:"key"`
	Value       string `json:"value"`
	Type        string `json:"type,omitempty"`
	Description string `json:"description,omitempty"`
	Disabled    bool   `json:"disabled,omitempty"`
}

// bearerVariables are the variables of the collection that hold what each kind of caller presents.
var bearerVariables = map[string]string{sessionScheme: "jeton", keyScheme: "cle", dashboardScheme: "jetonTableauDeBord"}

func bearerAuth(variable string) collectionAuth {
	return collectionAuth{
		Type:   "bearer",
		Bearer: []collectionVariable{{Key: "token", Value: "{{" + variable + "}}", Type: "string"}},
	}
}

// collect writes the collection of the document: a folder a tag, the examples as parameters and bodies.
func collect(document *huma.OpenAPI, site string) collection {
	folders := map[string][]collectionItem{}
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		item := document.Paths[path]
		for _, operation := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete, item.Head} {
			if operation != nil {
				folders[operation.Tags[0]] = append(folders[operation.Tags[0]], collectItem(operation, path))
			}
		}
	}
	all := collection{
		Info: collectionInfo{
			Name: document.Info.Title, Schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
			Description: document.Info.Description +
				" Renseignez les variables « jeton » (une session, ou une clé) et « cle » (l'interface de terrain).",
		},
		Auth: bearerAuth(bearerVariables[sessionScheme]), Item: []collectionFolder{},
		Variable: []collectionVariable{{Key: "adresse", Value: site, Type: "string"}},
	}
	for _, variable := range slices.Sorted(maps.Values(bearerVariables)) {
		all.Variable = append(all.Variable, collectionVariable{Key: variable, Type: "string"})
	}
	for _, tag := range document.Tags {
		all.Item = append(all.Item, collectionFolder{tag.Name, folders[tag.Name]})
	}
	return all
}

func collectItem(operation *huma.Operation, path string) collectionItem {
	request := collectionRequest{
		Method: operation.Method, Header: []collectionVariable{},
		Description: operation.Description,
	}
	address := collectionURL{Host: []string{"{{adresse}}"}}
	query := []string{}
	for _, parameter := range operation.Parameters {
		value := collectionVariable{
			Key: parameter.Name, Description: parameter.Description,
			Disabled: parameter.Example == nil && !parameter.Required,
		}
		if list, several := parameter.Example.([]any); several && len(list) > 0 {
			value.Value = fmt.Sprint(list[0])
		} else if parameter.Example != nil {
			value.Value = fmt.Sprint(parameter.Example)
		}
		switch parameter.In {
		case "header":
			if parameter.Name != "Authorization" { // said by auth
				request.Header = append(request.Header, value)
			}
		case "path":
			value.Disabled = false
			address.Variable = append(address.Variable, value)
		case "query":
			address.Query = append(address.Query, value)
			if !value.Disabled {
				query = append(query, value.Key+"="+url.QueryEscape(value.Value))
			}
		}
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		name, whole := strings.CutSuffix(strings.TrimPrefix(part, "{"), "}")
		if whole && part[0] == '{' {
			part = ":" + name
		}
		for _, variable := range address.Variable { // of a part such as « {mois}.pdf », which has no variable there
			part = strings.ReplaceAll(part, "{"+variable.Key+"}", variable.Value)
		}
		address.Path = append(address.Path, part)
	}
	address.Raw = "{{adresse}}/" + strings.Join(address.Path, "/")
	if len(query) > 0 {
		address.Raw += "?" + strings.Join(query, "&")
	}
	request.URL = address
	if operation.RequestBody != nil {
		form := slices.Min(slices.Collect(maps.Keys(operation.RequestBody.Content)))
		request.Header = append(request.Header, collectionVariable{Key: "Content-Type", Value: form})
		if form == "application/json" {
			request.Body = &collectionBody{
				Mode: "raw", Raw: exampleText(operation.RequestBody.Content[form].Example),
				Options: map[string]any{"raw": map[string]any{"language": "json"}},
			}
		} else {
			request.Body = &collectionBody{Mode: "file"} // chosen by who sends it
		}
	}
	request.Auth = &collectionAuth{Type: "noauth"}
	for _, scheme := range operation.Security {
		for name := range scheme {
			if variable, bearer := bearerVariables[name]; bearer {
				auth := bearerAuth(variable)
				request.Auth = &auth
			}
		}
	}
	return collectionItem{Name: operation.Summary, Request: request}
}

func exampleText(example any) string {
	switch example := example.(type) {
	case nil:
		return ""
	case string:
		return example
	}
	text, err := json.MarshalIndent(example, "", "  ")
	if err != nil {
		panic(fmt.Errorf("an example cannot be written: %w", err))
	}
	return string(text)
}

// servedCollection answers with the collection of this site.
func (s *Server) servedCollection(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Disposition", `attachment; filename="consigne.postman_collection.json"`)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(collect(s.api.OpenAPI(), s.PublicURL)) // an error means that the client is gone
}
