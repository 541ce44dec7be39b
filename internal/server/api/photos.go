package api

import (
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/photo"
	"consigne/internal/kernel/clock"
)

// Photo is the shape of a photo of an object.
type Photo struct {
	ID       int64     `json:"id"`
	AjouteLe time.Time `json:"ajouteLe"`
	Largeur  int       `json:"largeur" doc:"En pixels"`
	Hauteur  int       `json:"hauteur"`
}

// PhotoBody returns the shape of a photo.
func PhotoBody(p photo.Photo) Photo {
	return Photo{ID: p.ID, AjouteLe: p.AddedAt.In(clock.Paris), Largeur: p.Width, Hauteur: p.Height}
}

// PhotoInput is a file that is sent as a photo of the object of a call.
type PhotoInput struct {
	IDInput
	RawBody []byte `contentType:"image/jpeg"`
}

// PhotoOfInput names a photo of the object of a call.
type PhotoOfInput struct {
	IDInput
	Photo int64 `path:"photo"`
}

// TakesPhoto completes the rule and the operation of a call that takes a photo. The type that a caller gives to the
// file is not read: its content says whether it is one.
func TakesPhoto(rule Rule, operation huma.Operation) (Rule, huma.Operation) {
	rule.MaxBody, rule.TooLong, rule.Repeats = photo.MaxUpload, "Une photo pèse au plus 8\u00a0Mo.", true
	file := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	operation.RequestBody = &huma.RequestBody{
		Required: true, Content: map[string]*huma.MediaType{"image/jpeg": file, "image/png": file},
	}
	operation.SkipValidateBody = true // huma takes RawBody for base64
	operation.Description = "JPEG ou PNG, 8 Mo et 25 millions de pixels au plus ; dix par objet. L'image est réduite à " +
		"1 600 pixels et débarrassée de ce que l'appareil y avait écrit (lieu, modèle). Le même fichier envoyé deux fois " +
		"n'est ajouté qu'une fois. " + operation.Description
	operation.Errors = append(operation.Errors, http.StatusConflict)
	return rule, operation
}

// SendsPhoto completes the operation of a call that answers with a photo.
func SendsPhoto(operation huma.Operation) huma.Operation {
	operation.Responses = FileAnswers("image/jpeg", &huma.Schema{Type: huma.TypeString, Format: "binary"})
	return operation
}

// SendPhoto answers with a photo, which its reader's browser may keep for an hour: a photo never changes. No
// other type than image/jpeg is ever sent, and the headers of every answer forbid to guess another and to run anything.
func SendPhoto(id int64, content []byte) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		hctx.SetHeader("Content-Type", "image/jpeg")
		hctx.SetHeader("Content-Disposition", `inline; filename="photo-`+strconv.FormatInt(id, 10)+`.jpg"`)
		hctx.SetHeader("Cache-Control", "private, max-age=3600")
		hctx.SetHeader("Vary", "Authorization")
		_, _ = hctx.BodyWriter().Write(content) // an error means that the client is gone
	}}
}
