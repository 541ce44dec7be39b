package api

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// recordedExamples holds an example of each call by its operation id, as TestExamples sent and received it on a site
// filled for it. `make examples` writes it.
//
//go:embed examples.json
var recordedExamples []byte

// example is what a call was sent and what it answered.
type example struct {
	Parameters map[string]any `json:"parameters,omitempty"`
	Body       any            `json:"body,omitempty"`
	Status     int            `json:"status"`
	Answer     any            `json:"answer,omitempty"` // a string if the answer is a text; absent if it is a file that is none
}

// exemplify adds the recorded examples to the calls of the OpenAPI document.
func exemplify(document *huma.OpenAPI) {
	examples := map[string]example{}
	if err := json.Unmarshal(recordedExamples, &examples); err != nil {
		panic(fmt.Errorf("examples.json cannot be read: %w", err))
	}
	for _, operation := range operationsOf(document) {
		known, ok := examples[operation.OperationID]
		if !ok {
			continue
		}
		for _, parameter := range operation.Parameters {
			if value, given := known.Parameters[parameter.Name]; given {
				parameter.Example = value
			}
		}
		if operation.RequestBody != nil && known.Body != nil {
			for _, content := range operation.RequestBody.Content {
				content.Example = known.Body
			}
		}
		response := operation.Responses[strconv.Itoa(known.Status)]
		if response == nil || known.Answer == nil {
			continue
		}
		for _, content := range response.Content {
			content.Example = known.Answer
		}
	}
}

// operationsOf lists the calls of the document.
func operationsOf(document *huma.OpenAPI) (all []*huma.Operation) {
	for _, path := range document.Paths {
		for _, operation := range []*huma.Operation{path.Get, path.Put, path.Post, path.Delete, path.Patch, path.Head} {
			if operation != nil {
				all = append(all, operation)
			}
		}
	}
	return all
}
