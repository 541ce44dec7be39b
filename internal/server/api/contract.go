package api

import (
	"cmp"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// The names by which the OpenAPI document calls what proves who is calling.
const (
	sessionScheme   = "bearer"
	keyScheme       = "cle"
	dashboardScheme = "tableauDeBord"
	stripeScheme    = "stripe"
	WebhookScheme   = "notification"
)

var securitySchemes = map[string]*huma.SecurityScheme{
	sessionScheme: {
		Type: "http", Scheme: "bearer", BearerFormat: "JWT",
		Description: "Le jeton d'une session de la console.",
	},
	keyScheme: {
		Type: "http", Scheme: "bearer",
		Description: "Une clé d'un exploitant, qu'un administrateur crée dans la console : avec un droit, elle fait chez " +
			"cet exploitant les appels du personnel qui le demandent ; pour le terrain, ceux de l'interface de terrain. Les réponses à une clé limitée portent " +
			"`RateLimit-Policy` (ses appels par minute) et `RateLimit` (ce qu'il en reste, et dans combien de secondes la minute finit) ; au-delà : 429 et `Retry-After`.",
	},
	dashboardScheme: {
		Type: "http", Scheme: "bearer", BearerFormat: "JWT",
		Description: "Le jeton de l'adresse d'un tableau de bord.",
	},
	stripeScheme: {Type: "apiKey", In: "header", Name: "Stripe-Signature", Description: "La signature de Stripe."},
	WebhookScheme: {
		Type: "apiKey", In: "header", Name: "webhook-signature",
		Description: "La signature d'une notification sortante, avec le secret de celle-ci.",
	},
}

// stepUpWords describe a call that asks for a fresh proof.
const stepUpWords = "403 « Step-up authentication required. » : un compte qui a un second facteur le présente d'abord (POST " +
	"/api/admin/compte/confirmation), puis répète l'appel ; la preuve vaut dix minutes, dans la session. Une clé n'en donne pas."

// security returns what a caller must present, as the OpenAPI document says it. A public call requires nothing, which
// an empty list says.
func (r Rule) security() []map[string][]string {
	switch r.Audience {
	case Public:
		return []map[string][]string{}
	case FieldKeys:
		return []map[string][]string{{keyScheme: {}}}
	case DashboardTokens:
		return []map[string][]string{{dashboardScheme: {}}}
	case Provider:
		return []map[string][]string{{stripeScheme: {}}}
	}
	if r.takesKeys() {
		return []map[string][]string{{sessionScheme: {}}, {keyScheme: {}}}
	}
	return []map[string][]string{{sessionScheme: {}}}
}

// identifiesKeys reports whether a key is told from others that call, be it to refuse it.
func (r Rule) identifiesKeys() bool { return r.Audience == Admins || r.Own || r.takesKeys() }

// takesKeys reports whether a key may make the call, given the rights. No key makes what only administrators do, such
// as other keys.
func (r Rule) takesKeys() bool {
	switch r.Audience {
	case FieldKeys, Staff, Holders, Managers:
		return !r.Own
	}
	return false
}

// commonRefusals lists the statuses with which any call may be refused before or while it is handled. huma adds 422,
// where there is something to validate, and 500.
func commonRefusals[I any](method string) []int {
	// 422: of a query that is no text, be it of a parameter that is otherwise ignored.
	statuses := []int{
		http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity, http.StatusTooManyRequests,
		http.StatusServiceUnavailable,
	}
	if method != http.MethodGet && method != http.MethodHead { // of a page of another site
		statuses = append(statuses, http.StatusForbidden)
	}
	_, typed := reflect.TypeFor[I]().FieldByName("Body")
	_, raw := reflect.TypeFor[I]().FieldByName("RawBody")
	if typed || raw {
		statuses = append(statuses, http.StatusBadRequest, http.StatusUnsupportedMediaType)
	}
	return statuses
}

// FileAnswers declares an answer 200 that is not JSON.
func FileAnswers(form string, schema *huma.Schema) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {Content: map[string]*huma.MediaType{form: {Schema: schema}}}}
}

// SendFile answers with a file, to be shown (inline) or saved (attachment). Nothing keeps a copy.
func SendFile(media, disposition, name string, content []byte) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		hctx.SetHeader("Content-Type", media)
		hctx.SetHeader("Content-Disposition", disposition+`; filename="`+name+`"`)
		hctx.SetHeader("Cache-Control", "no-store")
		_, _ = hctx.BodyWriter().Write(content) // an error means that the client is gone
	}}
}

// SchemaOf returns a reference to the schema of a structure.
func (s *Server) SchemaOf(structure reflect.Type) *huma.Schema {
	return s.api.OpenAPI().Components.Schemas.Schema(structure, true, structure.Name())
}

// NotModified declares an answer 304.
func NotModified() *huma.Response {
	return &huma.Response{Description: http.StatusText(http.StatusNotModified)}
}

