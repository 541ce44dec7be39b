package api

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/vearutop/statigz"
	"github.com/vearutop/statigz/brotli"
)

// nonceMark is the text in the built pages that each answer replaces with its own nonce.
const nonceMark = "CSP_NONCE"

// isDoor matches the short address in the QR code of a door, which leads to the sheet of its locker.
var isDoor = regexp.MustCompile(`^/c/[1-9][0-9]{0,17}$`)

// newConsole serves the built console: the files compressed at build time, the one page for every address of the
// route table, and the built-in dashboard that the console shows in a frame.
func newConsole(dist fs.FS, given cspAllowance) (http.Handler, error) {
	page, err := fs.ReadFile(dist, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("the console is not built into this binary: run `make build`")
	}
	if err != nil {
		return nil, fmt.Errorf("read the console: %w", err)
	}
	dashboard, err := fs.ReadFile(dist, "tableau-de-bord.html")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the dashboard: %w", err)
	}
	readable, ok := dist.(fs.ReadDirFS)
	if !ok {
		return nil, errors.New("the console's files cannot be listed")
	}
	files := statigz.FileServer(readable, brotli.AddEncoding)

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "Cette méthode n'est pas permise pour cette adresse.", http.StatusMethodNotAllowed)
			return
		}
		switch clean := path.Clean(r.URL.Path); {
		case clean == BuiltInDashboard:
			if dashboard == nil {
				http.NotFound(w, r)
				return
			}
			nonce := allowPage(w, r, cspAllowance{framed: true})
			_, _ = w.Write([]byte(strings.ReplaceAll(string(dashboard), nonceMark, nonce)))
		case isDoor.MatchString(clean):
			id := strings.TrimPrefix(clean, "/c/")                                   // digits
			http.Redirect(w, r, "/mode-maintenance?casier="+id, http.StatusSeeOther) //nolint:gosec // G710: to this console
		case path.Ext(clean) == "" && !strings.HasPrefix(clean, "/assets"):
			nonce := allowPage(w, r, given)
			_, _ = w.Write([]byte(strings.ReplaceAll(string(page), nonceMark, nonce)))
		case clean == BuiltInDashboard+".html":
			http.Redirect(w, r, BuiltInDashboard, http.StatusMovedPermanently)
		case clean == "/index.html":
			http.Redirect(w, r, "/", http.StatusMovedPermanently)
		default:
			files.ServeHTTP(&consoleFile{ResponseWriter: w, named: strings.HasPrefix(clean, "/assets/")}, r)
		}
	}), nil
}

// consoleFile is the answer with a file of the console. One that is named by its content is cached by browsers, a 404
// is not. The type of a text says its charset, which the tables of statigz and of the machine leave out.
type consoleFile struct {
	http.ResponseWriter
	named bool
}

var textTypes = map[string]string{
	"application/javascript": "text/javascript; charset=utf-8", "text/javascript": "text/javascript; charset=utf-8",
	"image/svg+xml": "image/svg+xml; charset=utf-8",
}

func (w *consoleFile) WriteHeader(status int) {
	header := w.Header()
	if w.named && status < http.StatusBadRequest {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if form, text := textTypes[header.Get("Content-Type")]; text {
		header.Set("Content-Type", form)
	}
	w.ResponseWriter.WriteHeader(status)
}

// originOf returns the origin that the Content-Security-Policy allows for an address, after a space, or an empty
// text.
func originOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" {
		return ""
	}
	return " " + parsed.Scheme + "://" + strings.ReplaceAll(parsed.Host, "{s}", "*")
}
