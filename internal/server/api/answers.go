package api

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

// Reply returns the answer with that body.
func Reply[T any](body T) *Answer[T] { return &Answer[T]{Body: body} }
