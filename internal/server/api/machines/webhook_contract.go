package machines

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/machines/webhook"
	"consigne/internal/server/api"
)

// The headers of Standard Webhooks.
var webhookHeaders = []*huma.Param{
	{
		Name: "webhook-id", In: "header", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
		Description: "Le numéro de l'événement, le même à chaque envoi : ce qui a déjà été reçu s'y reconnaît.",
		Example:     "evt_019ab1f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b",
	},
	{
		Name: "webhook-timestamp", In: "header", Required: true,
		Schema:      &huma.Schema{Type: huma.TypeInteger, Format: "int64"},
		Description: "L'instant de cet envoi, en secondes depuis 1970.", Example: 1774958400,
	},
	{
		Name: "webhook-signature", In: "header", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
		Description: "« v1, » et la signature HMAC-SHA256 en base64 de « webhook-id.webhook-timestamp.corps » ; deux, séparées par une espace, le jour où le secret est remplacé.", Example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
	},
}

// DescribeWebhooks adds the requests that operators' systems receive to the OpenAPI document.
func (s area) describeWebhooks() {
	document := s.Document()
	document.Webhooks = map[string]*huma.PathItem{}
	for _, t := range append(webhook.Types(), webhook.Trial) {
		body := &huma.Schema{
			Type: huma.TypeObject, Required: []string{"type", "timestamp", "data"},
			Properties: map[string]*huma.Schema{
				"type":      {Type: huma.TypeString, Enum: []any{string(t)}},
				"timestamp": {Type: huma.TypeString, Format: "date-time", Description: "L'instant de l'événement"},
				"data":      s.SchemaOf(reflect.TypeOf(t.DataOf())),
			},
		}
		document.Webhooks[string(t)] = &huma.PathItem{Post: &huma.Operation{
			OperationID: "webhook-" + strings.NewReplacer(".", "-", "_", "-").Replace(string(t)), Tags: []string{webhooksTag},
			Summary: t.Label(), Parameters: webhookHeaders,
			Security: []map[string][]string{{api.WebhookScheme: {}}},
			RequestBody: &huma.RequestBody{
				Required: true,
				Content:  map[string]*huma.MediaType{"application/json": {Schema: body}},
			},
			Responses: map[string]*huma.Response{
				"2XX":     {Description: "Reçu"},
				"410":     {Description: http.StatusText(http.StatusGone) + " : plus rien n'est envoyé"},
				"default": {Description: "Envoyé de nouveau plus tard"},
			},
		}}
	}
}
