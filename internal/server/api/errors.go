package api

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/fault"
	"consigne/internal/server/api/shape"
)

// ErrorBody is the body of every refusal and failure.
type ErrorBody struct {
	Code       int         `json:"code" doc:"Le statut HTTP"`
	Message    string      `json:"message" doc:"Court et fixe"`
	Detail     string      `json:"detail" doc:"Une phrase pour la personne"`
	Violations []Violation `json:"violations,omitempty" doc:"Les champs en cause, pour le statut 422"`
	RequestID  string      `json:"requestId,omitempty" doc:"À citer au support"`

	Conflit *EditConflict `json:"conflit,omitempty" doc:"Pour le statut 409 : les modifications que l'écriture aurait remplacées"`

	headers http.Header
}

// Violation names the field that breaks a rule.
type Violation struct {
	PropertyPath string `json:"propertyPath"`
	Message      string `json:"message"`
}

// Error implements error.
func (e *ErrorBody) Error() string { return e.Detail }

// GetStatus implements huma.StatusError.
func (e *ErrorBody) GetStatus() int { return e.Code }

// GetHeaders implements huma.HeadersError.
func (e *ErrorBody) GetHeaders() http.Header { return e.headers }

// ContentType implements huma.ContentTypeFilter.
func (e *ErrorBody) ContentType(string) string { return "application/json" }

const (
	missingDetail = "Ressource introuvable."
	serverDetail  = "Une erreur serveur est survenue."
	tooLongDetail = "Le contenu de la requête dépasse la taille permise."
)

var statuses = map[fault.Kind]int{
	fault.KindMalformed:       http.StatusBadRequest,
	fault.KindUnauthenticated: http.StatusUnauthorized,
	fault.KindForbidden:       http.StatusForbidden,
	fault.KindNotFound:        http.StatusNotFound,
	fault.KindConflict:        http.StatusConflict,
	fault.KindGone:            http.StatusGone,
	fault.KindInvalid:         http.StatusUnprocessableEntity,
	fault.KindTooMany:         http.StatusTooManyRequests,
	fault.KindBadGateway:      http.StatusBadGateway,
	fault.KindUnavailable:     http.StatusServiceUnavailable,
	fault.KindStepUp:          http.StatusForbidden,
}

func newErrorBody(status int, detail string) *ErrorBody {
	return &ErrorBody{Code: status, Message: http.StatusText(status), Detail: detail, headers: http.Header{}}
}

// explain converts an error of the domain into an answer. An internal error, or one caused by an unavailable
// database, is logged, and the answer carries the request id. What a rule makes wait is no error of the log.
func (s *Server) explain(ctx context.Context, err error) *ErrorBody {
	refusal := fault.Of(err)
	if refusal == nil && errors.Is(ctx.Err(), context.DeadlineExceeded) { // whatever error the cut query returned
		err = fmt.Errorf("%w: %w", fault.Late(), err)
		refusal = fault.Of(err)
	}
	down := fault.Is(err, fault.KindUnavailable)
	if refusal == nil || down || refusal.Kind == fault.KindStepUp { // the same call may be answered otherwise later
		if kept := RequestOf(ctx).kept; kept != nil {
			kept.cause = err
			return newErrorBody(http.StatusInternalServerError, serverDetail)
		}
	}
	if refusal == nil || down {
		if errors.Is(ctx.Err(), context.Canceled) { // the client has gone, which may be why it failed
			return newErrorBody(499, "La requête a été abandonnée.")
		}
		if refusal == nil || !refusal.Expected {
			s.Log.ErrorContext(ctx, "request failed", "request_id", RequestID(ctx), "error", err)
		}
	}
	if refusal == nil {
		body := newErrorBody(http.StatusInternalServerError, serverDetail)
		body.RequestID = RequestID(ctx)
		return body
	}
	if refusal.Kind == fault.KindForbidden {
		s.noteDenied(ctx)
	}
	body := newErrorBody(statuses[refusal.Kind], refusal.Detail)
	if refusal.Message != "" {
		body.Message = refusal.Message
	}
	if down {
		body.RequestID = RequestID(ctx)
	}
	body.Violations = shape.Each(refusal.Violations, ViolationBody)
	if overwrite, ok := errors.AsType[*audit.Overwrite](err); ok {
		body.Conflit = editConflict(ActorOf(ctx), overwrite)
	}
	if refusal.Kind == fault.KindUnauthenticated {
		body.headers.Set("WWW-Authenticate", "Bearer")
	}
	if refusal.RetryAfter > 0 {
		body.headers.Set("Retry-After", strconv.Itoa(int(math.Ceil(refusal.RetryAfter.Seconds()))))
	}
	return body
}

