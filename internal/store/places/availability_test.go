package places_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/money/statement"
	"consigne/internal/domain/places/availability"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// told records a fact of locker 1 and its station.
func told(t *testing.T, s *store.Store, action audit.Action, at time.Time) {
	t.Helper()
	object := audit.Object{Kind: audit.KindLocker, ID: 1}
	if strings.HasPrefix(string(action), audit.KindStation) {
		object.Kind = audit.KindStation
	}
	storetest.Check(t, s.Record(t.Context(), audit.Entry{
		At: at, OperatorID: 1, StationID: 1, Action: action, Object: object,
	}))
}

// spansOf lists the spans of operator 1, each « kind from-to », in minutes after storetest.Now.
func spansOf(t *testing.T, s *store.Store) string {
	t.Helper()
	list, err := s.SpansWithin(t.Context(), 1, 0, storetest.Now.Add(-time.Hour), storetest.Now.Add(1e4*time.Minute))
	storetest.Check(t, err)
	texts := []string{}
	for _, u := range list {
		to := ""
		if u.To != nil {
			to = fmt.Sprint(u.To.Sub(storetest.Now).Minutes())
		}
		texts = append(texts, fmt.Sprintf("%s %v-%s", u.Kind, u.From.Sub(storetest.Now).Minutes(), to))
	}
	return strings.Join(texts, ", ")
}

// Each span begins and ends with its fact, once, whatever else is told of the same thing meanwhile.
func TestSpansFollowFacts(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		storetest.NewLocker(t, s)
		minute := func(n int) time.Time { return storetest.Now.Add(time.Duration(n) * time.Minute) }
		is := func(want string) {
			t.Helper()
			if got := spansOf(t, s); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		told(t, s, audit.LockerChanged, minute(0))
		told(t, s, audit.StationChanged, minute(0))
		is("")
		since := minute(1)
		storetest.Check(t, s.SetOutage(ctx, 1, &station.Outage{Since: &since, Cause: "vandalisme"}))
		told(t, s, audit.LockerSwitchedOff, minute(1))
		told(t, s, audit.LockerChanged, minute(2))
		is("hors_service 1-")
		storetest.Check(t, s.SetOutage(ctx, 1, nil))
		told(t, s, audit.LockerSwitchedOn, minute(3))
		told(t, s, audit.LockerChanged, minute(4))
		out := "hors_service 1-3"
		is(out)

		_, err := s.KeepPresence(ctx, 1, "1.0", minute(5))
		storetest.Check(t, err)
		_, err = s.MarkSilent(ctx, 1, minute(5), minute(6))
		storetest.Check(t, err)
		told(t, s, audit.StationSilent, minute(11))
		out += ", muette 5-"
		is(out)
		_, err = s.KeepPresence(ctx, 1, "1.0", minute(20))
		storetest.Check(t, err)
		told(t, s, audit.StationBack, minute(20))
		out += "20"
		is(out)

		for i, kind := range []refusal.Kind{refusal.NoTariff, refusal.Banned, refusal.WrongCode, refusal.NoTariff} {
			refused := refusal.Refusal{At: minute(30 + i), OperatorID: 1, LockerID: 1, Kind: kind}
			storetest.Check(t, s.KeepRefusal(ctx, refused, 10, minute(29)))
		}
		is(out)
		storetest.Check(t, s.KeepRefusal(ctx, refusal.Refusal{
			At: minute(35), OperatorID: 1, LockerID: 1, Kind: refusal.NoTariff,
		}, 10, minute(34)))
		is(out + ", porte_bloquee 35-")
		opened := controller.Door{LockerID: 1, Open: true, MovedAt: minute(32)}
		storetest.Check(t, s.KeepDoor(ctx, opened)) // told late
		is(out + ", porte_bloquee 35-")
		opened.MovedAt = minute(40)
		storetest.Check(t, s.KeepDoor(ctx, opened))
		out += ", porte_bloquee 35-40"
		storetest.Check(t, s.KeepRefusal(ctx, refusal.Refusal{
			At: minute(41), OperatorID: 1, LockerID: 1, Kind: refusal.NoTariff,
		}, 10, minute(40)))
		is(out)

		st, err := s.StationByID(ctx, 1)
		storetest.Check(t, err)
		st.Active = false
		storetest.Check(t, s.UpdateStation(ctx, st))
		told(t, s, audit.StationChanged, minute(42))
		storetest.Check(t, s.SetStationOutage(ctx, 1, nil))
		told(t, s, audit.StationSwitchedOn, minute(45))
		out += ", station_inactive 42-45"
		is(out)
		storetest.Check(t, s.SetStationOutage(ctx, 1, &station.Outage{Since: new(minute(50)), Cause: "vandalisme"}))
		told(t, s, audit.StationSwitchedOff, minute(50))
		told(t, s, audit.StationChanged, minute(50))
		list, err := s.SpansWithin(ctx, 1, 0, minute(49), minute(60))
		storetest.Check(t, err)
		if len(list) != 1 || list[0].Cause != "vandalisme" || list[0].Attribution != availability.Others {
			t.Errorf("the cause of the station: %+v", list)
		}
		storetest.Check(t, s.SetOutage(ctx, 1, &station.Outage{Since: new(minute(51)), Cause: "porte"}))
		told(t, s, audit.LockerSwitchedOff, minute(51))
		_, err = s.ArchiveStation(ctx, 1, minute(60))
		storetest.Check(t, err)
		told(t, s, audit.StationArchived, minute(60))
		is(out + ", station_inactive 50-60, hors_service 51-60")
	})
}

