package api

// Created is the answer to a creation.
type Created struct {
	ID int64 `json:"id"`
}

// IDInput and PageInput are exported because huma reads exported embedded types only.
type IDInput struct {
	ID int64 `path:"id"`
}

// Message carries a sentence that says what was done.
type Message struct {
	Message string `json:"message"`
}

type answer[T any] struct{ Body T }

func reply[T any](body T) *answer[T] { return &answer[T]{Body: body} }
