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

// table describes a file for spreadsheets, which is there in each format.
type table struct {
	name    string // of the file, without its extension
	title   string // of the sheet
	columns []string
}

func (t table) disposition(format sheet.Format) string {
	return fmt.Sprintf(`attachment; filename="%s.%s"`, t.name, format)
}

// operationOf returns the id of the call that downloads a file: CSV was there first, and has no mark.
func operationOf(id string, format sheet.Format) string {
	if format == sheet.CSV {
		return id
	}
	return id + "-" + string(format)
}

// inWords ends the summary of such a call.
func inWords(format sheet.Format) string {
	if format == sheet.CSV {
		return ", en CSV"
	}
	return ", en XLSX"
}

// sheetAnswers declares an answer 200 that is such a file.
func sheetAnswers(format sheet.Format) map[string]*huma.Response {
	if format == sheet.CSV {
		return fileAnswers("text/csv", &huma.Schema{Type: huma.TypeString})
	}
	return fileAnswers(format.MediaType(), &huma.Schema{Type: huma.TypeString, Format: "binary"})
}

// streamFile writes a file while read reads its rows, batch by batch.
func (s *server) streamFile(
	ctx context.Context, t table, format sheet.Format, read func(write func(rows [][]sheet.Cell) error) error,
) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humachi.Unwrap(hctx)
		hctx.SetHeader("Content-Type", format.MediaType())
		hctx.SetHeader("Content-Disposition", t.disposition(format))
		hctx.SetHeader("Cache-Control", "no-store")
		if err := writeFile(w, t, format, read); err != nil {
			// The status has been sent, so the connection is cut: the client must not take a part for the whole.
			s.Log.WarnContext(ctx, "export cut short", "request_id", requestID(ctx), "error", err)
			panic(http.ErrAbortHandler)
		}
	}}
}

// exportTimeout is how long a client may take to read one batch.
const exportTimeout = 30 * time.Second

func writeFile(w http.ResponseWriter, t table, format sheet.Format, read func(write func(rows [][]sheet.Cell) error) error) error {
	connection := http.NewResponseController(w)
	file, err := sheet.New(w, format, t.title, t.columns)
	if err != nil {
		return err
	}
	err = read(func(batch [][]sheet.Cell) error {
		if err := connection.SetWriteDeadline(time.Now().Add(exportTimeout)); err != nil {
			return fmt.Errorf("extend the deadline: %w", err)
		}
		return file.Write(batch)
	})
	if err != nil {
		return err
	}
	return file.Close()
}