// What the site did not hear is kept once, by whichever node begins to hear again first.
func TestListening(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		minute := func(n int) time.Time { return storetest.Now.Add(time.Duration(n) * time.Minute) }
		s.Clock = at(minute(60))
		hears := func(since, now int) {
			t.Helper()
			storetest.Check(t, s.KeepListening(t.Context(), minute(since), minute(now)))
		}
		is := func(want string) {
			t.Helper()
			list, err := s.UnheardWithin(t.Context(), minute(0), minute(100))
			storetest.Check(t, err)
			got := ""
			for _, u := range list {
				got += fmt.Sprintf("%v-%v ", u.From.Sub(storetest.Now).Minutes(), u.To.Sub(storetest.Now).Minutes())
			}
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		is("")
		hears(0, 0)
		hears(0, 10)
		hears(9, 11)  // another node, which began before the first one ended
		hears(30, 31) // after both had stopped
		hears(30, 31)
		hears(30, 59)
		is("11-30 ")
		s.Clock = at(minute(70))
		is("11-30 59-70 ") // and nobody has heard anything since
		storetest.Check(t, s.SettleListening(t.Context(), minute(65)))
		hears(72, 73)
		is("11-30 59-65 65-72 ")

		s.Clock = at(minute(74)) // a beat is due, and not late yet
		storetest.Check(t, s.SettleListening(t.Context(), minute(74)))
		is("11-30 59-65 65-72 ")
		hears(80, 81) // but none came
		is("11-30 59-65 65-72 74-80 ")
	})
}

type at time.Time

func (a at) Now() time.Time { return time.Time(a) }

// The seal of a month changes with whatever is sealed, and with nothing else.
func TestSealOfSpans(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		storetest.NewLocker(t, s)
		month := clock.MonthOf(storetest.Now)
		closed := (month + 1).Begins().Add(time.Hour)
		told(t, s, audit.StationCreated, storetest.Now)
		storetest.Check(t, s.SetOutage(ctx, 1, &station.Outage{Since: new(storetest.Now), Cause: "porte"}))
		told(t, s, audit.LockerSwitchedOff, storetest.Now)
		ruling := availability.Ruling{
			Since: storetest.Now, At: closed.Add(-time.Minute), ActorID: 1, Cause: "vandalisme",
			Attribution: availability.Others,
		}
		storetest.Check(t, s.AddRuling(ctx, 1, ruling))
		_, err := s.AddContract(ctx, availability.Contract{
			OperatorID: 1, From: month, At: storetest.Now, ActorID: 1, Terms: availability.None(),
		})
		storetest.Check(t, err)
		seal := func() string {
			t.Helper()
			digest, err := s.SealSpans(ctx, 1, month, closed)
			storetest.Check(t, err)
			return digest
		}
		sealed := seal()
		for edit, undo := range map[string]string{
			`UPDATE unavailable_spans SET began_at = began_at + 1`:                                                `UPDATE unavailable_spans SET began_at = began_at - 1`,
			`UPDATE unavailable_spans SET ended_at = began_at + 1`:                                                `UPDATE unavailable_spans SET ended_at = NULL`,
			`UPDATE unavailable_spans SET cause = 'autre'`:                                                        `UPDATE unavailable_spans SET cause = 'porte'`,
			`UPDATE unavailable_spans SET attribution = 'tiers'`:                                                  `UPDATE unavailable_spans SET attribution = 'exploitant'`,
			`UPDATE unavailable_spans SET kind = 'porte_bloquee'`:                                                 `UPDATE unavailable_spans SET kind = 'hors_service'`,
			`UPDATE unavailable_spans SET locker_id = NULL`:                                                       `UPDATE unavailable_spans SET locker_id = 1`,
			`UPDATE span_rulings SET cause = 'autre'`:                                                             `UPDATE span_rulings SET cause = 'vandalisme'`,
			`UPDATE span_rulings SET since = since + 1`:                                                           `UPDATE span_rulings SET since = since - 1`,
			`UPDATE span_rulings SET ruled_at = ruled_at + 86400000`:                                              `UPDATE span_rulings SET ruled_at = ruled_at - 86400000`,
			`UPDATE availability_contracts SET terms = '{"objectif":1}'`:                                          `UPDATE availability_contracts SET terms = '{"heures":null,"feries":true,"objectif":0,"causesExclues":null,"attributionsExclues":null,"penalite":"aucune","montant":0}'`,
			`INSERT INTO unheard_spans (began_at, ended_at) SELECT began_at, began_at + 1 FROM unavailable_spans`: `DELETE FROM unheard_spans`,
		} {
			storetest.Check(t, s.Exec(ctx, "test", edit))
			if seal() == sealed {
				t.Errorf("%s: it is not seen", edit)
			}
			storetest.Check(t, s.Exec(ctx, "test", undo))
			if seal() != sealed {
				t.Fatalf("%s: it is seen still", undo)
			}
		}

		// Said after the closing, or of the next month.
		ruling.At = closed.Add(time.Minute)
		storetest.Check(t, s.AddRuling(ctx, 1, ruling))
		first, err := s.CreateClosing(ctx, 1, statement.Closing{Month: month, At: closed, ActorID: 1, Record: []byte("{}")})
		if err != nil || !first {
			t.Fatal(first, err)
		}
		storetest.Check(t, s.SetOutage(ctx, 1, nil))
		told(t, s, audit.LockerSwitchedOn, closed.Add(-2*time.Hour)) // told late, of the month that is closed
		if list, err := s.SpansWithin(ctx, 1, 0, storetest.Now, closed); err != nil || len(list) != 1 ||
			!list[0].To.Equal((month + 1).Begins()) {
			t.Errorf("%+v, %v", list, err)
		}
		if seal() != sealed {
			t.Error("what came later changed the seal")
		}
	})
}
