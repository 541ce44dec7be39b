// Package securitytest checks what the security service expects of every store of events.
package securitytest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/network"
	"consigne/internal/kernel/paging"
)

// Run checks a store without events.
func Run(t *testing.T, store security.EventStore) {
	noon := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	kinds := []security.Kind{}
	for _, family := range security.Families() {
		for _, kind := range security.KindsOf(family.Value) {
			kinds = append(kinds, kind.Value)
		}
	}
	addresses := []string{
		"192.0.2.7", "192.0.2.8", "", "198.51.100.7", "2001:db8:1:2::1", "2001:db8:1:3::1",
		"2001:db8::1",
	}
	reasons := []string{"mot de passe", "", "Gestionnaire"}
	events := []security.Event{} // oldest first; some share an instant
	for i := range 3 * len(kinds) {
		events = append(events, security.Event{
			At: noon.Add(time.Duration(i/2) * time.Hour), Kind: kinds[i%len(kinds)], AccountID: int64(i % 4),
			ActorID:  int64(i % 3),
			TypedKey: fmt.Sprint(i), Address: addresses[i%len(addresses)], Reason: reasons[i%5%3],
		})
	}
	for _, event := range events {
		if err := store.KeepSecurityEvent(t.Context(), event); err != nil {
			t.Fatal(err)
		}
	}
	slices.Reverse(events)
	for _, filter := range filters(noon) {
		want := slices.DeleteFunc(slices.Clone(events), func(e security.Event) bool { return !Selects(filter, e) })
		if count, capped, err := store.CountSecurityEvents(t.Context(), filter); err != nil || count != len(want) || capped {
			t.Errorf("%+v: counted %d, %t, %v; want %d", filter, count, capped, err, len(want))
		}
		got := []security.Event{}
		for window := paging.First(4); ; {
			page, err := store.SecurityEvents(t.Context(), filter, window)
			if err != nil {
				t.Fatal(err)
			}
			if page.Total != len(want) {
				t.Errorf("%+v: %d in all, want %d", filter, page.Total, len(want))
			}
			got = append(got, bare(page.Items)...)
			if window.After = page.Next; page.Next == nil {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%+v: got\n%+v\nwant\n%+v", filter, got, want)
		}
		all, last := []security.Event{}, (*paging.Key)(nil)
		for {
			batch, err := store.SecurityEventsAfter(t.Context(), filter, last, 5)
			if err != nil {
				t.Fatal(err)
			}
			if len(batch) == 0 {
				break
			}
			all = append(all, bare(batch)...)
			last = &paging.Key{At: batch[len(batch)-1].At, ID: batch[len(batch)-1].ID}
		}
		if !slices.Equal(all, want) {
			t.Errorf("%+v: %d in batches, want %d", filter, len(all), len(want))
		}
	}
}

// filters combines one value of each criterion, and none.
func filters(noon time.Time) []security.Filter {
	all := []security.Filter{{}}
	add := func(changes ...func(*security.Filter)) {
		for _, filter := range slices.Clone(all) {
			for _, change := range changes {
				changed := filter
				change(&changed)
				all = append(all, changed)
			}
		}
	}
	add(func(f *security.Filter) { f.Kind = security.LoginFailed },
		func(f *security.Filter) { f.Kind = security.RoleTaken })
	add(func(f *security.Filter) { f.Family = security.SignIns }, func(f *security.Filter) { f.Family = security.Rights },
		func(f *security.Filter) { f.Family = security.Accounts })
	add(func(f *security.Filter) { f.AccountID = 3 })
	add(func(f *security.Filter) { f.ActorID = 1 })
	add(func(f *security.Filter) { f.Address = "192.0.2.7" }, func(f *security.Filter) { f.Network = "192.0.2.0/24" },
		func(f *security.Filter) { f.Network = "2001:db8:1::/48" })
	add(func(f *security.Filter) { f.Reason = "mot de passe" })
	add(func(f *security.Filter) { f.From, f.Before = new(noon.Add(2*time.Hour)), new(noon.Add(20*time.Hour)) })
	return all
}

// Selects reports whether the filter selects the event.
func Selects(f security.Filter, e security.Event) bool {
	return (f.Kind == "" || f.Kind == e.Kind) && (f.Family == "" || f.Family == e.Kind.Family()) &&
		(f.AccountID == 0 || f.AccountID == e.AccountID) && (f.ActorID == 0 || f.ActorID == e.ActorID) &&
		(f.Address == "" || f.Address == e.Address) && (f.Network == "" || f.Network == network.Wide(e.Address)) &&
		(f.Reason == "" || f.Reason == e.Reason) && (f.From == nil || !e.At.Before(*f.From)) &&
		(f.Before == nil || e.At.Before(*f.Before))
}

func bare(lines []security.Line) []security.Event {
	events := make([]security.Event, len(lines))
	for i, line := range lines {
		events[i] = line.Event
		events[i].ID = 0
	}
	return events
}
