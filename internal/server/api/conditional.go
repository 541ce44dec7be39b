package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// ConditionalInput names the answers that the caller has already.
type ConditionalInput struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// Conditional answers with a body and its entity tag, or with 304 to who has that body already.
type Conditional[T any] struct {
	Status int
	ETag   string `header:"ETag"`
	Body   T
}

// status returns 304 if the caller has the answer with the tag, else 200. A proxy that compresses makes tags weak.
func (in ConditionalInput) status(etag string) int {
	for tag := range strings.SplitSeq(in.IfNoneMatch, ",") {
		if tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/"); tag == etag || tag == "*" {
			return http.StatusNotModified
		}
	}
	return http.StatusOK
}

// ReplyUnlessKnown returns the answer with that body, whose tag is that of its text.
func ReplyUnlessKnown[T any](in ConditionalInput, body T) (*Conditional[T], error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("write an answer: %w", err)
	}
	answer := &Conditional[T]{ETag: EtagOf(text), Body: body}
	answer.Status = in.status(answer.ETag)
	return answer, nil
}
