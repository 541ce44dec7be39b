package api_test

import (
	"bytes"
	"context"
	"image"
	"image/gif"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/app"
	"consigne/internal/domain/places/photo"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
)

// withPhotos adds two calls to the site, which take and send photos as those of the objects that have some.
func withPhotos(t *testing.T, s *site) {
	t.Helper()
	of := photo.Object{OperatorID: 1, Kind: photo.OfIntervention, ID: 1}
	handler, err := api.New(s.parts, append(slices.Clone(app.Areas), func(server *api.Server) {
		rule, operation := api.TakesPhoto(
			api.Rule{Audience: api.Holders, Right: access.MaintenanceMode, At: api.OwnerOfStation},
			huma.Operation{OperationID: "try-photo", Method: http.MethodPost, Path: "/api/essai/{id}/photos"})
		api.Register(server, rule, operation, func(ctx context.Context, in *api.PhotoInput) (*api.Answer[api.Photo], error) {
			added, err := s.parts.Photos.Add(ctx, api.ActorOf(ctx), of, in.RawBody, nil)
			return api.Reply(api.PhotoBody(added)), err
		})
		rule.MaxBody, rule.Repeats = 0, false
		api.Register(server, rule, api.SendsPhoto(huma.Operation{
			OperationID: "try-photo-sent", Method: http.MethodGet, Path: "/api/essai/{id}/photos/{photo}",
		}), func(ctx context.Context, in *api.PhotoOfInput) (*huma.StreamResponse, error) {
			content, err := s.parts.Photos.Content(ctx, of, in.Photo)
			if err != nil {
				return nil, err
			}
			return api.SendPhoto(in.Photo, content), nil
		})
	})...)
	s.check(err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	s.url = server.URL
}

// A file is taken for a photo by its content alone, and a photo is sent as a JPEG that no browser takes for anything
// else.
func TestPhotosOfCalls(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		withPhotos(t, s)
		token := s.login("mainteneur@exemple.test").token
		img := image.NewRGBA(image.Rect(0, 0, 60, 40))
		var good, animated bytes.Buffer
		s.check(jpeg.Encode(&good, img, nil))
		s.check(gif.Encode(&animated, img, nil))
		const noPhoto = "Ce fichier n'est pas une photo JPEG ou PNG qui puisse être lue."
		const tooHeavy = "Une photo pèse au plus 8\u00a0Mo."
		for _, c := range []struct {
			name, form, file string
			status           int
			sentence         string
		}{
			{"a photo", "image/jpeg", good.String(), 200, ""},
			{"one called a page", "text/html", good.String(), 200, ""},
			{"a GIF called JPEG", "image/jpeg", animated.String(), 422, noPhoto},
			{"a page called JPEG", "image/jpeg", "<script>alert(1)</script>", 422, noPhoto},
			{"a drawing", "image/svg+xml", "<svg onload='alert(1)'/>", 422, noPhoto},
			{"as large as allowed", "image/jpeg", strings.Repeat("a", photo.MaxUpload), 422, noPhoto},
			{"a byte more", "image/jpeg", strings.Repeat("a", photo.MaxUpload+1), 413, tooHeavy},
		} {
			s.want(c.name, s.call("POST", "/api/essai/1/photos", token, c.file, "Content-Type", c.form), c.status, c.sentence)
		}
		again := s.call("POST", "/api/essai/1/photos", token, good.String(), "Content-Type", "image/jpeg",
			"Idempotency-Key", "une-cle")
		if again.Body["id"] != float64(1) || again.Body["largeur"] != float64(60) {
			t.Errorf("the same file again: %s", again.Raw)
		}

		// without a length, as a proxy may pass it on
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/api/essai/1/photos",
			io.LimitReader(strings.NewReader(strings.Repeat("a", 2*photo.MaxUpload)), photo.MaxUpload+1))
		s.check(err)
		request.Header.Set("Authorization", "Bearer "+token)
		request.ContentLength = -1
		response, err := client.Do(request)
		s.check(err)
		said, err := io.ReadAll(response.Body)
		s.check(err)
		s.check(response.Body.Close())
		if response.StatusCode != 413 || !strings.Contains(string(said), tooHeavy) {
			t.Errorf("without a length: %d %s", response.StatusCode, said)
		}

		sent := s.call("GET", "/api/essai/1/photos/1", token, nil)
		if size, err := jpeg.DecodeConfig(strings.NewReader(sent.Raw)); err != nil || size.Width != 60 {
			t.Error(size, err)
		}
		for name, want := range map[string]string{
			"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Cache-Control": "private, max-age=3600",
			"Vary":                    "Authorization",
			"Content-Disposition":     `inline; filename="photo-1.jpg"`,
			"Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		} {
			if got := sent.Header.Get(name); got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
		s.want("of nobody", s.call("GET", "/api/essai/1/photos/2", token, nil), 404, "")
		s.want("of another operator", s.call("GET", "/api/essai/3/photos/1", token, nil), 404, "")
		s.want("without the right",
			s.call("GET", "/api/essai/1/photos/1", s.login("usager@exemple.test").token, nil), 403, "")
	})
}
