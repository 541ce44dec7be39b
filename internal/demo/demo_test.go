package demo_test

import (
	"context"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"
	"unicode/utf8"

	"consigne/internal/demo"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
)

var now = time.Date(2026, 4, 17, 14, 25, 31, 250_000_000, time.UTC)

func load(t testing.TB, m *memory, seed uint64, stays int) demo.Summary {
	t.Helper()
	summary, err := demo.Load(context.Background(), m,
		demo.Options{Seed: seed, Stays: stays, Now: now, PasswordHash: "hash"})
	if err != nil {
		t.Fatal(err)
	}
	return summary
}

func TestReproducible(t *testing.T) {
	first, second, other := &memory{}, &memory{lostRaces: 2}, &memory{}
	load(t, first, 7, 3000)
	load(t, second, 7, 3000)
	load(t, other, 8, 3000)
	second.lostRaces = 0
	if !reflect.DeepEqual(first, second) {
		t.Error("the same seed gave other data")
	}
	if reflect.DeepEqual(first.Accounts, other.Accounts) || reflect.DeepEqual(first.Stays, other.Stays) {
		t.Error("another seed gave the same data")
	}
	few := &memory{}
	load(t, few, 7, 10)
	if !reflect.DeepEqual(first.Lockers, few.Lockers) || !reflect.DeepEqual(first.Accounts, few.Accounts) {
		t.Error("the number of stays changed what comes before them")
	}
}

func TestSummaryAndAudit(t *testing.T) {
	m := &memory{}
	got := load(t, m, 1, 4000)
	open := 0
	for _, stay := range m.Stays {
		if stay.EndedAt == nil {
			open++
		}
	}
	want := demo.Summary{
		Operators: len(m.Operators), Stations: len(m.Stations), Lockers: len(m.Lockers), Accounts: len(m.Accounts),
		Tariffs: len(m.Tariffs), Subscriptions: len(m.Subs), OpenStays: open, EndedStays: len(m.Stays) - open,
	}
	if got != want {
		t.Errorf("summary %+v, want %+v", got, want)
	}
	if got.Operators != 3 || got.Stations != 26 || got.Accounts != 248 || got.EndedStays != 4000 || got.OpenStays == 0 {
		t.Errorf("an unexpected size: %+v", got)
	}
	if m.outside > 0 {
		t.Errorf("%d writes outside the transaction", m.outside)
	}
	if len(m.Audit) != 1 || m.Audit[0].Action != audit.DemoLoaded ||
		m.Audit[0].Object != (audit.Object{Kind: "plateforme"}) {
		t.Errorf("audit log: %+v", m.Audit)
	}
	for _, at := range m.Instants {
		if at.After(now) {
			t.Fatalf("something was created at %s, after now", at)
		}
	}
}

func TestOperators(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 0)
	for _, c := range m.Contacts {
		if _, err := c.Validate(); err != nil {
			t.Errorf("%s: %v", c.LastName, err)
		}
	}
	for i, want := range []struct {
		name     string
		metabase int64
		stations int
	}{
		{"Métropole de Grandval", 101, 14}, {"Vélostation du Littoral", 102, 8}, {"Pays de Brume Mobilités", 0, 4},
	} {
		o := m.Operators[i]
		var metabase int64
		if o.MetabaseID != nil {
			metabase = *o.MetabaseID
		}
		stations := 0
		for _, s := range m.Stations {
			if s.OperatorID == o.ID {
				stations++
			}
		}
		if o.ID != int64(i+1) || o.Name != want.name || metabase != want.metabase || stations != want.stations {
			t.Errorf("operator %d: %+v with %d stations, want %+v", i+1, o, stations, want)
		}
		checkAddress(t, o.Name, o.PostalCode, o.City)
		if valid, err := o.Identity.Validate(o.ID); err != nil || valid != o.Identity {
			t.Errorf("%s: %+v, %v", o.Name, valid, err)
		}
		if err := account.ValidateEmail("mail", o.Email); err != nil {
			t.Errorf("%s: %v", o.Name, err)
		}
	}
}

var (
	coordinate = regexp.MustCompile(`^[0-9-]{1,3}\.[0-9]{1,20}$`)
	postalCode = regexp.MustCompile(`^[0-9]{5}$`)
	city       = regexp.MustCompile(`^[\pL -]{1,50}$`)
	ports      = regexp.MustCompile(`^[0-9]+(,[0-9]+)*$`)
	mobile     = regexp.MustCompile(`^0[67][0-9]{8}$`)
)

func checkAddress(t *testing.T, what, code, town string) {
	t.Helper()
	if !postalCode.MatchString(code) || !city.MatchString(town) {
		t.Errorf("%s: %q %q is no address", what, code, town)
	}
}

func TestStations(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 0)
	seen := map[string]bool{}
	kinds := map[station.Kind]int{}
	inactive := 0
	for _, s := range m.Stations {
		kinds[s.Kind]++
		if !s.Active {
			inactive++
		}
		if s.AdminLabel == "" || s.Name == "" || s.Street == "" || seen[s.AdminLabel] {
			t.Errorf("incomplete or repeated: %+v", s)
		}
		seen[s.AdminLabel] = true
		checkAddress(t, s.AdminLabel, s.PostalCode, s.City)
		if described, err := s.Description.Validate(); err != nil || described != *s.Description ||
			described.CommuneCode == "" || described.CommuneCode[:2] != s.PostalCode[:2] {
			t.Errorf("%s: description %+v, %v", s.AdminLabel, *s.Description, err)
		}
		if (s.CountingSystem != "") != (s.Kind == station.CountedCollective) ||
			!slices.Contains([]string{"", "Abelsensors", "Autre"}, s.CountingSystem) {
			t.Errorf("%s: counting system %q at a %s", s.AdminLabel, s.CountingSystem, s.Kind)
		}
		latitude, errLatitude := strconv.ParseFloat(s.Latitude, 64)
		longitude, errLongitude := strconv.ParseFloat(s.Longitude, 64)
		if errLatitude != nil || errLongitude != nil || !coordinate.MatchString(s.Latitude) ||
			!coordinate.MatchString(s.Longitude) ||
			latitude < 42.3 || latitude > 51.1 || longitude < -4.8 || longitude > 8.3 {
			t.Errorf("%s: %q, %q is not in France", s.AdminLabel, s.Latitude, s.Longitude)
		}
	}
	if kinds[station.Individual] == 0 || kinds[station.Collective] == 0 || kinds[station.CountedCollective] == 0 ||
		inactive == 0 {
		t.Errorf("kinds %v, %d inactive", kinds, inactive)
	}
}

