package security_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/security"
	"consigne/internal/domain/security/securitytest"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/transaction"
)

// memory is a Store that keeps events in a slice.
type memory struct {
	events []security.Event
}

func TestMemoryIsAStore(t *testing.T) { securitytest.Run(t, &memory{}) }

func (m *memory) KeepSecurityEvent(_ context.Context, event security.Event) error {
	m.events = append(m.events, event)
	return nil
}

func (m *memory) SecurityEvents(_ context.Context, filter security.Filter, window paging.Window) (paging.Page[security.Event], error) {
	matches := slices.DeleteFunc(slices.Clone(m.events), func(e security.Event) bool {
		return filter.Kind != "" && e.Kind != filter.Kind || filter.AccountID != 0 && e.AccountID != filter.AccountID ||
			filter.Address != "" && e.Address != filter.Address
	})
	slices.SortFunc(matches, func(a, b security.Event) int { return b.At.Compare(a.At) })
	first := min(window.Offset, len(matches))
	return paging.Page[security.Event]{Items: matches[first:min(first+window.Limit, len(matches))], Total: len(matches)}, nil
}

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

func TestTheLogHasWhatWasCommittedOnce(t *testing.T) {
	var out bytes.Buffer
	kept := &memory{}
	watch := security.NewWatch(kept, slog.New(slog.NewJSONHandler(&out, nil)))
	ctx := security.WithAddress(t.Context(), "192.0.2.7")
	event := security.Event{At: noon, Kind: security.RoleGranted, AccountID: 3, ActorID: 1, Reason: "Gestionnaire"}
	note := func(ctx context.Context) error { return watch.Note(ctx, event) }

	rolledBack, _ := transaction.Begin(ctx)
	if err := note(rolledBack); err != nil || out.Len() != 0 {
		t.Errorf("rolled back: %v, %s", err, out.String())
	}
	lost, _ := transaction.Begin(ctx) // its race; the store runs it again from its start
	again, committed := transaction.Begin(ctx)
	if err := errors.Join(note(lost), note(again)); err != nil || out.Len() != 0 {
		t.Errorf("before the commit: %v, %s", err, out.String())
	}
	committed()
	want := `"msg":"security","security":true,"event":"compte.role_ajoute","account":3,"actor":1,"address":"192.0.2.7","reason":"Gestionnaire"}`
	if line := out.String(); strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, want+"\n") {
		t.Errorf("log: %s", line)
	}
	if last := kept.events[len(kept.events)-1]; last.Address != "192.0.2.7" {
		t.Errorf("kept: %+v", last)
	}
}

func TestRefusalsAreNotedOnceAMinute(t *testing.T) {
	kept := &memory{}
	watch := security.NewWatch(kept, slog.New(slog.DiscardHandler))
	for _, c := range []struct {
		accountID int64
		route     string
		at        time.Time
	}{
		{2, "GET /a", noon},
		{2, "GET /a", noon.Add(59 * time.Second)},
		{2, "GET /b", noon},
		{3, "GET /a", noon},
		{2, "GET /a", noon.Add(time.Minute)},
	} {
		if err := watch.NoteDenied(t.Context(), c.accountID, c.route, c.at); err != nil {
			t.Fatal(err)
		}
	}
	if len(kept.events) != 4 {
		t.Errorf("%d events: %+v", len(kept.events), kept.events)
	}
}
