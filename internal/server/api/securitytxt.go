package api

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// securityTextFor is how long security.txt stays valid after it was served.
const securityTextFor = 30 * 24 * time.Hour

// securityText serves security.txt (RFC 9116), which says where to report a vulnerability.
func (s *Server) securityText(w http.ResponseWriter, r *http.Request) {
	setRoute(r.Context(), r.Pattern)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	var text strings.Builder
	for _, contact := range s.SecurityContacts {
		fmt.Fprintf(&text, "Contact: %s\n", contact)
	}
	fmt.Fprintf(&text, "Expires: %s\n", s.Clock.Now().Add(securityTextFor).UTC().Format("2006-01-02T00:00:00Z"))
	fmt.Fprintf(&text, "Preferred-Languages: fr, en\nCanonical: %s%s\n", s.PublicURL, securityTextPath)
	_, _ = w.Write([]byte(text.String()))
}

const securityTextPath = "/.well-known/security.txt"
