package machines_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// serviceOf returns a service with an endpoint.
func serviceOf(
	t *testing.T, s *store.Store, clock clock.Clock, client webhook.Client,
) (*webhook.Service, webhook.Endpoint) {
	t.Helper()
	storetest.NewLocker(t, s)
	service, err := webhook.NewService(s, clock, []byte(strings.Repeat("s", 32)), client, webhook.Options{})
	storetest.Check(t, err)
	id, _, err := service.Create(t.Context(), access.Actor{}, 1, webhook.Endpoint{
		Label: "Ville", Address: "https://exemple.fr/T0/clef?cle=1", Events: []webhook.Type{webhook.LockerActivated},
		Active: true,
	})
	storetest.Check(t, err)
	e, err := service.ByID(t.Context(), id)
	storetest.Check(t, err)
	return service, e
}

// linesOf returns the facts of each line of the audit log.
func linesOf(t *testing.T, s *store.Store) []map[string]any {
	t.Helper()
	texts, err := storetest.Lines(t.Context(), s, `SELECT changes FROM audit_log ORDER BY id`)
	storetest.Check(t, err)
	lines := make([]map[string]any, len(texts))
	for i, text := range texts {
		storetest.Check(t, json.Unmarshal([]byte(text), &lines[i]))
	}
	return lines
}

// Each change is stored and told, by facts that hold no secret: a path and a query may be one.
func TestWhatAChangeOfAWebhookTells(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		service, e := serviceOf(t, s, clock.System{}, nil)
		for _, c := range []struct {
			what    string
			suspend bool
			change  func(e *webhook.Endpoint)
			told    []string
		}{
			{"nothing", false, func(*webhook.Endpoint) {}, nil},
			{
				"the query", false, func(e *webhook.Endpoint) { e.Address = "https://exemple.fr/T0/clef?cle=2" },
				[]string{"adresse"},
			},
			{"the path", false, func(e *webhook.Endpoint) { e.Address = "https://exemple.fr/T0/clef2" }, []string{"adresse"}},
			{"the label", false, func(e *webhook.Endpoint) { e.Label = "Gare" }, []string{"libelle"}},
			{"off while suspended", true, func(e *webhook.Endpoint) { e.Active = false }, []string{"actif", "suspension"}},
			{"on", false, func(e *webhook.Endpoint) { e.Active = true }, []string{"actif"}},
			{"on while suspended", true, func(e *webhook.Endpoint) { e.Active = true }, []string{"suspension"}},
		} {
			if c.suspend {
				if first, err := s.Suspend(t.Context(), e.ID, webhook.Gone, storetest.Now); err != nil || !first {
					t.Fatalf("%s: %t, %v", c.what, first, err)
				}
			}
			before := linesOf(t, s)
			c.change(&e)
			changed, err := service.Change(t.Context(), access.Actor{}, e.ID, e)
			if err != nil || changed.Active != e.Active || changed.Suspension != webhook.NotSuspended ||
				changed.Address != e.Address {
				t.Errorf("%s: %+v, %v", c.what, changed, err)
			}
			lines := linesOf(t, s)[len(before):]
			if len(lines) != min(len(c.told), 1) {
				t.Fatalf("%s: told %v", c.what, lines)
			}
			for _, line := range lines {
				if got := slices.Sorted(maps.Keys(line)); !slices.Equal(got, c.told) {
					t.Errorf("%s: told %v", c.what, line)
				}
			}
		}
		secret, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM audit_log WHERE changes LIKE '%clef%'
			OR changes LIKE '%cle=%'`)
		if err != nil || secret != 0 {
			t.Errorf("%d lines tell a secret, %v", secret, err)
		}
	})
}

// An endpoint whose address was allowed once is made inactive, and is not moved to another such address. That of an
// archived operator is sent nothing, even by an item of work that was left.
func TestWhatIsNoLongerAllowed(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		service, e := serviceOf(t, s, clock.System{}, nil)
		e.Address = "http://127.0.0.1/"
		if _, err := service.Change(t.Context(), access.Actor{}, e.ID, e); !fault.Is(err, fault.KindInvalid) {
			t.Errorf("moved: %v", err)
		}
		storetest.Check(t, s.UpdateEndpoint(t.Context(), e))
		storetest.Check(t, s.Announce(t.Context(), locker(webhook.LockerActivated, 1)))
		storetest.Check(t, s.ArchiveOperator(t.Context(), 1, storetest.Now))
		storetest.Check(t, service.Deliver(t.Context(), e.ID)) // it has no client
		if n, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM webhook_attempts`); err != nil || n != 0 {
			t.Errorf("%d calls for an archived operator, %v", n, err)
		}
		e.Active = false
		if got, err := service.Change(t.Context(), access.Actor{}, e.ID, e); err != nil || got.Active {
			t.Errorf("inactive: %+v, %v", got, err)
		}
	})
}
