package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// takeLocker reserves a free locker, or returns false if all are taken.
func (o *operator) takeLocker() (int64, bool) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if len(o.Lockers) == 0 {
		return 0, false
	}
	i, last := rand.IntN(len(o.Lockers)), len(o.Lockers)-1
	id := o.Lockers[i]
	o.Lockers[i] = o.Lockers[last]
	o.Lockers = o.Lockers[:last]
	return id, true
}

func (o *operator) giveLocker(id int64) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.Lockers = append(o.Lockers, id)
}

func (o *operator) anAccount() int64      { return o.People[0] + rand.Int64N(o.People[1]-o.People[0]+1) }
func (o *operator) aStation() int64       { return o.Stations[rand.IntN(len(o.Stations))] }
func (o *operator) aStaff() string        { return o.Staff[rand.IntN(len(o.Staff))] }
func (o *operator) path(of string) string { return of + strconv.FormatInt(o.ID, 10) }

func (o *operator) bearer() string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.tokens[o.aStaff()]
}

func (d *day) stay(ctx context.Context, o *operator) error {
	locker, free := o.takeLocker()
	if !free {
		return fmt.Errorf("no locker is free at operator %d", o.ID)
	}
	var begun struct {
		ID int64 `json:"id"`
	}
	if err := d.send(ctx, "a stay begins", http.MethodPost, "/api/terrain/occupations", o.Key,
		map[string]int64{"idCasier": locker, "idUtilisateur": o.anAccount()}, &begun); err != nil {
		return err
	}
	if !d.later(ctx, stayed()) {
		return nil // the stay goes on beyond the end of the day
	}
	err := d.send(ctx, "a stay ends", http.MethodPost, fmt.Sprintf("/api/terrain/occupations/%d/fin", begun.ID), o.Key,
		nil, nil)
	o.giveLocker(locker)
	return err
}

func (d *day) count(ctx context.Context, o *operator) error {
	if len(o.Counters) == 0 {
		return nil
	}
	return d.send(ctx, "a space is counted", http.MethodPost, "/api/terrain/comptages", o.Key, map[string]any{
		"connexion": o.Counters[rand.IntN(len(o.Counters))], "occupees": rand.IntN(21), "instant": time.Now().UTC(),
	}, nil)
}

func (d *day) fieldStations(ctx context.Context, o *operator) error {
	return d.send(ctx, "stations, for applications", http.MethodGet, "/api/terrain/stations", o.Key, nil, nil)
}

func (d *day) register(ctx context.Context, o *operator) error {
	return d.send(ctx, "a customer is made known", http.MethodPost, "/api/terrain/utilisateurs", o.Key, map[string]string{
		"email": fmt.Sprintf("nouveau.%d@rejeu.test", rand.Int64()), "nom": "Nouveau", "prenom": "Camille",
	}, nil)
}

func (d *day) code(ctx context.Context, o *operator) error {
	locker, free := o.takeLocker()
	if !free {
		return nil
	}
	defer o.giveLocker(locker)
	var given struct {
		Code string `json:"code"`
	}
	if err := d.send(ctx, "a remote code is given", http.MethodPatch,
		fmt.Sprintf("/api/admin/casier/%d/generer_code", locker), o.bearer(), nil, &given); err != nil {
		return err
	}
	if !d.later(ctx, time.Minute) {
		return nil
	}
	return d.send(ctx, "a remote code is typed", http.MethodPost, fmt.Sprintf("/api/terrain/casiers/%d/code", locker),
		o.Key, given, nil)
}

func (d *day) login(ctx context.Context, o *operator) error { return d.enter(ctx, o, o.aStaff()) }

