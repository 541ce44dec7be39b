package live_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/live"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// table is the table of changes as a node sees it: what is committed.
type table struct{ committed []live.Change }

func (s *table) LatestChanges(context.Context, int) ([]live.Change, error) { return s.committed, nil }

func (s *table) ChangesAfter(_ context.Context, after int64, missing []int64, limit int) ([]live.Change, error) {
	var found []live.Change
	for _, c := range s.committed {
		if c.ID > after || slices.Contains(missing, c.ID) {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b live.Change) int { return int(a.ID - b.ID) })
	return found[:min(len(found), limit)], nil
}

func (s *table) commit(ids ...int64) {
	for _, id := range ids {
		s.committed = append(s.committed, live.Change{ID: id, Topic: live.Stays, OperatorID: 1, ObjectID: id})
	}
}

var hotline = access.Actor{AccountID: 7, Roles: map[int64][]access.Role{1: {access.Hotline}}}

type reader struct {
	t *testing.T
	*live.Stream
	actor access.Actor
	err   error
	reads int
}

func open(t *testing.T, f *live.Feed, actor access.Actor, after int64) *reader {
	t.Helper()
	stream, err := f.Open(actor, after, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return &reader{t: t, Stream: stream, actor: actor}
}

// take returns what the reader is told, as text, and its position.
func (r *reader) take() (string, int64, error) {
	batch, err := r.Take(r.t.Context(), time.Now(), func(context.Context) (access.Actor, error) {
		r.reads++
		return r.actor, r.err
	})
	told := []string{}
	if batch.Reset {
		told = append(told, "reset")
	}
	for _, c := range batch.Changes {
		told = append(told, fmt.Sprintf("%s %d", c.Topic, c.ObjectID))
	}
	return strings.Join(told, ", "), batch.Position, err
}

func (r *reader) want(told string, position int64) {
	r.t.Helper()
	if got, at, err := r.take(); got != told || at != position || err != nil {
		r.t.Errorf("told %q at %d (%v), want %q at %d", got, at, err, told, position)
	}
}

func newFeed(t *testing.T, store live.Store) *live.Feed {
	t.Helper()
	f := live.NewFeed(store, slog.New(slog.DiscardHandler))
	read(t, f)
	return f
}

func read(t *testing.T, f *live.Feed) {
	t.Helper()
	if err := f.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A transaction that took its id first and commits last is told of, and a stream that resumes in between loses nothing.
func TestAChangeThatIsCommittedLate(t *testing.T) {
	s := &table{}
	s.commit(1)
	f := newFeed(t, s)
	first := open(t, f, hotline, 1)
	first.want("", 1)
	s.commit(2, 4)
	read(t, f)
	first.want("utilisation 2, utilisation 4", 2)
	resumed := open(t, f, hotline, 2)
	s.commit(3, 5)
	read(t, f)
	first.want("utilisation 3, utilisation 5", 5)
	resumed.want("utilisation 4, utilisation 3, utilisation 5", 5)
	read(t, f)
	first.want("", 5)
}

func TestWhereAStreamResumes(t *testing.T) {
	s := &table{}
	for id := range int64(5000) {
		s.commit(id + 11)
	}
	f := newFeed(t, s)
	for after, want := range map[int64]string{
		5009: "utilisation 5010",
		5010: "",
		20:   "reset", // not remembered any more
		0:    "reset",
		9999: "reset", // of a database that was restored since
		-1:   "",      // a new stream: none of the changes is recent
	} {
		open(t, f, hotline, after).want(want, 5010)
	}
}

// What a burst changes is told as one change.
func TestABurst(t *testing.T) {
	s := &table{}
	s.commit(1)
	f := newFeed(t, s)
	r := open(t, f, hotline, 1)
	for id := range int64(500) {
		s.commit(id + 2)
	}
	s.committed = append(s.committed, live.Change{ID: 502, Topic: live.Doors, OperatorID: 1, StationID: 3, ObjectID: 9},
		live.Change{ID: 503, Topic: live.Doors, OperatorID: 1, StationID: 3, ObjectID: 9})
	read(t, f)
	r.want("utilisation 0, porte 9", 503)
}

// Rights are those of the moment at which a change is sent, and are read again only when they may have changed.
func TestRightsWhenSent(t *testing.T) {
	s := &table{}
	s.commit(1)
	f := newFeed(t, s)
	elsewhere := access.Actor{AccountID: 8, Roles: map[int64][]access.Role{2: {access.Manager}}}
	here, there := open(t, f, hotline, 1), open(t, f, elsewhere, 1)
	s.commit(2)
	read(t, f)
	here.want("utilisation 2", 2)
	there.want("", 2)
	if here.reads+there.reads != 0 {
		t.Error("rights were read although nothing changed them")
	}

	// The hotline's role moves to operator 2, and both operators change at once.
	here.actor.Roles = map[int64][]access.Role{2: {access.Hotline}}
	s.committed = append(s.committed,
		live.Change{ID: 3, Topic: live.Accounts, OperatorID: 1, ObjectID: 7},
		live.Change{ID: 4, Topic: live.Stays, OperatorID: 1, ObjectID: 40},
		live.Change{ID: 5, Topic: live.Stays, OperatorID: 2, ObjectID: 50})
	read(t, f)
	here.want("droits 7, utilisation 50", 5)
	there.want("utilisation 50", 5)

	// The session ends.
	here.err = errors.New("ended")
	s.committed = append(s.committed, live.Change{ID: 6, Topic: live.Sessions, ObjectID: 7},
		live.Change{ID: 7, Topic: live.Stays, OperatorID: 2, ObjectID: 70})
	read(t, f)
	if told, _, err := here.take(); err == nil || told != "" {
		t.Errorf("an ended session was told %q", told)
	}
	there.want("utilisation 70", 7)
}

func TestWhoIsTold(t *testing.T) {
	admin := access.Actor{AccountID: 1, Admin: true}
	technician := access.Actor{AccountID: 9, Roles: map[int64][]access.Role{1: {access.Technician}}}
	for _, c := range []struct {
		topic                live.Topic
		operatorID           int64
		admin, hotline, tech bool
	}{
		{live.Stays, 1, true, true, true},
		{live.Stays, 2, true, false, false},
		{live.Tariffs, 1, true, true, false},
		{live.Accounts, 1, true, true, true},
		{live.Accounts, 0, true, false, false},
		{live.Keys, 1, true, false, false},
		{live.Work, 0, true, false, false},
		{live.Sessions, 1, false, false, false},
	} {
		told := live.Change{Topic: c.topic, OperatorID: c.operatorID}
		for name, who := range map[string]struct {
			actor access.Actor
			want  bool
		}{"administrator": {admin, c.admin}, "hotline": {hotline, c.hotline}, "technician": {technician, c.tech}} {
			if told.VisibleTo(who.actor) != who.want {
				t.Errorf("%s at %d, %s: not %v", c.topic, c.operatorID, name, who.want)
			}
		}
	}
}

// Every line of the audit log is told of, except those that only the log shows.
func TestWhatALineIsAbout(t *testing.T) {
	for _, c := range []struct {
		action audit.Action
		kind   string
		want   live.Topic
	}{
		{audit.StayEnded, audit.KindStay, live.Stays},
		{audit.TermBegun, audit.KindSubscription, live.Payments},
		{audit.LockerChanged, audit.KindLocker, live.Stations},
		{audit.LockerSwitchedOff, audit.KindLocker, live.Service},
		{audit.StationSilent, audit.KindStation, live.Service},
		{audit.CodeUsed, audit.KindLocker, live.Codes},
		{audit.AccountBanned, audit.KindAccount, live.Accounts},
		{audit.SessionEnded, audit.KindAccount, live.Sessions},
		{audit.LoggedIn, audit.KindAccount, ""},
		{audit.WorkRetried, audit.KindPayment, live.Work},
	} {
		got, shown := live.Of(audit.Entry{
			Action: c.action, Object: audit.Object{Kind: c.kind, ID: 4}, OperatorID: 1,
			StationID: 2,
		})
		object := int64(4)
		if c.kind == audit.KindSubscription {
			object = 0
		}
		if got.Topic != c.want || shown != (c.want != "") || got.ObjectID != object || got.OperatorID != 1 ||
			got.StationID != 2 {
			t.Errorf("%s: %+v", c.action, got)
		}
	}
}

func TestTooManyStreams(t *testing.T) {
	f := newFeed(t, &table{})
	var last *reader
	for range 100 {
		last = open(t, f, hotline, -1)
	}
	if _, err := f.Open(hotline, -1, time.Now()); !fault.Is(err, fault.KindUnavailable) {
		t.Errorf("one more: %v", err)
	}
	last.Close()
	last.Close()
	open(t, f, hotline, -1)
	if got := f.Figures().Open; got != 100 {
		t.Errorf("%d are open", got)
	}
}
