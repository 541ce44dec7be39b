package audit_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"consigne/internal/domain/desk/audit"
)

// revisions is a record with its log: edits[i] led to revision i+2. The first forgotten of them are not in the log.
type revisions struct {
	edits     []audit.Action
	forgotten int64
}

func (r revisions) now() int64 { return int64(len(r.edits)) + 1 }

func (r revisions) IsAtRevision(_ context.Context, _ audit.Object, revision int64) (bool, error) {
	return revision == r.now(), nil
}

func (r revisions) EditsSince(_ context.Context, _ audit.Object, revision int64) (int64, []audit.Line, error) {
	lines := []audit.Line{}
	for _, action := range r.edits[max(revision-1, r.forgotten):] {
		lines = append(lines, audit.Line{Entry: audit.Entry{Action: action}})
	}
	return r.now(), lines, nil
}

func TestUnchanged(t *testing.T) {
	price, lists := audit.TariffChanged, audit.TariffPeriods
	aPriceThen := func(others int) []audit.Action {
		return append([]audit.Action{price}, slices.Repeat([]audit.Action{lists}, others)...)
	}
	for _, c := range []struct {
		name     string
		record   revisions
		seen     int64
		concerns func(audit.Line) bool
		refused  bool
		told     int
	}{
		{"nothing is compared", revisions{edits: []audit.Action{price}}, 0, nil, false, 0},
		{"nothing was edited", revisions{edits: []audit.Action{price}}, 2, nil, false, 0},
		{"the record was edited", revisions{edits: []audit.Action{price}}, 1, nil, true, 1},
		{"what the write replaces was edited", revisions{edits: []audit.Action{price}}, 1, audit.By(price), true, 1},
		{"something else was edited", revisions{edits: []audit.Action{lists}}, 1, audit.By(price), false, 0},
		{"what it replaces was edited before many others", revisions{edits: aPriceThen(50)}, 1, audit.By(price), true, 1},
		{"only the last edits are told", revisions{edits: aPriceThen(50)}, 1, nil, true, 20},
		{"the log has forgotten an edit", revisions{edits: aPriceThen(2), forgotten: 1}, 1, audit.By(price), true, 0},
		{"the log has forgotten what was seen", revisions{edits: aPriceThen(2), forgotten: 1}, 2, audit.By(price), false, 0},
	} {
		err := audit.Unchanged(t.Context(), c.record, audit.Object{Kind: audit.KindTariff, ID: 1}, c.seen, c.concerns)
		refusal, refused := errors.AsType[*audit.Overwrite](err)
		if refused != c.refused || !refused && err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if refused && (len(refusal.Edits) != c.told || refusal.Revision != c.record.now()) {
			t.Errorf("%s: %d edits told, revision %d", c.name, len(refusal.Edits), refusal.Revision)
		}
	}
}
