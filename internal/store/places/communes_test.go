package places_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/paging"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// geocoder answers by the text that it is asked for.
type geocoder map[string][]station.Address

func (g geocoder) Search(_ context.Context, text string) ([]station.Address, error) {
	found, known := g[text]
	if !known {
		return nil, errors.New("away")
	}
	return found, nil
}

type fixedClock struct{}

func (fixedClock) Now() time.Time { return storetest.Now }

func TestCommunesAreProposed(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		service := station.NewService(s, fixedClock{})
		add := func(operatorID int64, name, postalCode string, description *station.Description) int64 {
			return storetest.Must(t)(s.CreateStation(ctx, station.Station{
				OperatorID: operatorID, Name: name, AdminLabel: name, Kind: station.Individual, Active: true, Street: name,
				PostalCode: postalCode, City: "Ville", Description: description,
			}, storetest.Now))
		}
		first := storetest.Must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Un"}, storetest.Now))
		second := storetest.Must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Deux"}, storetest.Now))
		found := add(first, "a", "38000", &station.Description{Furniture: "ARCEAU"})
		for _, name := range []string{"b", "c", "d", "e"} {
			add(first, name, "38000", nil)
		}
		add(first, "f", "38000", &station.Description{CommuneCode: "38185"})
		archived := add(first, "g", "38000", nil)
		if _, err := s.ArchiveStation(ctx, archived, storetest.Now); err != nil {
			t.Fatal(err)
		}
		add(second, "h", "17000", nil)
		grenoble := station.Address{Street: "a", PostalCode: "38000", City: "Grenoble", CommuneCode: "38185", Score: 0.5}
		with := func(change func(*station.Address)) station.Address {
			changed := grenoble
			change(&changed)
			return changed
		}
		elsewhere := with(func(a *station.Address) { a.PostalCode, a.Score = "38100", 1 })
		search := geocoder{
			"a 38000 Ville": {elsewhere, grenoble},
			"b 38000 Ville": {},
			"c 38000 Ville": {elsewhere},
			"d 38000 Ville": {with(func(a *station.Address) { a.Score = 0.49 }), grenoble},
			"e 38000 Ville": {with(func(a *station.Address) { a.CommuneCode = "" })},
			"h 17000 Ville": {with(func(a *station.Address) { a.PostalCode = "17000" })},
		}
		verdicts := func(operatorID int64) (names string, list []station.Verdict) {
			storetest.Check(t, service.ProposeCommunes(ctx, operatorID, search, 0, func(p station.CommuneProposal) error {
				names, list = names+p.Station.Name, append(list, p.Verdict)
				return nil
			}))
			return names, list
		}
		want := []station.Verdict{
			station.CommuneFound, station.NothingFound, station.FoundOutside, station.FoundUnlikely,
			station.FoundNoCode, station.CommuneFound,
		}
		if names, got := verdicts(0); names != "abcdeh" || !slices.Equal(got, want) {
			t.Errorf("at all operators: %s %v", names, got)
		}
		if names, _ := verdicts(second); names != "h" {
			t.Errorf("at one operator: %s", names)
		}
		delete(search, "c 38000 Ville")
		if err := service.ProposeCommunes(ctx, first, search, 0,
			func(station.CommuneProposal) error { return nil }); err == nil || err.Error() != "away" {
			t.Errorf("an address search that fails: %v", err)
		}
		ended, cancel := context.WithCancel(ctx)
		if err := service.ProposeCommunes(ended, first, search, time.Hour,
			func(station.CommuneProposal) error { cancel(); return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped between two searches: %v", err)
		}

		stations, err := s.StationsOf(ctx, first)
		storetest.Check(t, err)
		before := stations[0]
		set := func(read station.Station, code string) bool {
			stored, err := service.SetCommune(ctx, access.Actor{}, read, code)
			storetest.Check(t, err)
			return stored
		}
		moved := before
		moved.Street = "z"
		gone := before
		gone.ID = archived
		if set(moved, "38185") || set(gone, "38185") {
			t.Error("stored at a station that has another address or is archived")
		}
		if !set(before, "38185") || set(before, "38001") {
			t.Error("not stored once")
		}
		after, err := s.StationByID(ctx, found)
		storetest.Check(t, err)
		if *after.Description != (station.Description{CommuneCode: "38185", Furniture: "ARCEAU"}) ||
			after.Revision != before.Revision+1 {
			t.Errorf("after: %+v, revision %d", *after.Description, after.Revision)
		}
		lines, err := s.AuditLines(ctx, audit.Filter{}, paging.First(10))
		storetest.Check(t, err)
		if len(lines.Items) != 1 || lines.Items[0].Action != audit.StationChanged || len(lines.Items[0].Changes) != 1 ||
			lines.Items[0].Object != (audit.Object{Kind: audit.KindStation, ID: found}) {
			t.Errorf("the audit log: %+v", lines.Items)
		}
	})
}
