package api_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/places/station"
)

const (
	placeHeld  = "Ce casier est attribué à une autre personne."
	placeInUse = "Ce casier est occupé par une autre personne."
)

// owned creates a monthly subscription tariff with places of one's own on the lockers 2 and another one of its station,
// whose id it returns.
func (s *site) owned() (tariff float64, second int64) {
	s.t.Helper()
	second, err := s.store.CreateLocker(s.t.Context(),
		station.Locker{StationID: 2, Name: "A2", Type: station.Bike, Active: true, Capacity: 1}, s.clock.Now())
	s.check(err)
	tariff = s.monthly(map[string]any{"placeAttribuee": true})
	s.want("lockers", s.apply(tariff, 2, map[string]any{"idCasiers": []int64{2, second}}), 200, "")
	return tariff, second
}

func (t paymentSite) start(locker int64) answer {
	t.t.Helper()
	return t.call("POST", "/api/terrain/occupations", t.key,
		map[string]any{"idCasier": locker, "idUtilisateur": t.accountID})
}

func (b bought) put(body map[string]any) answer {
	b.t.Helper()
	return b.call("PATCH", "/api/admin/abonnement/"+b.id+"/place", b.login("gestionnaire@exemple.test").token, body)
}

// mayGet compares the lockers that staff may give.
func (b bought) mayGet(what string, names ...string) {
	b.t.Helper()
	list := b.call("GET", "/api/admin/abonnement/"+b.id+"/casiers", b.login("gestionnaire@exemple.test").token, nil)
	b.want(what, list, 200, "")
	got := []string{}
	for _, l := range list.List {
		got = append(got, fmt.Sprint(l["nom"]))
	}
	if !slices.Equal(got, names) {
		b.t.Errorf("%s: %s, want %v", what, list.Raw, names)
	}
}

// at2 returns the locker 2 as staff see it.
func (s *site) at2() map[string]any {
	s.t.Helper()
	list := s.call("GET", "/api/admin/station/2/casiers", s.login("gestionnaire@exemple.test").token, nil)
	s.want("lockers", list, 200, "")
	return list.List[0]
}

func TestAPlaceOfOnesOwn(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff, second := s.owned()
		other, plain := c.another("dora@exemple.test"), s.monthly(map[string]any{"libelleAdmin": "Sans place"})
		s.want("no place of one's own", c.subscribe(plain, map[string]any{"idCasier": 2}), 422, "")
		s.want("a locker of another tariff", c.subscribe(tariff, map[string]any{"idCasier": 1}), 422, "")
		s.want("another station", c.subscribe(tariff, map[string]any{"idCasier": 2, "idStation": 1}), 422, "")
		got := other.start(2)
		s.want("somebody else is in it", got, 201, "")
		s.want("so it is not free", c.subscribe(tariff, map[string]any{"idCasier": 2}), 409, placeInUse)
		s.want("they leave", s.call("POST", "/api/terrain/occupations/"+number(got.Body["id"])+"/fin", c.key, nil), 200, "")

		free := s.call("GET", "/api/terrain/stations", c.key, nil)
		sold := c.subscribe(tariff, map[string]any{"idCasier": 2, "isReconductible": false})
		s.want("bought", sold, 201, "")
		mine := bought{c, tariff, number(sold.Body["id"])}
		if dig(sold.Body, "casier", "nom") != "A1" || dig(sold.Body, "station", "id") != 2.0 {
			t.Errorf("bought: %s", sold.Raw)
		}
		locker := s.at2()
		if locker["etat"] != "Occupé" || number(dig(locker, "attribution", "idAbonnement")) != mine.id ||
			dig(locker, "attribution", "utilisateur", "email") != "cliente@exemple.test" {
			t.Errorf("as staff see it: %v", locker)
		}
		held := s.call("GET", "/api/terrain/stations", c.key, nil)
		if held.Header.Get("Etag") == free.Header.Get("Etag") || free.List[1]["nombreCasiersLibres"] != 2.0 ||
			held.List[1]["nombreCasiersLibres"] != 1.0 || held.List[1]["nombreCasiersOccupes"] != 1.0 {
			t.Errorf("stations: %s, then %s", free.Raw, held.Raw)
		}
		s.want("somebody else", other.start(2), 409, placeHeld)
		s.want("somebody else buys it", other.subscribe(tariff, map[string]any{"idCasier": 2}), 409, placeHeld)
		admin := s.login("admin@exemple.test").token
		s.want("delete it", s.call("DELETE", "/api/admin/casier/2", admin, nil), 409,
			"Ce casier ne peut être supprimé : il est attribué à une personne.")
		s.want("delete its station", s.call("DELETE", "/api/admin/station/2/supprimer", admin, nil), 409,
			"Cette station ne peut être supprimée : un de ses casiers est attribué à une personne.")
		s.want("take the tariff off it", s.apply(tariff, 2, map[string]any{"idCasiers": []int64{second}}), 409,
			"Le casier «\u00a0A1\u00a0» est attribué à un abonné : veuillez d'abord le lui retirer.")
		begun := c.start(2)
		s.want("its holder", begun, 201, "")
		s.want("ends", s.call("POST", "/api/terrain/occupations/"+number(begun.Body["id"])+"/fin", c.key, nil), 200, "")

		s.want("what is left of two", other.subscribe(tariff, nil), 201, "")
		third := c.another("eva@exemple.test")
		s.want("one is to be given yet", third.subscribe(tariff, map[string]any{"idCasier": second}), 409, soldOut)
		published := func() float64 {
			t.Helper()
			got := s.call("GET", "/api/ouvert/stations.geojson", "", nil)
			s.want("open data", got, 200, "")
			left := 0.0
			for i := range length(got.Body["features"]) {
				free, _ := dig(got.Body, "features", i, "properties", "places_libres").(float64)
				left += free
			}
			return left
		}
		s.want("publish", s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", admin, nil), 200, "")
		s.clock.advance(2 * time.Second)
		if left := published(); left != 1 { // the other locker of the two
			t.Errorf("published: %v places left", left)
		}
		s.clock.advance(32 * day) // no job has run
		if now := s.at2(); now["etat"] != "Libre" || now["attribution"] != nil {
			t.Errorf("at its end: %v", now)
		}
		if mine.now()["casier"] != nil {
			t.Errorf("what is over keeps no place: %v", mine.now())
		}
		if left := published(); left != 2 {
			t.Errorf("published at its end: %v places left", left)
		}
		s.want("free for anybody", third.start(2), 201, "")
		s.want("given to another, who is in it", third.subscribe(tariff, map[string]any{"idCasier": 2}), 201, "")
	})
}