func TestLockers(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 0)
	type key struct {
		station int64
		name    string
	}
	seen, types, inactive := map[key]bool{}, map[station.LockerType]int{}, 0
	for _, l := range m.Lockers {
		s := m.stationOf(l)
		types[l.Type]++
		if !l.Active {
			inactive++
		}
		if k := (key{l.StationID, l.Name}); l.Name == "" || seen[k] {
			t.Errorf("%s: locker %q without a name of its own", s.AdminLabel, l.Name)
		} else {
			seen[k] = true
		}
		if collective := s.Kind != station.Individual; (l.Type == station.Space) != collective ||
			(collective && (l.Capacity < 20 || l.Capacity > 60)) || (!collective && l.Capacity != 1) {
			t.Errorf("%s: type %d with %d places at a %s", s.AdminLabel, l.Type, l.Capacity, s.Kind)
		}
		if utf8.RuneCountInString(l.Complement) > 20 || l.CardAddress == "" || !ports.MatchString(l.CardPorts) {
			t.Errorf("%s %s: complement %q, card %q, ports %q", s.AdminLabel, l.Name, l.Complement, l.CardAddress, l.CardPorts)
		}
		counted := s.Kind == station.CountedCollective
		if (l.CounterReference != "") != counted || (l.Count != nil) != counted {
			t.Errorf("%s %s: counter %q, count %v", s.AdminLabel, l.Name, l.CounterReference, l.Count)
		}
		if c := l.Count; c != nil && (c.Occupied < 0 || c.Occupied > l.Capacity || c.At.After(now)) {
			t.Errorf("%s %s: count %+v of %d places", s.AdminLabel, l.Name, c, l.Capacity)
		}
	}
	if len(types) != 4 || inactive == 0 {
		t.Errorf("types %v, %d inactive", types, inactive)
	}
}

func TestLogins(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 0)
	want := []account.Account{
		{Email: "admin@consigne.test", Admin: true, Active: true, Roles: map[int64][]access.Role{}},
		{Email: "gestionnaire@grandval.test", Active: true, Roles: map[int64][]access.Role{1: {access.Manager}}},
		{Email: "hotline@grandval.test", Active: true, Roles: map[int64][]access.Role{1: {access.Hotline}}},
		{
			Email: "mainteneur@grandval.test", Active: true,
			Roles: map[int64][]access.Role{1: {access.Technician, access.Customer}},
		},
		{
			Email: "gestionnaire@littoral.test", Active: true,
			Roles: map[int64][]access.Role{2: {access.Manager, access.Customer}},
		},
		{
			Email: "multi@consigne.test", Active: true,
			Roles: map[int64][]access.Role{1: {access.Manager}, 2: {access.Hotline}},
		},
		{Email: "usager@consigne.test", Active: true, Roles: map[int64][]access.Role{1: {access.Customer}}},
		{Email: "banni@consigne.test", Roles: map[int64][]access.Role{1: {access.Manager}}},
	}
	got := demo.Logins()
	if len(got) != len(want) {
		t.Fatalf("%d logins, want %d", len(got), len(want))
	}
	for i, w := range want {
		a := m.account(w.Email)
		if got[i].Email != w.Email || got[i].Role == "" {
			t.Errorf("login %d is %+v, want %s", i, got[i], w.Email)
		}
		if a.Admin != w.Admin || a.Active != w.Active || !reflect.DeepEqual(a.Roles, w.Roles) || a.PasswordHash != "hash" {
			t.Errorf("%s: %+v, want %+v", w.Email, a, w)
		}
	}
}

func TestPeople(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 0)
	emails, phones := map[string]bool{}, map[string]bool{}
	for i, a := range m.Accounts {
		folded := account.FoldEmail(a.Email)
		if err := account.ValidateEmail("email", a.Email); err != nil || emails[folded] {
			t.Errorf("%q is no e-mail of its own", a.Email)
		}
		if !mobile.MatchString(a.Phone) || phones[a.Phone] {
			t.Errorf("%s: %q is no mobile number of its own", a.Email, a.Phone)
		}
		if a.FirstName == "" || a.LastName == "" {
			t.Errorf("%s has no name", a.Email)
		}
		emails[folded], phones[a.Phone] = true, true
		if i < len(demo.Logins()) {
			continue
		}
		if !regexp.MustCompile(`^[a-z-]+\.[a-z-]+[0-9]*@exemple\.test$`).MatchString(a.Email) {
			t.Errorf("%q is not written as the others", a.Email)
		}
		if a.PasswordHash != "" || a.Admin || len(a.Roles) < 1 || len(a.Roles) > 2 {
			t.Errorf("%s is more than a customer: %+v", a.Email, a)
		}
		for _, roles := range a.Roles {
			if !slices.Equal(roles, []access.Role{access.Customer}) {
				t.Errorf("%s holds %v", a.Email, roles)
			}
		}
	}
}
