package api_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/jobs"
)

// city is a town with 40 boxes at four stations, A to D, of which 60 people want one, each at the
// station of their turn.
type city struct {
	*site
	key      string
	tariff   float64
	stations [4]int64
	people   map[int]*citizen
	mails    map[string]int // by subject
}

// citizen is one who wants a box.
type citizen struct {
	account float64
	sold    string // id of the subscription; empty: none yet
	waiting string // id in the waiting list
}

// on returns an instant of 2027 in Paris.
func on(month time.Month, day, hour int) time.Time {
	return time.Date(2027, month, day, hour, 0, 0, 0, clock.Paris)
}

func newCity(s *site) *city {
	s.t.Helper()
	c := &city{site: s, people: map[int]*citizen{}, mails: map[string]int{}}
	c.at(on(1, 1, 8))
	_, c.key = s.fieldKeyOf(1)
	manager := c.manager()
	made := s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", manager,
		typedTariff(map[string]any{"abonnement": true, "typeTarif": "mois", "montant": 1500}))
	s.want("tariff", made, 201, "")
	c.tariff, _ = made.Body["id"].(float64)
	for i := range c.stations {
		id, err := s.store.CreateStation(s.t.Context(), station.Station{
			OperatorID: 1, Name: "Parking " + string(rune('A'+i)), AdminLabel: string(rune('A' + i)),
			Kind: station.Individual, Active: true, Latitude: "45.19", Longitude: "5.71",
		}, s.clock.Now())
		s.check(err)
		boxes := make([]int64, 10)
		for n := range boxes {
			boxes[n], err = s.store.CreateLocker(s.t.Context(), station.Locker{
				StationID: id, Name: fmt.Sprint(n + 1), Type: station.Bike, Active: true, Capacity: 1,
			}, s.clock.Now())
			s.check(err)
		}
		c.stations[i] = id
		s.want("quota", s.call("PUT", fmt.Sprintf("/api/admin/tarif/%.0f/station/%d/modifier-casiers", c.tariff, id), manager,
			map[string]any{"idCasiers": boxes, "quota": len(boxes)}), 200, "")
	}
	s.want("settings", s.call("PUT", "/api/admin/exploitant/1/reglages", s.login("admin@exemple.test").token,
		map[string]any{"montantMinimumEncaissement": 100}), 200, "")
	return c
}

func (c *city) manager() string { return c.login("gestionnaire@exemple.test").token }

func (c *city) at(instant time.Time) { c.clock.advance(instant.Sub(c.clock.Now())) }

// wants makes the account of the next citizen, with a card unless it is empty.
func (c *city) wants(n int, card string) {
	c.t.Helper()
	p := &citizen{account: c.fieldCustomer(c.key, fmt.Sprintf("usager%d@exemple.test", n))}
	c.people[n] = p
	if card != "" {
		c.card(n, card)
	}
	got := c.call("POST", "/api/terrain/abonnements", c.key, map[string]any{
		"idUtilisateur": p.account, "idTarif": c.tariff, "idStation": c.station(n), "isReconductible": true,
	})
	if n <= 40 {
		c.want(fmt.Sprint("buy ", n), got, 201, "")
		p.sold = number(got.Body["id"])
		return
	}
	c.want(fmt.Sprint("no place for ", n), got, 409, "")
	listed := c.call("POST", "/api/terrain/attentes", c.key, map[string]any{
		"idUtilisateur": p.account, "idTarif": c.tariff, "idStations": []int64{c.station(n)},
	})
	c.want(fmt.Sprint("wait ", n), listed, 201, "")
	p.waiting = number(listed.Body["id"])
}

func (c *city) station(n int) int64 { return c.stations[(n-1)%4] }

func (c *city) card(n int, token string) {
	c.t.Helper()
	path := fmt.Sprintf("/api/terrain/utilisateurs/%.0f/carte", c.people[n].account)
	c.want(fmt.Sprint("card of ", n), c.call("PUT", path, c.key, map[string]string{"jeton": token}), 200, "")
}

func (c *city) ends(n int, body map[string]any) {
	c.t.Helper()
	c.want(fmt.Sprint("end of ", n), c.call("PATCH", "/api/admin/abonnement/"+c.people[n].sold+"/resilier", c.manager(),
		body), 200, "")
}

// answers accepts or refuses the offer that a citizen has.
func (c *city) answers(n int, how string) {
	c.t.Helper()
	path := "/api/terrain/attentes/" + c.people[n].waiting
	if shown := c.call("GET", path, c.key, nil); dig(shown.Body, "offre", "jusquAu") == nil {
		c.t.Errorf("on %s, %d has no offer: %s", c.clock.Now().In(clock.Paris).Format("02/01 15:04"), n, shown.Raw)
	}
	got := c.call("POST", path+"/"+how, c.key, map[string]any{"isReconductible": true})
	if how == "acceptation" {
		c.want(fmt.Sprint("accept ", n), got, 201, "")
		c.people[n].sold = number(got.Body["id"])
		return
	}
	c.want(fmt.Sprint(how, n), got, 200, "")
}