func TestStaffGivePlaces(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff, second := s.owned()
		mine, theirs := c.buys(tariff, nil), c.another("dora@exemple.test").buys(tariff, nil)
		s.want("neither", mine.put(map[string]any{}), 422, "")
		s.want("a locker of another station", mine.put(map[string]any{"idCasier": 1}), 422, "")
		s.want("a station of another tariff", mine.put(map[string]any{"idStation": 1}), 422, "")
		mine.mayGet("two free", "A1", "A2")
		used := theirs.start(2)
		s.want("somebody else is in one", used, 201, "")
		mine.mayGet("so it is not free", "A2")
		theirs.mayGet("but for themselves", "A1", "A2")
		s.want("they leave", s.call("POST", "/api/terrain/occupations/"+number(used.Body["id"])+"/fin", c.key, nil), 200, "")
		got := mine.put(map[string]any{"idCasier": 2})
		s.want("given", got, 200, "")
		theirs.mayGet("given to another", "A2")
		if dig(got.Body, "casier", "id") != 2.0 {
			t.Errorf("given: %s", got.Raw)
		}
		s.want("to two", theirs.put(map[string]any{"idCasier": 2}), 409, placeHeld)
		s.want("the same again", mine.put(map[string]any{"idCasier": 2}), 200, "")
		got = mine.put(map[string]any{"idCasier": second})
		s.want("another", got, 200, "")
		if dig(got.Body, "casier", "nom") != "A2" {
			t.Errorf("another: %s", got.Raw)
		}
		s.want("so the first is free", theirs.put(map[string]any{"idCasier": 2}), 200, "")
		got = mine.put(map[string]any{"idCasier": nil})
		s.want("none", got, 200, "")
		if got.Body["casier"] != nil || dig(got.Body, "station", "id") != 2.0 {
			t.Errorf("none: %s", got.Raw)
		}
		log := s.call("GET", "/api/admin/journal?exploitant=1&objet=abonnement:"+mine.id,
			s.login("gestionnaire@exemple.test").token, nil)
		for _, want := range []string{`"casier":"A1"`, `"casier":["A1","A2"]`, `"abonnement.casier_retire"`} {
			if !strings.Contains(log.Raw, want) {
				t.Errorf("audit log without %s: %s", want, log.Raw)
			}
		}
		s.clock.advance(time.Minute)
		s.want("ended", theirs.end(map[string]any{"quand": "maintenant", "commentaire": "Parti."}), 200, "")
		theirs.mayGet("over")
		s.want("what is over", theirs.put(map[string]any{"idCasier": 2}), 409, "Cet abonnement est terminé.")
		s.want("its place is free", mine.put(map[string]any{"idCasier": 2}), 200, "")
		read := s.call("GET", fmt.Sprintf("/api/terrain/utilisateurs/%.0f/abonnements", c.accountID), c.key, nil)
		if dig(read.Body, "items", 0, "casier", "nom") != "A1" {
			t.Errorf("as the application reads it: %s", read.Raw)
		}
		s.want("ended", mine.end(map[string]any{"quand": "maintenant", "commentaire": "Parti."}), 200, "")
		c.collect()
		s.want("erase", s.call("POST", fmt.Sprintf("/api/admin/utilisateur/%.0f/anonymiser", c.accountID),
			s.login("admin@exemple.test").token, nil), 201, "")
		if now := s.at2(); now["attribution"] != nil || now["etat"] != "Libre" {
			t.Errorf("erased: %v", now)
		}
	})
}