// completeContract adds to the OpenAPI document what huma leaves out.
func completeContract(document *huma.OpenAPI) {
	for name, schema := range document.Components.Schemas.Map() {
		// Unknown fields are ignored. Declaring that in every schema would make each of the console's types accept any
		// property; leaving it out means the same.
		schema.AdditionalProperties = nil
		// nil: written by hand
		if structure := document.Components.Schemas.TypeFromRef("#/components/schemas/" + name); structure != nil {
			declareNulls(schema, structure)
		}
	}
	document.Components.Responses = map[string]*huma.Response{}
	var tags []string
	for _, operation := range operationsOf(document) {
		tags = append(tags, operation.Tags...)
		shareRefusals(operation, document.Components.Responses)
	}
	exemplify(document)
	// A reader signs in first; the page of the document renders only what is near the top of the screen.
	slices.SortFunc(tags, func(a, b string) int {
		return cmp.Or(cmp.Compare(before(a), before(b)), strings.Compare(a, b))
	})
	for _, tag := range slices.Compact(tags) {
		document.Tags = append(document.Tags, &huma.Tag{Name: tag})
	}
}

// before returns 0 for the tag that stands before the others.
func before(tag string) int {
	if tag == "Session" {
		return 0
	}
	return 1
}

// declareNulls makes the schema of a structure accept null in each field that is a pointer and always written. huma
// does so only for fields that are neither structures nor enumerations.
func declareNulls(schema *huma.Schema, structure reflect.Type) {
	if structure.Kind() != reflect.Struct {
		return
	}
	for _, field := range reflect.VisibleFields(structure) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		property := schema.Properties[name]
		if property == nil || field.Type.Kind() != reflect.Pointer || strings.Contains(options, "omitempty") {
			continue
		}
		if property.Ref != "" {
			schema.Properties[name] = &huma.Schema{
				AnyOf: []*huma.Schema{{Ref: property.Ref}, {Type: "null"}}, Description: property.Description,
			}
		} else if len(property.Enum) > 0 {
			property.Enum = append(property.Enum, nil)
		}
	}
}

// shareRefusals replaces the refusals of a call, which are the same everywhere, with references to one of each.
func shareRefusals(operation *huma.Operation, shared map[string]*huma.Response) {
	for status, response := range operation.Responses {
		code, err := strconv.Atoi(status)
		if err != nil || code < http.StatusBadRequest {
			continue
		}
		name := strings.ReplaceAll(response.Description, " ", "")
		shared[name] = response
		if detail := exampleDetails[code]; detail != "" {
			for _, content := range response.Content {
				content.Example = newErrorBody(code, detail)
			}
		}
		operation.Responses[status] = &huma.Response{Ref: "#/components/responses/" + name}
	}
}

// exampleDetails holds the sentence of the example of each refusal.
var exampleDetails = map[int]string{
	http.StatusBadRequest:            "Le contenu de la requête n'est pas lisible.",
	http.StatusUnauthorized:          "Votre session n'est plus valable. Veuillez vous reconnecter.",
	http.StatusForbidden:             "Accès refusé. Cette page n'est pas accessible avec votre compte.",
	http.StatusNotFound:              missingDetail,
	http.StatusConflict:              "Cette utilisation est déjà terminée.",
	http.StatusGone:                  "Cette étape a expiré. Veuillez recommencer.",
	http.StatusRequestEntityTooLarge: tooLongDetail,
	http.StatusUnsupportedMediaType:  "Ce type de contenu n'est pas accepté.",
	http.StatusUnprocessableEntity:   "Veuillez renseigner tous les champs.",
	http.StatusTooManyRequests:       "Trop d'appels refusés. Veuillez réessayer dans une minute.",
	http.StatusInternalServerError:   serverDetail, http.StatusServiceUnavailable: "Le service n'est pas prêt.",
}

// idempotencyParameter is the header with which a write is made at most once.
const idempotencyParameter = "IdempotencyKey"

var sharedParameters = map[string]*huma.Param{idempotencyParameter: {
	Name: idempotencyHeader, In: "header", Schema: &huma.Schema{Type: huma.TypeString, MaxLength: new(maxKey)},
	Description: "Choisie par l'appelant, une par écriture voulue : répétée pendant 24 heures avec le même contenu, elle rend la première réponse sans rien refaire.",
	Example:     "0190163d-8694-739b-aea5-966c26f8ad90",
}}

// honoursKey reports whether a call honours an Idempotency-Key, as keyedOf decides for each request.
func (r Rule) honoursKey(method string) bool {
	if method == http.MethodGet || method == http.MethodHead {
		return false
	}
	switch r.Audience {
	case FieldKeys:
		return method == http.MethodPost // a card is saved with the provider, outside of a transaction
	case Staff, Holders, Managers, Admins:
		return !r.Slow && !r.Repeats
	}
	return false
}
