package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"consigne/internal/kernel/fault"
)

// ServeDocument answers with a document, or with 304 if the caller has it already.
func ServeDocument(w http.ResponseWriter, r *http.Request, form string, d *PublicFile) {
	header := w.Header()
	header.Set("Content-Type", form)
	if !d.Private {
		header.Set("Cache-Control", "public, max-age=60")
	}
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Set("Vary", "Accept-Encoding")
	content, etag := d.Plain, d.Etag
	if takesGzip(r.Header.Get("Accept-Encoding")) {
		content, etag = d.Zipped, etag+"-gzip"
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("ETag", d.weakness()+`"`+etag+`"`)
	http.ServeContent(w, r, "", d.Modified, bytes.NewReader(content))
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

// PublicFile is a file in the form in which it is served.
type PublicFile struct {
	Plain, Zipped []byte
	Etag          string // without quotes
	Weak          bool   // the tag is that of the document without the instant at which the stations were read
	Private       bool   // its address carries a token: no cache keeps it
	Modified      time.Time
}

// weakness returns what stands before the tag of a document in its ETag header.
func (f *PublicFile) weakness() string {
	if f.Weak {
		return "W/"
	}
	return ""
}

// EtagOf returns the entity tag of a content.
func EtagOf(content []byte) string { return `"` + DigestOf(content) + `"` }

// DigestOf returns the first half of the SHA-256 of a content, for its entity tag.
func DigestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// Gzipped returns the content, compressed.
func Gzipped(content []byte) ([]byte, error) {
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

// OpenCallsWords says so in the API's documentation.
var OpenCallsWords = strconv.Itoa(openCalls) + " appels par minute et par adresse (en IPv6, par /64)."

// CountOpenCall counts a call for open data, and refuses what is too many.
func (s *Server) CountOpenCall(ctx context.Context) error {
	if wait := s.openLimit.wait(ClientAddress(ctx), s.Clock.Now()); wait > 0 {
		return &fault.Error{
			Kind: fault.KindTooMany, Detail: "Trop d'appels. Veuillez réessayer dans une minute.",
			RetryAfter: wait,
		}
	}
	return nil
}