// payment returns the path of the payment of the last term of a citizen.
func (c *city) payment(n int) string {
	c.t.Helper()
	list := c.call("GET", fmt.Sprintf("/api/terrain/utilisateurs/%.0f/paiements", c.people[n].account), c.key, nil)
	c.want("payments", list, 200, "")
	return "/api/admin/paiement/" + number(dig(list.Body, "items", 0, "id"))
}

// stays is in locker 2, at 0,50 € an hour, for an hour.
func (c *city) stays(n int) {
	c.t.Helper()
	got := c.call("POST", "/api/terrain/occupations", c.key,
		map[string]any{"idCasier": 2, "idUtilisateur": c.people[n].account})
	c.want("start", got, 201, "")
	c.clock.advance(time.Hour)
	c.want("end", c.call("POST", "/api/terrain/occupations/"+number(got.Body["id"])+"/fin", c.key, nil), 200, "")
}

func (c *city) gives(n, amount int) {
	c.t.Helper()
	c.want(fmt.Sprint("give back to ", n), c.call("PATCH", c.payment(n)+"/rembourser", c.manager(),
		map[string]any{"montant": amount, "commentaire": "Porte bloquée"}), 200, "")
}

func (c *city) paysInCash(n int) {
	c.t.Helper()
	c.want(fmt.Sprint("cash of ", n), c.call("PATCH", c.payment(n)+"/manual", c.manager(),
		map[string]any{"type": "Espèces", "commentaire": "Au guichet"}), 200, "")
}

func (c *city) resumes(n int) {
	c.t.Helper()
	c.want(fmt.Sprint("go on ", n), c.call("PATCH", "/api/admin/abonnement/"+c.people[n].sold+"/reprendre", c.manager(),
		map[string]any{}), 200, "")
}

// leaves has a citizen end the subscription by the application.
func (c *city) leaves(n int) {
	c.t.Helper()
	c.want(fmt.Sprint(n, " leaves"), c.call("POST", "/api/terrain/abonnements/"+c.people[n].sold+"/resiliation", c.key,
		map[string]any{}), 200, "")
}

func (c *city) raises() {
	c.t.Helper()
	c.want("18 €", c.call("PUT", fmt.Sprintf("/api/admin/tarif/%.0f/modifier-informations-generales", c.tariff),
		c.manager(), typedTariff(map[string]any{"abonnement": true, "typeTarif": "mois", "montant": 1800})), 200, "")
}

// act bans or erases a citizen.
func (c *city) act(n int, method, action string, status int) {
	c.t.Helper()
	c.want(fmt.Sprint(action, " of ", n), c.call(method, fmt.Sprintf("/api/admin/utilisateur/%.0f/%s", c.people[n].account,
		action), c.login("admin@exemple.test").token, nil), status, "")
}

func atOnce(refund string) map[string]any {
	return map[string]any{"quand": "maintenant", "remboursement": refund, "commentaire": "Déménage"}
}

// isFull checks that each box is sold at the end, and who still waits.
func (c *city) isFull() {
	c.t.Helper()
	sold := c.call("GET", "/api/admin/abonnements?exploitant=1&etat=en_cours&itemsPerPage=1", c.manager(), nil)
	if c.want("sold", sold, 200, ""); sold.Body["total"] != 40.0 {
		c.t.Errorf("sold: %s", sold.Raw)
	}
	waits := c.call("GET", waitsAt, c.manager(), nil)
	if c.want("waits", waits, 200, ""); waits.Body["total"] != 9.0 {
		c.t.Errorf("wait: %v", waits.Body["total"])
	}
}

// works runs the jobs once, as the server does all the time.
func (c *city) works() {
	c.t.Helper()
	ctx := c.t.Context()
	c.check(c.collector.BillTerms(ctx))
	c.check(c.collector.CollectDue(ctx))
	c.check(c.collector.CollectDue(ctx)) // what a first call made due
	c.check(c.parts.Subscriptions.WarnOfRenewals(ctx))
	c.check(jobs.ServeWaitingNow(ctx, c.runner, c.parts.Waiting))
	for _, m := range c.sent() {
		subject := m.Subject
		for _, numbered := range []string{"Votre reçu", "Remboursement de"} {
			if strings.HasPrefix(subject, numbered) {
				subject = numbered
			}
		}
		c.mails[subject]++
	}
	c.bookkeep()
	c.check(c.parts.Statements.AddUp(ctx))
}