// ViolationBody returns the shape of what is wrong with a field.
func ViolationBody(v fault.Violation) Violation {
	return Violation{PropertyPath: v.Field, Message: v.Message}
}

func writeError(w http.ResponseWriter, body *ErrorBody) {
	for name, values := range body.headers {
		w.Header()[name] = values
	}
	writeJSON(w, body.Code, body)
}

// Huma keeps these settings for the whole process.
func init() {
	huma.DefaultArrayNullable = false // a list is [], never null
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return frameworkError(status, message, errs)
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
		body := frameworkError(status, message, errs)
		if ctx == nil {
			return body
		}
		if body.Code >= http.StatusInternalServerError {
			body.RequestID = RequestID(ctx.Context())
		}
		if body.Code == http.StatusRequestEntityTooLarge {
			body.Detail = RequestOf(ctx.Context()).rule().tooLong()
		}
		return body
	}
}

// notOneOf is the beginning of huma's message about a value outside an enumeration.
var notOneOf, _, _ = strings.Cut(validation.MsgExpectedOneOf, "%s")

// notWhole begins the message about a number that a field for whole numbers cannot hold; the name of the field follows.
const notWhole = "not a whole number: "

// fractional returns the field of the body of which the detail says that its number is no whole one. Huma says the same
// of texts.
func fractional(detail *huma.ErrorDetail) (field string, is bool) {
	if field, is = strings.CutPrefix(detail.Message, notWhole); is {
		return field, true
	}
	_, number := detail.Value.(float64)
	field, inBody := strings.CutPrefix(detail.Location, "body.")
	return field, inBody && number && detail.Message == validation.MsgExpectedInteger
}

// frameworkError converts what huma refuses before a handler is called. Huma answers 422 to everything that breaks a
// schema. Here a body of the wrong shape is 400, an id that is not a number is 404, and only an invalid query value,
// a value outside an enumeration or a fraction where a whole number is asked is 422.
func frameworkError(status int, message string, errs []error) *ErrorBody {
	location, unknown := "", false
	for _, err := range errs {
		if tooLong(err) {
			return newErrorBody(http.StatusRequestEntityTooLarge, tooLongDetail)
		}
		if detail, ok := errors.AsType[*huma.ErrorDetail](err); ok && location == "" {
			if field, is := fractional(detail); is {
				body := newErrorBody(http.StatusUnprocessableEntity,
					fmt.Sprintf("La valeur du champ « %s » n'est pas un nombre entier permis.", field))
				body.Violations = []Violation{{PropertyPath: field, Message: body.Detail}}
				return body
			}
			location, unknown = detail.Location, strings.HasPrefix(detail.Message, notOneOf)
		}
	}
	place, field, _ := strings.Cut(location, ".")
	switch {
	case status == http.StatusUnprocessableEntity && place == "path":
		return newErrorBody(http.StatusNotFound, missingDetail)
	case status == http.StatusUnprocessableEntity && place == "query":
		sentence := fmt.Sprintf("La valeur du paramètre « %s » n'est pas correcte.", field)
		body := newErrorBody(status, sentence)
		body.Violations = []Violation{{PropertyPath: field, Message: sentence}}
		return body
	case status == http.StatusUnprocessableEntity && unknown:
		field, _, _ = strings.Cut(field, "[") // names the list, not the entry
		body := newErrorBody(status, fmt.Sprintf("La valeur du champ « %s » n'est pas correcte.", field))
		body.Violations = []Violation{{PropertyPath: field, Message: body.Detail}}
		return body
	case status == http.StatusUnprocessableEntity && field != "":
		return newErrorBody(http.StatusBadRequest, fmt.Sprintf("La valeur du champ « %s » n'a pas la forme attendue.", field))
	case status == http.StatusUnprocessableEntity, status == http.StatusBadRequest:
		return newErrorBody(http.StatusBadRequest, "Le contenu de la requête n'est pas lisible.")
	case status == http.StatusUnsupportedMediaType:
		return newErrorBody(status, "Ce type de contenu n'est pas accepté.")
	case status >= http.StatusInternalServerError:
		return newErrorBody(status, serverDetail)
	}
	return newErrorBody(status, message)
}

// noteDenied records that the caller was refused this request. A failure to record it does not change the refusal.
func (s *Server) noteDenied(ctx context.Context) {
	refused := RequestOf(ctx).route
	if key := KeyOf(ctx); key.ID != 0 {
		refused += fmt.Sprintf(", clé %d", key.ID)
	}
	if err := s.Security.NoteDenied(ctx, ActorOf(ctx).AccountID, refused, s.Clock.Now()); err != nil {
		s.Log.WarnContext(ctx, "a refusal is not noted", "request_id", RequestID(ctx), "error", err)
	}
}
