package api

import (
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Created is the answer to a creation.
type Created struct {
	ID int64 `json:"id"`
}

// IDInput names the object of a call.
type IDInput struct {
	ID int64 `path:"id"`
}

// Message carries a sentence that says what was done.
type Message struct {
	Message string `json:"message"`
}

// Answer is the body of an answer, which huma encodes.
type Answer[T any] struct{ Body T }

// Joined is the answer to a call that adds something, or to what was there before it.
type Joined[T any] struct {
	Status int
	Body   T
}

// ReplyJoined returns the answer with that body: 201 when it was added.
func ReplyJoined[T any](added bool, body T) *Joined[T] {
	if added {
		return &Joined[T]{http.StatusCreated, body}
	}
	return &Joined[T]{http.StatusOK, body}
}

// JoinedAnswer declares the answer to what was there before.
func JoinedAnswer[T any](s *Server) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {
		Description: http.StatusText(http.StatusOK),
		Content:     map[string]*huma.MediaType{"application/json": {Schema: s.SchemaOf(reflect.TypeFor[T]())}},
	}}
}

// Reply returns the answer with that body.
func Reply[T any](body T) *Answer[T] { return &Answer[T]{Body: body} }
