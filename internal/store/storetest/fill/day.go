package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// site is the description of the filled database that bench/replay reads.
type site struct {
	Password  string      `json:"password"`
	Admin     string      `json:"admin"`
	Operators []*operator `json:"operators"`
}

type operator struct {
	ID       int64    `json:"id"`
	Key      string   `json:"key"`
	Staff    []string `json:"staff"`
	People   []int64  `json:"people"` // first and last id
	Stations []int64  `json:"stations"`
	Lockers  []int64  `json:"lockers"` // free lockers, each for one stay
	Counters []string `json:"counters"`
}

const password = "Consigne-rejeu-2026"

// served is how many accounts a day draws its customers from: those of storetest.Thousand.
const served = 60_000

// fillDay prepares a database for a replayed day, and prints what bench/replay needs to know: it gives the operators
// customers with cards, staff and keys. It first fills an empty database with a thousand stations and so many million
// payments.
func fillDay(ctx context.Context, address string, millions int) error {
	s, err := store.Open(address)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	if err := s.Migrate(ctx); err != nil {
		return err
	}
	empty, err := s.Empty(ctx)
	if err != nil {
		return err
	}
	if empty {
		size := storetest.Thousand
		if millions > 1 {
			size.Stays, size.Terms, size.Days, size.Accounts = size.Stays*millions, size.Terms*millions, 1000, 1_000_000
		}
		storetest.FillPayments(command{}, s, address, size, time.Now())
	}
	driver, source := "pgx", address
	if s.OnSQLite() {
		driver, source = "sqlite", "file:"+db.SQLitePath(address)+"?_pragma=busy_timeout(10000)"
	}
	direct, err := sql.Open(driver, source)
	if err != nil {
		return err
	}
	defer func() { _ = direct.Close() }()
	prepared, err := numbers(ctx, direct, `SELECT tariff_id FROM tariff_versions WHERE admin_label LIKE 'Horaire%'`)
	if err == nil && len(prepared) == 0 {
		// to give tens of millions of stays a tariff would write all of them again
		err = addTariffs(ctx, s, direct, empty && millions == 1)
	}
	if err != nil {
		return err
	}
	filled, err := numbers(ctx, direct, `SELECT MAX(id) / 10000 * 10000 FROM accounts`) // without those added since
	if err != nil {
		return err
	}
	made := site{Password: password, Admin: "admin@rejeu.test"}
	first := int64(1)
	for i, share := range []int64{6, 3, 1} { // the shares by which FillPayments distributes people
		made.Operators = append(made.Operators,
			&operator{ID: int64(i + 1), People: []int64{first, first + share*min(filled[0], served)/10 - 1}})
		first += share * filled[0] / 10
	}
	now := time.Now().UnixMilli()
	if _, err := direct.ExecContext(ctx, `UPDATE accounts
		SET created_at = 1, last_active_at = $1`, now); err != nil { // nobody is inactive
		return err
	}
	for _, statement := range []string{
		`INSERT INTO tariff_lockers (tariff_id, locker_id) SELECT t.id, l.id FROM lockers l
			JOIN stations s ON s.id = l.station_id
			JOIN tariffs t ON t.operator_id = s.operator_id JOIN tariff_versions v ON v.tariff_id = t.id
			WHERE v.admin_label LIKE 'Horaire%' ON CONFLICT DO NOTHING`,
		// The worklist lists these since they were presented. No list of the day reads the rollup of that.
		`UPDATE payments SET first_at = ended_at, presented_at = ended_at + 1000 WHERE status = 'INVALID_PAYMENT'
			AND presented_at IS NULL`,
		`UPDATE stations SET kind = 'collec-comptage', counting_system = 'Autre' WHERE id % 20 = 0`,
		`UPDATE lockers SET type_id = 4, capacity = 20, counter_reference = 'compteur-' || lockers.id FROM stations s
			WHERE s.id = station_id AND s.kind = 'collec-comptage'`,
	} {
		if _, err := direct.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if err := addPeople(ctx, s, direct, made); err != nil {
		return err
	}
	for _, o := range made.Operators {
		if err := describe(ctx, s, direct, o, now); err != nil {
			return err
		}
	}
	upkeep := `ANALYZE`
	if empty && !s.OnSQLite() {
		upkeep = `VACUUM ANALYZE`
	}
	if _, err := direct.ExecContext(ctx, upkeep); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(made)
}

// describe gives an operator a key, and reads what it has.
func describe(ctx context.Context, s *store.Store, direct *sql.DB, o *operator, now int64) (err error) {
	if _, o.Key, err = servicekey.NewService(s, clock.System{}, nil, nil).Create(ctx, access.Actor{}, o.ID,
		servicekey.Grant{Label: "Rejeu"}); err != nil {
		return err
	}
	if o.Stations, err = numbers(ctx, direct, `SELECT id FROM stations WHERE operator_id = $1
		ORDER BY id`, o.ID); err != nil {
		return err
	}
	o.Lockers, err = numbers(ctx, direct, `SELECT l.id FROM lockers l JOIN stations s ON s.id = l.station_id
		WHERE s.operator_id = $1 AND l.capacity = 1 AND l.is_active AND NOT EXISTS (SELECT 1 FROM stays o
		WHERE o.locker_id = l.id AND (o.ended_at IS NULL OR o.ended_at > $2)) ORDER BY l.id`, o.ID, now)
	if err != nil {
		return err
	}
	counters, err := numbers(ctx, direct, `SELECT MIN(l.id) FROM lockers l JOIN stations s ON s.id = l.station_id
		WHERE s.operator_id = $1 AND l.counter_reference <> '' GROUP BY s.id`, o.ID)
	o.Counters = make([]string, len(counters))
	for i, id := range counters {
		o.Counters[i] = fmt.Sprintf("compteur-%d", id)
	}
	return err
}

// numbers returns the rows of a query of one number.
func numbers(ctx context.Context, direct *sql.DB, query string, args ...any) ([]int64, error) {
	return db.Collect(ctx, direct, "read the site", func(n *int64) []any { return []any{n} }, query, args...)
}

// addPeople records which customers each operator knows, with their cards, and creates staff accounts for it, and an
// administrator.
func addPeople(ctx context.Context, s *store.Store, direct *sql.DB, made site) error {
	accounts, err := account.NewService(s, clock.System{}, account.Options{Secret: bytes.Repeat([]byte("rejeu"), 8)})
	if err != nil {
		return err
	}
	hash, err := accounts.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	known, err := numbers(ctx, direct, `SELECT id FROM accounts WHERE email = $1`, made.Admin)
	if err != nil {
		return err
	}
	staff := func(email string, admin bool, roles map[int64][]access.Role) error {
		if len(known) > 0 { // the database was prepared for an earlier day
			return nil
		}
		_, err := s.CreateAccount(ctx, account.Account{
			Email: email, LastName: "Rejeu", FirstName: "Agent", PasswordHash: hash, Active: true, Admin: admin, Roles: roles,
		}, time.Now())
		return err
	}
	for _, o := range made.Operators {
		for _, statement := range []string{
			`INSERT INTO account_operators (account_id, operator_id) SELECT id, $1 FROM accounts WHERE id BETWEEN $2 AND $3
				ON CONFLICT DO NOTHING`,
			`INSERT INTO account_roles (account_id, operator_id, role) SELECT id, $1, 'Utilisateur' FROM accounts
				WHERE id BETWEEN $2 AND $3 ON CONFLICT DO NOTHING`,
			`INSERT INTO cards (account_id, operator_id, reference, brand, pan, expires, created_at)
				SELECT k.account_id, k.operator_id, CASE WHEN k.account_id % 40 = 0 THEN 'sim_refusee'
				ELSE 'sim_acceptee' END, 'Visa', '**** **** **** 4242', '12/30', 1
				FROM account_operators k WHERE k.operator_id = $1 AND k.account_id BETWEEN $2 AND $3 AND k.account_id % 50 <> 0
				  AND NOT EXISTS (SELECT 1 FROM cards c WHERE c.account_id = k.account_id)`,
		} {
			if _, err := direct.ExecContext(ctx, statement, o.ID, o.People[0], o.People[1]); err != nil {
				return err
			}
		}
		for i := range 6 {
			role := access.Hotline
			if i%3 == 0 {
				role = access.Manager
			}
			email := fmt.Sprintf("agent%d.%d@rejeu.test", o.ID, i)
			if err := staff(email, false, map[int64][]access.Role{o.ID: {role}}); err != nil {
				return err
			}
			o.Staff = append(o.Staff, email)
		}
	}
	return staff(made.Admin, true, nil)
}
