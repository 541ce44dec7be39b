package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"

	"consigne/internal/domain/machines/idempotency"
	"consigne/internal/kernel/text"
)

const (
	idempotencyHeader = "Idempotency-Key"
	maxKey            = 255
)

// idempotent runs a POST of the field API, or a write of staff, that carries an Idempotency-Key at most once. Its
// effect and its answer are written in one transaction, so a second call with the key finds both or none, even at the
// same time or after a crash.
func (s *Server) idempotent(w http.ResponseWriter, r *http.Request, known *Request) {
	key := r.Header.Get(idempotencyHeader)
	keyed, err := s.keyedOf(r, key, known)
	if err != nil {
		writeError(w, s.explain(r.Context(), err))
		return
	}
	if keyed == nil {
		known.call.handle(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if tooLong(err) {
		writeError(w, newErrorBody(http.StatusRequestEntityTooLarge, known.rule().tooLong()))
		return
	}
	if err != nil || len(key) > maxKey || !text.IsText(key) {
		writeError(w, newErrorBody(http.StatusBadRequest, "Le contenu de la requête n'est pas lisible."))
		return
	}
	call := idempotency.Call{Caller: keyed.caller, Key: keyed.key, RequestHash: digest(keyed.subject, string(body))}
	ctx := r.Context()
	var given *capturedAnswer
	stored, err := s.Idempotency.Once(ctx, call, func(ctx context.Context) (*idempotency.Record, error) {
		given = &capturedAnswer{header: http.Header{}, status: http.StatusOK}
		kept := &keptAnswer{}
		known.kept = kept
		defer func() { known.kept = nil }()
		again := r.WithContext(ctx)
		again.Body = io.NopCloser(bytes.NewReader(body))
		known.call.handle(given, again)
		if kept.cause != nil {
			return nil, kept.cause // a conflict is retried, other errors are explained below
		}
		if given.status == http.StatusUnauthorized || given.status == http.StatusTooManyRequests {
			return nil, nil // not kept: after 401 and 429 the caller is to try again
		}
		return &idempotency.Record{Status: given.status, Body: keyed.seal(given.body.String()), AccountID: kept.named}, nil
	})
	if err != nil {
		writeError(w, s.explain(r.Context(), err))
		return
	}
	if stored != nil {
		given = &capturedAnswer{header: http.Header{"Content-Type": {"application/json"}}, status: stored.Status}
		kept, err := keyed.open(stored.Body)
		if err != nil {
			writeError(w, s.explain(r.Context(), err))
			return
		}
		given.body.WriteString(kept)
	}
	given.writeTo(w)
}

// keptAnswer is what is known of an answer while it is made in its transaction.
type keptAnswer struct {
	cause error // an internal error, which must roll back the transaction
	named int64 // the account that the answer names
}

// AnswerNames records which account the answer names. If the answer is kept, erasing the account deletes it. Every
// call of the field API whose answer shows a person must call answerNames.
func AnswerNames(ctx context.Context, accountID int64) {
	if kept := RequestOf(ctx).kept; kept != nil {
		kept.named = accountID
	}
}

// capturedAnswer buffers an answer until its transaction is committed.
type capturedAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (c *capturedAnswer) Header() http.Header         { return c.header }
func (c *capturedAnswer) WriteHeader(status int)      { c.status = status }
func (c *capturedAnswer) Write(b []byte) (int, error) { return c.body.Write(b) }

func (c *capturedAnswer) writeTo(w http.ResponseWriter) {
	for name, values := range c.header {
		w.Header()[name] = values
	}
	w.WriteHeader(c.status)
	_, _ = w.Write(c.body.Bytes()) // an error means that the client is gone
}

// digest hashes a list of texts so that different lists give different results.
func digest(texts ...string) string {
	sum := sha256.New()
	for _, text := range texts {
		part := sha256.Sum256([]byte(text))
		sum.Write(part[:])
	}
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil))
}
