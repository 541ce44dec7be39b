package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"consigne/internal/server/sheet"
)

// An export that fails half way cuts the connection, in each format: nobody takes a part for the whole.
func TestExportsAreWholeOrCut(t *testing.T) {
	for _, format := range sheet.Formats() {
		for _, fault := range []error{nil, errors.New("the database is gone")} {
			var log bytes.Buffer
			s := &Server{Components: Components{Log: slog.New(slog.NewTextHandler(&log, nil))}}
			mux := chi.NewMux()
			huma.Register(humachi.New(mux, huma.DefaultConfig("", "")), huma.Operation{Method: http.MethodGet, Path: "/"},
				func(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
					return s.StreamFile(ctx, Table{
						"essai", "Essai", []string{"Nom"},
					}, format, func(write func([][]sheet.Cell) error) error {
						for range 2 {
							if err := write([][]sheet.Cell{{sheet.Text(strings.Repeat("x", 8<<10))}}); err != nil {
								return err
							}
						}
						return fault
					}), nil
				})
			site := httptest.NewServer(mux)
			response, err := site.Client().Get(site.URL)
			if err == nil {
				_, err = io.ReadAll(response.Body)
				_ = response.Body.Close()
			}
			site.Close() // what is still written into the log is read
			if (err == nil) != (fault == nil) || strings.Contains(log.String(), "cut short") != (fault != nil) {
				t.Errorf("%s, %v: %v, log %s", format, fault, err, log.String())
			}
		}
	}
}
