package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"consigne/internal/server/sheet"
)

// Table describes a file for spreadsheets, which is there in each format.
type Table struct {
	Name    string // of the file, without its extension
	Title   string // of the sheet
	Columns []string
}

// Disposition returns the header that names the file.
func (t Table) Disposition(format sheet.Format) string {
	return fmt.Sprintf(`attachment; filename="%s.%s"`, t.Name, format)
}

// OperationOf returns the id of the call that downloads a file: CSV was there first, and has no mark.
func OperationOf(id string, format sheet.Format) string {
	if format == sheet.CSV {
		return id
	}
	return id + "-" + string(format)
}

// InWords ends the summary of such a call.
func InWords(format sheet.Format) string {
	if format == sheet.CSV {
		return ", en CSV"
	}
	return ", en XLSX"
}

// SheetAnswers declares an answer 200 that is such a file.
func SheetAnswers(format sheet.Format) map[string]*huma.Response {
	if format == sheet.CSV {
		return FileAnswers("text/csv", &huma.Schema{Type: huma.TypeString})
	}
	return FileAnswers(format.MediaType(), &huma.Schema{Type: huma.TypeString, Format: "binary"})
}

// StreamFile writes a file while read reads its rows, batch by batch.
func (s *Server) StreamFile(
	ctx context.Context, t Table, format sheet.Format, read func(write func(rows [][]sheet.Cell) error) error,
) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humachi.Unwrap(hctx)
		hctx.SetHeader("Content-Type", format.MediaType())
		hctx.SetHeader("Content-Disposition", t.Disposition(format))
		hctx.SetHeader("Cache-Control", "no-store")
		if err := writeFile(w, t, format, read); err != nil {
			// The status has been sent, so the connection is cut: the client must not take a part for the whole.
			s.Log.WarnContext(ctx, "export cut short", "request_id", RequestID(ctx), "error", err)
			panic(http.ErrAbortHandler)
		}
	}}
}

// ExportTimeout is how long a client may take to read one batch.
const ExportTimeout = 30 * time.Second

func writeFile(
	w http.ResponseWriter, t Table, format sheet.Format, read func(write func(rows [][]sheet.Cell) error) error,
) error {
	connection := http.NewResponseController(w)
	file, err := sheet.New(w, format, t.Title, t.Columns)
	if err != nil {
		return err
	}
	err = read(func(batch [][]sheet.Cell) error {
		if err := connection.SetWriteDeadline(time.Now().Add(ExportTimeout)); err != nil {
			return fmt.Errorf("extend the deadline: %w", err)
		}
		return file.Write(batch)
	})
	if err != nil {
		return err
	}
	return file.Close()
}
