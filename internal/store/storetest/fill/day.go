package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"consigne/internal/domain/account"
	"consigne/internal/domain/fieldkey"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// site is the description of the filled database that bench/replay reads.
type site struct {
	Password  string      `json:"password"`
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

// fillDay fills a database with a thousand stations and a million payments, people with cards,
// staff and keys, and prints what bench/replay needs to know to replay a day.
func fillDay(ctx context.Context, address string) error {
	s, err := store.Open(address)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	if err := s.Migrate(ctx); err != nil {
		return err
	}
	size := storetest.Thousand
	storetest.FillPayments(command{}, s, address, size, time.Now())
	direct, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	defer func() { _ = direct.Close() }()
	if err := addTariffs(ctx, s, direct); err != nil {
		return err
	}
	made := site{Password: password, Operators: []*operator{}}
	for i, share := range []int64{6, 3, 1} { // the shares by which FillPayments distributes people
		first := int64(1)
		if i > 0 {
			first = made.Operators[i-1].People[1] + 1
		}
		made.Operators = append(made.Operators, &operator{ID: int64(i + 1), People: []int64{first, first + share*int64(size.Accounts)/10 - 1}})
	}
	for _, statement := range []string{
		`INSERT INTO tariff_lockers (tariff_id, locker_id) SELECT t.id, l.id FROM lockers l JOIN stations s ON s.id = l.station_id
			JOIN tariffs t ON t.operator_id = s.operator_id JOIN tariff_versions v ON v.tariff_id = t.id WHERE v.admin_label LIKE 'Horaire%'`,
		`UPDATE accounts SET created_at = 1, last_active_at = (EXTRACT(EPOCH FROM now()) * 1000)::bigint`, // nobody is inactive
		`INSERT INTO cards (account_id, reference, brand, pan, expires, created_at)
			SELECT id, CASE WHEN id % 40 = 0 THEN 'sim_refusee' ELSE 'sim_acceptee' END, 'Visa', '**** **** **** 4242', '12/30', 1 FROM accounts WHERE id % 50 <> 0`,
		`UPDATE stations SET kind = 'collec-comptage', counting_system = 'Autre' WHERE id % 20 = 0`,
		`UPDATE lockers SET type_id = 4, capacity = 20, counter_reference = 'compteur-' || lockers.id FROM stations s WHERE s.id = station_id AND s.kind = 'collec-comptage'`,
	} {
		if _, err := direct.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if err := addPeople(ctx, s, direct, made.Operators); err != nil {
		return err
	}
	for _, o := range made.Operators {
		if _, o.Key, err = fieldkey.NewService(s.ForFieldKeys(), clock.System{}).Create(ctx, access.Actor{}, o.ID, "Rejeu"); err != nil {
			return err
		}
		for _, list := range []struct {
			into  any
			query string
		}{
			{&o.Stations, `SELECT json_agg(id ORDER BY id) FROM stations WHERE operator_id = $1`},
			{&o.Lockers, `SELECT json_agg(l.id ORDER BY l.id) FROM lockers l JOIN stations s ON s.id = l.station_id
				WHERE s.operator_id = $1 AND l.capacity = 1 AND NOT EXISTS (SELECT 1 FROM occupations o WHERE o.locker_id = l.id AND (o.ended_at IS NULL OR o.ended_at > EXTRACT(EPOCH FROM now()) * 1000))`},
			{&o.Counters, `SELECT COALESCE(json_agg(c), '[]') FROM (SELECT MIN(l.counter_reference) AS c FROM lockers l JOIN stations s ON s.id = l.station_id
				WHERE s.operator_id = $1 AND l.counter_reference <> '' GROUP BY s.id) each_station`},
		} {
			var text []byte
			if err := direct.QueryRowContext(ctx, list.query, o.ID).Scan(&text); err != nil {
				return err
			}
			if err := json.Unmarshal(text, list.into); err != nil {
				return err
			}
		}
	}
	if _, err := direct.ExecContext(ctx, `VACUUM ANALYZE`); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(made)
}

// addPeople records which customers each operator knows, and creates staff accounts for it.
func addPeople(ctx context.Context, s *store.Store, direct *sql.DB, operators []*operator) error {
	accounts, err := account.NewService(s.ForAccounts(), clock.System{}, bytes.Repeat([]byte("rejeu"), 8))
	if err != nil {
		return err
	}
	hash, err := accounts.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	for _, o := range operators {
		for _, statement := range []string{
			`INSERT INTO account_operators (account_id, operator_id) SELECT id, $1 FROM accounts WHERE id BETWEEN $2 AND $3`,
			`INSERT INTO account_roles (account_id, operator_id, role) SELECT id, $1, 'Utilisateur' FROM accounts WHERE id BETWEEN $2 AND $3`,
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
			if _, err := s.Accounts.CreateAccount(ctx, account.Account{
				Email: email, LastName: "Rejeu", FirstName: "Agent", PasswordHash: hash, Active: true, Roles: map[int64][]access.Role{o.ID: {role}},
			}, time.Now()); err != nil {
				return err
			}
			o.Staff = append(o.Staff, email)
		}
	}
	return nil
}
