// Package securitytest checks what the security service expects of every store of events.
package securitytest

import (
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/security"
	"consigne/internal/kernel/paging"
)

// Run checks a store without events.
func Run(t *testing.T, store security.EventStore) {
	noon := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	events := []security.Event{ // newest first
		{At: noon.Add(time.Second), Kind: security.RoleGranted, AccountID: 3, ActorID: 1, Address: "192.0.2.7", Reason: "Gestionnaire"},
		{At: noon, Kind: security.LoginFailed, TypedKey: "key", Address: "192.0.2.8", Reason: "mot de passe"},
		{At: noon.Add(-time.Second), Kind: security.RoleGranted, AccountID: 2, ActorID: 1},
	}
	for _, i := range []int{1, 0, 2} {
		if err := store.KeepSecurityEvent(t.Context(), events[i]); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		filter        security.Filter
		offset, limit int
		want          []security.Event
		total         int
	}{
		{security.Filter{}, 0, 10, events, 3},
		{security.Filter{}, 1, 1, events[1:2], 3},
		{security.Filter{}, 3, 10, nil, 3},
		{security.Filter{Kind: security.RoleGranted}, 1, 10, events[2:], 2},
		{security.Filter{AccountID: 3}, 0, 10, events[:1], 1},
		{security.Filter{Address: "192.0.2.8"}, 0, 10, events[1:2], 1},
		{security.Filter{AccountID: 3, Address: "192.0.2.8"}, 0, 10, nil, 0},
	} {
		page, err := store.SecurityEvents(t.Context(), c.filter, paging.Window{Offset: c.offset, Limit: c.limit})
		if err != nil {
			t.Fatal(err)
		}
		got, total := page.Items, page.Total
		for i := range got {
			got[i].ID = 0
		}
		if !slices.Equal(got, c.want) || total != c.total {
			t.Errorf("%+v from %d: got %d,\n%+v\nwant %d,\n%+v", c.filter, c.offset, total, got, c.total, c.want)
		}
	}
}
