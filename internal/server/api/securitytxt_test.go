package api_test

import (
	"testing"
	"time"

	"consigne/internal/server/api"
	"consigne/internal/store/storetest"
)

func TestSecurityText(t *testing.T) {
	t.Parallel()
	const path = "/.well-known/security.txt"
	named := newSite(t, storetest.Open(t, storetest.SQLiteURL(t)), func(parts *api.Components) {
		parts.SecurityContacts = []string{"mailto:securite@exemple.test", "https://exemple.test/signaler"}
	})
	got := named.call("GET", path, "", nil)
	expires := named.clock.Now().AddDate(0, 0, 30).Format(time.DateOnly) + "T00:00:00Z"
	want := "Contact: mailto:securite@exemple.test\nContact: https://exemple.test/signaler\nExpires: " + expires +
		"\nPreferred-Languages: fr, en\nCanonical: http://consigne.test" + path + "\n"
	if got.Status != 200 || got.Raw != want || got.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("%d %v\n%s", got.Status, got.Header, got.Raw)
	}
	silent := newSite(t, storetest.Open(t, storetest.SQLiteURL(t)))
	if got := silent.call("GET", path, "", nil); got.Status != 404 {
		t.Errorf("without a contact: %d %s", got.Status, got.Raw)
	}
}
