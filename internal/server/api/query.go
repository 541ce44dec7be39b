package api

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"consigne/internal/kernel/text"
	"consigne/internal/server/api/shape"
)

// withQuery returns the request with every list of its query under one name, since `role[]=a` means the same as
// `role=a`. It refuses bytes that are no text, which neither engine can look for.
func withQuery(r *http.Request) (*http.Request, error) {
	given := r.URL.Query()
	query := make(url.Values, len(given))
	for _, key := range slices.Sorted(maps.Keys(given)) { // sorted, so that `role` always comes before `role[]`
		name := strings.TrimSuffix(key, "[]")
		if !text.IsText(name + strings.Join(given[key], "")) {
			return r, shape.BadQuery(strings.ToValidUTF8(name, "\ufffd"))
		}
		query[name] = append(query[name], given[key]...)
	}
	if maps.EqualFunc(query, given, slices.Equal) {
		return r, nil
	}
	address := *r.URL
	address.RawQuery = query.Encode()
	read := *r
	read.URL = &address
	return &read, nil
}
