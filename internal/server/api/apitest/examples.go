package apitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"consigne/internal/app"
)

// CheckExamples returns the faults of the examples of the OpenAPI document: each must have the shape that is declared
// beside it, without a field that the declaration does not name.
func CheckExamples() (faults []string, checked int, err error) {
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(app.Spec()))
	if err != nil {
		return nil, 0, err
	}
	closeObjects(tree)
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource(address, tree); err != nil {
		return nil, 0, err
	}
	var walk func(node any, at string) error
	walk = func(node any, at string) error {
		switch node := node.(type) {
		case []any:
			for i, child := range node {
				if err := walk(child, fmt.Sprintf("%s/%d", at, i)); err != nil {
					return err
				}
			}
		case map[string]any:
			example, given := node["example"]
			if _, shaped := node["schema"]; given && shaped {
				schema, err := compiler.Compile(address + "#" + at + "/schema")
				if err != nil {
					return err
				}
				checked++
				if err := schema.Validate(example); err != nil {
					faults = append(faults, fmt.Sprintf("%s: %v", at, err))
				}
			}
			for name, child := range node {
				if name == "example" || strings.HasPrefix(at, "/components/schemas") {
					continue
				}
				if err := walk(child, at+"/"+escape(name)); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err = walk(tree, "")
	return faults, checked, err
}

// Call is what the OpenAPI document says of a call.
type Call struct {
	OperationID  string
	Method, Path string
	Security     []map[string][]string
	Success      []int          // the statuses below 300
	Kinds        map[string]any // the type of each parameter as its schema has it; nil if it has several
	Keyed        bool           // takes an Idempotency-Key
}

// Calls lists the calls of the OpenAPI document by their operation ids.
func Calls() (map[string]Call, error) {
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string
			Security    []map[string][]string
			Responses   map[int]json.RawMessage
			Parameters  []struct {
				Ref    string `json:"$ref"`
				Name   string
				Schema struct{ Type any }
			}
		}
	}
	if err := json.Unmarshal(app.Spec(), &document); err != nil {
		return nil, err
	}
	all := map[string]Call{}
	for path, methods := range document.Paths {
		for method, operation := range methods {
			call := Call{
				OperationID: operation.OperationID, Method: strings.ToUpper(method), Path: path,
				Security: operation.Security, Kinds: map[string]any{},
			}
			for _, parameter := range operation.Parameters {
				call.Kinds[parameter.Name] = parameter.Schema.Type
				call.Keyed = call.Keyed || parameter.Ref == "#/components/parameters/IdempotencyKey"
			}
			for status := range operation.Responses {
				if status < 300 {
					call.Success = append(call.Success, status)
				}
			}
			all[operation.OperationID] = call
		}
	}
	return all, nil
}