// A year of a town with 40 boxes and 60 people who want one: each month's statement is what its events add up to by
// hand.
func TestAYearOfACity(t *testing.T) {
	play := onSQLite
	if drill {
		play = onEachEngine
	}
	play(t, func(t *testing.T, s *site) {
		c := newCity(s)
		acts := map[time.Time]func(){}
		do := func(month time.Month, day, hour int, act func()) {
			at := on(month, day, hour)
			if before := acts[at]; before != nil {
				acts[at] = func() { before(); act() }
				return
			}
			acts[at] = act
		}
		for n := 1; n <= 60; n++ {
			do(1, n, 9, func() { // 1 January to 1 March, one a day
				card := simulator.Accepted
				if n == 33 {
					card = ""
				}
				c.wants(n, card)
			})
		}
		do(2, 6, 9, func() { c.card(33, simulator.Accepted) }) // of 2 February, without a card
		do(3, 5, 9, func() { c.stays(60) })
		do(3, 20, 9, func() { c.stays(60) })
		do(4, 5, 9, func() { c.gives(20, 500) })
		do(4, 1, 9, func() { c.card(17, simulator.Declined) })
		do(4, 25, 9, func() { c.card(30, simulator.Declined) })
		do(5, 2, 9, func() { c.card(30, simulator.Accepted) })
		do(5, 3, 9, func() { c.paysInCash(17) })
		do(5, 10, 9, func() { c.ends(3, map[string]any{"quand": "terme"}) })
		do(5, 11, 9, func() { c.ends(13, map[string]any{"quand": "terme"}) })
		do(5, 12, 9, func() { c.resumes(13) })
		do(6, 15, 9, func() { c.ends(4, atOnce("prorata")) })
		do(6, 20, 9, func() { c.leaves(8) })
		do(7, 20, 9, func() { c.ends(14, atOnce("total")) })
		do(8, 20, 9, c.raises)
		do(9, 1, 9, func() { c.card(22, simulator.Declined) })
		do(9, 28, 9, func() { c.ends(9, atOnce("prorata")) })
		do(10, 10, 9, func() { c.act(25, "PATCH", "switch-actif", 200) })
		do(11, 12, 9, func() { c.act(26, "POST", "anonymiser", 201) })
		do(12, 10, 9, func() { c.stays(60) })

		do(4, 24, 15, func() { c.answers(41, "acceptation") }) // of A, when 17 has not paid
		do(6, 3, 15, func() { c.answers(43, "acceptation") })  // of C, when 3 is gone
		do(6, 15, 15, func() { c.answers(44, "acceptation") }) // of D, when 4 is gone
		do(7, 8, 15, func() { c.answers(48, "acceptation") })  // of D, when 8 is gone
		do(7, 20, 15, func() { c.answers(42, "acceptation") }) // of B, when 14 is gone
		do(9, 28, 15, func() { c.answers(45, "refus") })       // of A, when 9 is gone
		do(9, 29, 15, func() { c.answers(49, "acceptation") }) // the same
		do(9, 29, 16, func() { c.answers(46, "acceptation") }) // of B, when 22 has not paid
		// 53 never answers the offer of A, of 25 October, when 25 is gone.
		do(11, 2, 15, func() { c.answers(57, "acceptation") })
		do(11, 12, 15, func() { c.answers(50, "acceptation") }) // of B, when 26 is erased

		for day := on(1, 1, 0); day.Year() == 2027; day = day.AddDate(0, 0, 1) {
			for _, hour := range []int{9, 12, 15, 16, 18} {
				at := on(day.Month(), day.Day(), hour)
				c.at(at)
				if act := acts[at]; act != nil {
					act()
				}
				if hour == 12 || hour == 18 && (acts[on(day.Month(), day.Day(), 15)] != nil || at.Equal(on(11, 1, 18))) {
					c.works()
				}
			}
		}
		c.at(time.Date(2028, 1, 1, 0, 30, 0, 0, clock.Paris))
		c.works()
		byHand := accountsOfTheYear()
		due := 0.0
		for month := time.January; month <= time.December; month++ {
			c.hasStatement(month, byHand[month-1], &due)
		}
		c.isFull()
		if want := mailsOfTheYear(); !maps.Equal(c.mails, want) {
			t.Errorf("letters: %v, by hand %v", c.mails, want)
		}
	})
}

// stint is the time for which a citizen has a box.
type stint struct {
	citizen  int
	from, to time.Time // to is zero: for longer than the year
}

// terms returns when each term of the year begins: on the day of the first, or the last one of a shorter month.
func (s stint) terms() []time.Time {
	list := []time.Time{}
	for month := s.from.Month(); month <= time.December; month++ {
		last := time.Date(2027, month+1, 0, 0, 0, 0, 0, clock.Paris).Day()
		begins := on(month, min(s.from.Day(), last), s.from.Hour())
		if !s.to.IsZero() && !begins.Before(s.to) {
			break
		}
		list = append(list, begins)
	}
	return list
}

