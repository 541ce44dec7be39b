package money

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"consigne/internal/domain/money/document"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// pdfAnswers declares an answer 200 that is a PDF file.
func pdfAnswers() map[string]*huma.Response {
	return api.FileAnswers("application/pdf", &huma.Schema{Type: huma.TypeString, Format: "binary"})
}

// MonthInput selects a month of Paris.
type MonthInput struct {
	Mois string `query:"mois" required:"true" example:"2026-10" doc:"AAAA-MM"`
}

func (in MonthInput) month() (clock.Month, error) { return monthIn(in.Mois) }

func monthIn(text string) (clock.Month, error) {
	month, err := clock.ParseMonth(text)
	if err != nil {
		return 0, shape.BadQuery("mois")
	}
	return month, nil
}

func (s area) registerDocuments() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OwnerOfPayment,
	}, huma.Operation{
		OperationID: "get-payment-receipt", Method: http.MethodGet, Path: "/api/admin/paiement/{id}/recu.pdf",
		Tags:    []string{"Paiements"},
		Summary: "Le reçu d'un paiement", Description: "409 : le paiement n'a pas de reçu, ou pas encore.",
		Errors: []int{http.StatusConflict}, Responses: pdfAnswers(),
	}, func(ctx context.Context, in *api.IDInput) (*huma.StreamResponse, error) {
		receipt, err := s.Documents.ReceiptOf(ctx, in.ID, 0)
		return s.printed(receipt, err)
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OwnerOfDocument,
	}, huma.Operation{
		OperationID: "get-document", Method: http.MethodGet, Path: "/api/admin/document/{id}.pdf",
		Tags:    []string{"Paiements"},
		Summary: "Un reçu ou un avoir", Responses: pdfAnswers(),
	}, func(ctx context.Context, in *api.IDInput) (*huma.StreamResponse, error) {
		d, err := s.Documents.ByID(ctx, in.ID)
		return s.printed(d, err)
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-receipt", Method: http.MethodGet, Path: "/api/terrain/paiements/{id}/recu.pdf",
		Tags:    []string{"Terrain"},
		Summary: "Le reçu d'un paiement", Description: "409 : le paiement n'a pas de reçu, ou pas encore.",
		Errors: []int{http.StatusConflict}, Responses: pdfAnswers(),
	}, func(ctx context.Context, in *api.IDInput) (*huma.StreamResponse, error) {
		receipt, err := s.Documents.ReceiptOf(ctx, in.ID, api.KeyOf(ctx).OperatorID)
		return s.printed(receipt, err)
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfPayment,
	}, huma.Operation{
		OperationID: "send-payment-receipt", Method: http.MethodPost, Path: "/api/admin/paiement/{id}/envoyer-recu",
		Tags:    []string{"Paiements"},
		Summary: "Envoyer à l'usager, par courriel, le reçu et les avoirs d'un paiement",
		Errors:  []int{http.StatusConflict, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[api.Message], error) {
		receipt, err := s.Documents.Send(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(api.Message{Message: "Le reçu " + receipt.Record.Number + " va être envoyé."}), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath, Slow: true}, huma.Operation{
		OperationID: "download-documents", Method: http.MethodGet, Path: "/api/admin/exploitant/{id}/documents.zip",
		Tags:        []string{"Paiements"},
		Summary:     "Les reçus et avoirs qu'un exploitant a numérotés en un mois",
		Description: "Un fichier PDF par document, nommé par son numéro ; ceux de ce qui a été réglé avant le registre sont dans un dossier « Avant le registre ».",
		Responses:   api.FileAnswers("application/zip", &huma.Schema{Type: huma.TypeString, Format: "binary"}),
	}, func(ctx context.Context, in *struct {
		api.IDInput
		MonthInput
	},
	) (*huma.StreamResponse, error) {
		month, err := in.month()
		if err != nil {
			return nil, err
		}
		return s.streamDocuments(ctx, in.ID, month), nil
	})
}

// printed answers with the PDF of a document.
func (s area) printed(d document.Document, err error) (*huma.StreamResponse, error) {
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err := s.Documents.Print(&file, d); err != nil {
		return nil, err
	}
	return api.SendFile("application/pdf", "inline", d.File(), file.Bytes()), nil
}

// streamDocuments writes the archive of a month while it reads the documents.
func (s area) streamDocuments(ctx context.Context, operatorID int64, month clock.Month) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humachi.Unwrap(hctx)
		hctx.SetHeader("Content-Type", "application/zip")
		hctx.SetHeader("Content-Disposition", `attachment; filename="documents-`+month.String()+`.zip"`)
		hctx.SetHeader("Cache-Control", "no-store")
		archive, connection := zip.NewWriter(w), http.NewResponseController(w)
		err := s.Documents.Month(ctx, operatorID, month, func(list []document.Document) error {
			for _, d := range list {
				if err := connection.SetWriteDeadline(time.Now().Add(api.ExportTimeout)); err != nil {
					return fmt.Errorf("extend the deadline: %w", err)
				}
				file, err := archive.CreateHeader(&zip.FileHeader{Name: d.Path(), Method: zip.Deflate, Modified: d.Record.IssuedAt})
				if err != nil {
					return err
				}
				if err := s.Documents.Print(file, d); err != nil {
					return err
				}
			}
			return archive.Flush()
		})
		if err == nil {
			err = archive.Close()
		}
		if err != nil {
			// The status has been sent, so the connection is cut: the client must not take a part for the whole.
			s.Log.WarnContext(ctx, "archive of documents cut short", "request_id", api.RequestID(ctx), "error", err)
			panic(http.ErrAbortHandler)
		}
	}}
}