func (d *day) enter(ctx context.Context, o *operator, email string) error {
	var opened struct {
		Token string `json:"token"`
	}
	err := d.send(ctx, "login", http.MethodPost, "/api/compte/connexion", "",
		map[string]string{"username": email, "password": d.site.Password}, &opened)
	if err != nil {
		return err
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.tokens[email] = opened.Token
	return nil
}

var typed = []string{
	"martin", "dup", "zoé", "lefebvre jean", "camille", "gmail", "bernard 12", "garnier", "rob",
	"léa moreau",
}

// read makes a call of a member of staff.
func (d *day) read(ctx context.Context, o *operator, name, path string, query url.Values) error {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return d.send(ctx, name, http.MethodGet, path, o.bearer(), nil, nil)
}

func (d *day) search(ctx context.Context, o *operator) error {
	return d.read(ctx, o, "search of a person", "/api/admin/utilisateurs", url.Values{
		"exploitant": {strconv.FormatInt(o.ID, 10)}, "search": {typed[rand.IntN(len(typed))]},
	})
}

func (d *day) account(ctx context.Context, o *operator) error {
	return d.read(ctx, o, "a person's page", fmt.Sprintf("/api/admin/utilisateur/%d", o.anAccount()),
		url.Values{"exploitant": {strconv.FormatInt(o.ID, 10)}})
}

func (d *day) stations(ctx context.Context, o *operator) error {
	return d.read(ctx, o, "list of stations", o.path("/api/admin/station/exploitant/"), nil)
}

func (d *day) lockers(ctx context.Context, o *operator) error {
	return d.read(ctx, o, "a station's lockers", fmt.Sprintf("/api/admin/station/%d/casiers", o.aStation()), nil)
}

func (d *day) worklist(ctx context.Context, o *operator) error {
	return d.read(ctx, o, "« À traiter »", fmt.Sprintf("/api/admin/exploitant/%d/a-traiter", o.ID), nil)
}

func (d *day) payments(ctx context.Context, o *operator) error {
	query := url.Values{"page": {strconv.Itoa(1 + rand.IntN(5))}, "filterTests": {"1"}}
	switch rand.IntN(3) {
	case 0:
		query.Set("search", typed[rand.IntN(len(typed))])
	case 1:
		query.Set("paymentStatus", "PERMANENT_ERROR")
	}
	return d.read(ctx, o, "list of payments", o.path("/api/admin/paiements/exploitant/"), query)
}

func lastDays(n int) (from, to string) {
	now := time.Now()
	return now.AddDate(0, 0, -n).Format(time.DateOnly), now.Format(time.DateOnly)
}

func (d *day) history(ctx context.Context, o *operator) error {
	from, to := lastDays(30)
	return d.read(ctx, o, "history, a month", "/api/admin/usages", url.Values{
		"exploitant": {strconv.FormatInt(o.ID, 10)}, "filterTests": {"1"}, "dateStartFrom": {from}, "dateStartTo": {to},
		"page": {strconv.Itoa(1 + rand.IntN(20))},
	})
}

func (d *day) audit(ctx context.Context, o *operator) error {
	return d.read(ctx, o, "journal", "/api/admin/journal", url.Values{"exploitant": {strconv.FormatInt(o.ID, 10)}})
}

func (d *day) statistics(ctx context.Context, o *operator) error {
	from, to := lastDays(30)
	var given struct {
		Address string `json:"iframeUrl"`
	}
	if err := d.send(ctx, "address of the dashboard", http.MethodGet, o.path("/api/admin/iloo/analytics/"), o.bearer(),
		nil, &given); err != nil {
		return err
	}
	_, token, _ := strings.Cut(given.Address, "#")
	return d.send(ctx, "statistics, 30 days", http.MethodGet, "/api/statistiques?du="+from+"&au="+to, token, nil, nil)
}

func (d *day) export(ctx context.Context, o *operator) error {
	from, to := lastDays(30)
	var ticket struct {
		Token string `json:"token"`
	}
	filters := map[string]any{"filters": map[string]any{"dateStartFrom": from, "dateStartTo": to}}
	if err := d.send(ctx, "an export is asked for", http.MethodPost,
		o.path("/api/admin/paiements/exportation/exploitant/"), o.bearer(), filters, &ticket); err != nil {
		return err
	}
	return d.send(ctx, "export of a month (CSV)", http.MethodGet,
		o.path("/api/paiements/exportation/exploitant/")+"/format/csv/"+ticket.Token, "", nil, nil)
}
