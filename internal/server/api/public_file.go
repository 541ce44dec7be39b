package api

import (
	"bytes"
	"compress/gzip"
	"consigne/internal/kernel/fault"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// serveDocument answers with a document, or with 304 if the caller has it already.
func serveDocument(w http.ResponseWriter, r *http.Request, form string, d *publicFile) {
	header := w.Header()
	header.Set("Content-Type", form)
	if !d.private {
		header.Set("Cache-Control", "public, max-age=60")
	}
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Set("Vary", "Accept-Encoding")
	content, etag := d.plain, d.etag
	if takesGzip(r.Header.Get("Accept-Encoding")) {
		content, etag = d.zipped, etag+"-gzip"
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("ETag", d.weakness()+`"`+etag+`"`)
	http.ServeContent(w, r, "", d.modified, bytes.NewReader(content))
}

// takesGzip reports whether an Accept-Encoding header allows gzip.
func takesGzip(accepted string) bool {
	for coding := range strings.SplitSeq(accepted, ",") {
		name, quality, _ := strings.Cut(coding, ";")
		if name = strings.TrimSpace(name); strings.EqualFold(name, "gzip") {
			_, value, _ := strings.Cut(quality, "=")
			worth, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return quality == "" || err == nil && worth > 0
		}
	}
	return false
}

// publicFile is a file in the form in which it is served.
type publicFile struct {
	plain, zipped []byte
	etag          string // without quotes
	weak          bool   // the tag is that of the document without the instant at which the stations were read
	private       bool   // its address carries a token: no cache keeps it
	modified      time.Time
}

// weakness returns what stands before the tag of a document in its ETag header.
func (f *publicFile) weakness() string {
	if f.weak {
		return "W/"
	}
	return ""
}

// etagOf returns the entity tag of a content.
func etagOf(content []byte) string { return `"` + digestOf(content) + `"` }

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

func gzipped(content []byte) ([]byte, error) {
	out := &bytes.Buffer{}
	writer, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
	if err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if _, err := writer.Write(content); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if err := writer.Close(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	return out.Bytes(), nil
}

// A network may make openCalls requests for open data in openWindow: enough for a few programs behind one address at
// more than one request a second each, and far less than a node can answer. openNetworks bounds the networks counted.
const (
	openCalls    = 300
	openWindow   = time.Minute
	openNetworks = 50_000
)

// openCallsWords says so in the API's documentation.
var openCallsWords = strconv.Itoa(openCalls) + " appels par minute et par adresse (en IPv6, par /64)."

// countOpenCall counts a call for open data, and refuses what is too many.
func (s *server) countOpenCall(ctx context.Context) error {
	if wait := s.openLimit.wait(clientAddress(ctx), s.Clock.Now()); wait > 0 {
		return &fault.Error{Kind: fault.KindTooMany, Detail: "Trop d'appels. Veuillez réessayer dans une minute.", RetryAfter: wait}
	}
	return nil
}