// stints lists who had a box, and when.
func stints() []stint {
	gone := map[int]time.Time{
		3: on(6, 3, 9), 4: on(6, 15, 9), 8: on(7, 8, 9), 9: on(9, 28, 9), 14: on(7, 20, 9),
		17: on(4, 24, 12), 22: on(9, 29, 12), 25: on(10, 25, 9), 26: on(11, 12, 9),
	}
	list := []stint{}
	for n := 1; n <= 40; n++ {
		list = append(list, stint{n, on(1, n, 9), gone[n]})
	}
	return append(list,
		stint{41, on(4, 24, 15), time.Time{}}, stint{43, on(6, 3, 15), time.Time{}}, stint{44, on(6, 15, 15), time.Time{}},
		stint{48, on(7, 8, 15), time.Time{}}, stint{42, on(7, 20, 15), time.Time{}}, stint{49, on(9, 29, 15), time.Time{}},
		stint{46, on(9, 29, 16), time.Time{}}, stint{57, on(11, 2, 15), time.Time{}}, stint{50, on(11, 12, 15), time.Time{}})
}

// accountsOfTheYear adds the events up: what was billed, collected and so on each month, in cents by the keys of the
// statement.
func accountsOfTheYear() [12]map[string]float64 {
	year := [12]map[string]float64{}
	for i := range year {
		year[i] = map[string]float64{}
	}
	book := func(month time.Month, key string, amount float64) { year[month-1][key] += amount }
	risen := on(9, 19, 0) // told on 20 August
	for _, s := range stints() {
		for _, begins := range s.terms() {
			price := 1500.0
			if !begins.Before(risen) || !s.from.Before(on(8, 20, 9)) {
				price = 1800
			}
			book(begins.Month(), "facture", price)
			book(begins.Month(), "encaisse", price)
		}
	}
	// 17 has its card refused on 17 April, and the last time on 24 April: 7 of 30 days are due, and paid in cash in May.
	book(4, "encaisse", -1500)
	book(4, "reduit", 1150)
	book(5, "encaisse_autrement.especes", 350)
	// 30 has its card refused on 30 April, and another on 2 May.
	book(4, "encaisse", -1500)
	book(5, "encaisse", 1500)
	// 22 has its card refused on 22 September, and the last time on 29 September: 7 of 30 days remain due.
	book(9, "encaisse", -1800)
	book(9, "reduit", 1380)
	// Given back: a part of 20's term; 4's 19 of 30 days; the term of 14; 9's 11 of 30 days.
	book(4, "rembourse", 500)
	book(6, "rembourse", 950)
	book(7, "rembourse", 1500)
	book(9, "rembourse", 550)
	// Two stays of 0,50 € are collected together in March; that of December waits.
	book(3, "facture", 100)
	book(3, "encaisse", 100)
	book(12, "facture", 50)
	return year
}

// mailsOfTheYear counts the letters by subject.
func mailsOfTheYear() map[string]int {
	receipts := -1 // 22 has not paid in September
	for _, s := range stints() {
		receipts += len(s.terms())
	}
	return map[string]int{
		"Votre reçu": receipts, "Remboursement de": 4,
		"Votre abonnement n'a pas pu être encaissé": 4, // 17, 22, 30 and 33
		"Une place vous est offerte":                11,
		"Le prix de votre abonnement change":        40,
		"La fin de votre abonnement":                9, // 3, 4, 8, 9, 13, 14, 17, 22 and 25
		"Votre compte Consigne est suspendu":        1,
	}
}

// hasStatement compares the statement of a month, which opens with what was due before.
func (c *city) hasStatement(month time.Month, want map[string]float64, due *float64) {
	c.t.Helper()
	got := c.call("GET", fmt.Sprintf("%s/2027-%02d", reddition, month), c.manager(), nil)
	c.want("statement", got, 200, "")
	is := figuresOf(got)
	for _, key := range []string{"facture", "encaisse", "encaisse_autrement.especes", "reduit", "rembourse"} {
		if is[key] != want[key] {
			c.t.Errorf("%s %s: %v, by hand %v", month, key, is[key], want[key])
		}
	}
	opens := *due
	*due += want["facture"] - want["encaisse"] - want["encaisse_autrement.especes"] - want["reduit"]
	if got.Body["soldeOuverture"] != opens || got.Body["soldeCloture"] != *due {
		c.t.Errorf("%s: due %v, then %v; by hand %v, then %v", month, got.Body["soldeOuverture"], got.Body["soldeCloture"],
			opens, *due)
	}
}
