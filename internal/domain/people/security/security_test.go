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

	"consigne/internal/domain/people/security"
	"consigne/internal/domain/people/security/securitytest"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/transaction"
)

// memory is a Store that keeps events in a slice.
type memory struct {
	events []security.Event
}

func TestMemoryIsAStore(t *testing.T) { securitytest.Run(t, &memory{}) }

func (m *memory) KeepSecurityEvent(_ context.Context, event security.Event) error {
	event.ID = int64(len(m.events) + 1)
	m.events = append(m.events, event)
	return nil
}

// selected returns the events of a filter, newest first.
func (m *memory) selected(filter security.Filter) (lines []security.Line) {
	for _, event := range slices.Backward(m.events) {
		if securitytest.Selects(filter, event) {
			lines = append(lines, security.Line{Event: event})
		}
	}
	return lines
}

func (m *memory) SecurityEvents(
	ctx context.Context, filter security.Filter, window paging.Window,
) (paging.Page[security.Line], error) {
	lines, err := m.SecurityEventsAfter(ctx, filter, window.After, window.Limit+1)
	page := paging.Page[security.Line]{Items: lines, Total: len(m.selected(filter))}
	if len(lines) > window.Limit {
		page.Items = lines[:window.Limit]
		last := page.Items[window.Limit-1]
		page.Next = &paging.Key{At: last.At, ID: last.ID}
	}
	return page, err
}

func (m *memory) SecurityEventsAfter(
	_ context.Context, filter security.Filter, after *paging.Key, most int,
) ([]security.Line, error) {
	lines := m.selected(filter)
	if after != nil {
		lines = lines[slices.IndexFunc(lines, func(l security.Line) bool { return l.ID == after.ID })+1:]
	}
	return lines[:min(most, len(lines))], nil
}

func (m *memory) CountSecurityEvents(_ context.Context, filter security.Filter) (int, bool, error) {
	return len(m.selected(filter)), false, nil
}

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

func TestTheLogHasWhatWasCommittedOnce(t *testing.T) {
	var out bytes.Buffer
	kept := &memory{}
	recorder := security.NewRecorder(kept, slog.New(slog.NewJSONHandler(&out, nil)))
	ctx := security.WithAddress(t.Context(), "192.0.2.7")
	event := security.Event{At: noon, Kind: security.RoleGranted, AccountID: 3, ActorID: 1, Reason: "Gestionnaire"}
	note := func(ctx context.Context) error { return recorder.Note(ctx, event) }

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
	recorder := security.NewRecorder(kept, slog.New(slog.DiscardHandler))
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
		if err := recorder.NoteDenied(t.Context(), c.accountID, c.route, c.at); err != nil {
			t.Fatal(err)
		}
	}
	if len(kept.events) != 4 {
		t.Errorf("%d events: %+v", len(kept.events), kept.events)
	}
}