// A subscription pays for one stay at once, or as many as its tariff says; the next is billed by the hour.
func TestStaysAtOnceUnderASubscription(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff, second := s.owned()
		s.want("both by the hour", s.apply(1, 2, map[string]any{"idCasiers": []int64{2, second}}), 200, "")
		c.buys(tariff, nil)
		under := func(what string, got answer, subscribed bool) {
			t.Helper()
			s.want(what, got, 201, "")
			if dig(got.Body, "tarif", "abonnement") != subscribed {
				t.Errorf("%s: %s", what, got.Raw)
			}
		}
		ends := func(got answer) {
			t.Helper()
			s.want("ends", s.call("POST", "/api/terrain/occupations/"+number(got.Body["id"])+"/fin", c.key, nil), 200, "")
		}
		first := c.start(2)
		under("the first", first, true)
		next := c.start(second)
		under("the second", next, false)
		ends(next)
		s.clock.advance(time.Hour)
		ends(first)
		under("reported within the first", c.report(second, 30, 20), false)
		s.want("two at once", s.call("PUT", fmt.Sprintf("/api/admin/tarif/%.0f/modifier-informations-generales", tariff),
			s.login("gestionnaire@exemple.test").token, typedTariff(map[string]any{
				"abonnement": true, "typeTarif": "mois", "montant": 1500, "nombreMaxOccupations": 2,
			})), 200, "")
		under("the first of two", c.start(2), true)
		under("the second of two", c.start(second), true)
		for _, wrong := range []any{0, 1001, 1.5} {
			got := s.call("PUT", fmt.Sprintf("/api/admin/tarif/%.0f/modifier-informations-generales", tariff),
				s.login("gestionnaire@exemple.test").token, typedTariff(map[string]any{
					"abonnement": true, "typeTarif": "mois", "montant": 1500, "nombreMaxOccupations": wrong,
				}))
			if got.Status != 422 || !strings.Contains(got.Raw, `"nombreMaxOccupations"`) {
				t.Errorf("%v: %s", wrong, got.Raw)
			}
		}
	})
}

// Eight people race for one locker of their own, and then its holder begins two stays at once: one gets it, and the
// subscription pays for one.
func TestRaceForAPlaceOfOnesOwn(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff, second := s.owned()
		s.want("both by the hour", s.apply(1, 2, map[string]any{"idCasiers": []int64{2, second}}), 200, "")
		people := make([]bought, 8)
		for i := range people {
			people[i].paymentSite = c.another(fmt.Sprintf("p%d@exemple.test", i))
			people[i].card(simulator.Accepted)
			if i < 2 { // the others buy it; these have bought without it
				people[i] = people[i].buys(tariff, nil)
			}
		}
		for round := range 8 {
			answers := make([]answer, 2)
			var group sync.WaitGroup
			for i, b := range people[:2] {
				group.Go(func() { answers[i] = b.put(map[string]any{"idCasier": 2}) })
			}
			group.Wait()
			won := -1
			for i, got := range answers {
				switch {
				case got.Status == 200 && won < 0:
					won = i
				case got.Status != 409:
					t.Fatalf("round %d: %s, %s", round, answers[0].Raw, answers[1].Raw)
				}
			}
			if won < 0 {
				t.Fatalf("round %d: nobody got it", round)
			}
			s.want("give it back", people[won].put(map[string]any{"idCasier": nil}), 200, "")
		}
		for _, b := range people[:2] {
			s.want("ended", b.end(map[string]any{"quand": "maintenant", "commentaire": "Parti."}), 200, "")
		}
		answers := make([]answer, len(people))
		var group sync.WaitGroup
		for i, p := range people {
			group.Go(func() { answers[i] = p.subscribe(tariff, map[string]any{"idCasier": 2}) })
		}
		group.Wait()
		var holder paymentSite
		sold := 0
		for i, got := range answers {
			switch got.Status {
			case 201:
				holder, sold = people[i].paymentSite, sold+1
			case 409:
			default:
				t.Fatalf("bought: %s", got.Raw)
			}
		}
		if sold != 1 {
			t.Fatalf("%d hold the locker", sold)
		}
		stays := make([]answer, 2)
		for i, locker := range []int64{2, second} {
			group.Go(func() { stays[i] = holder.start(locker) })
		}
		group.Wait()
		if stays[0].Status != 201 || stays[1].Status != 201 ||
			dig(stays[0].Body, "tarif", "abonnement") == dig(stays[1].Body, "tarif", "abonnement") {
			t.Errorf("at once: %s, %s", stays[0].Raw, stays[1].Raw)
		}
	})
}
