package main

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	_ "modernc.org/sqlite"
)

// The queries that Consigne's call sends to SQLite, taken from its log: the caller, the caller's roles, whether the
// operator exists, the total, the page, the rows of the page.
const (
	selectCaller = `
		SELECT a.id, a.is_admin FROM sessions s JOIN accounts a ON a.id = s.account_id
		WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $2
		  AND a.is_active = $3 AND a.deleted_at IS NULL AND a.anonymised_at IS NULL`
	selectRoles = `
		SELECT r.operator_id, r.role FROM account_roles r JOIN operators o ON o.id = r.operator_id
		WHERE r.account_id = $1 AND o.archived_at IS NULL ORDER BY r.operator_id, r.role`
	countOperator = `SELECT COUNT(*) FROM operators WHERE id = $1 AND archived_at IS NULL`
	sumRollups    = `
		SELECT CAST(COALESCE(SUM(t.n), 0) AS BIGINT) FROM rollups t
		WHERE t.dimension = 'started' AND t.is_test = FALSE AND t.of_stay = TRUE AND t.period BETWEEN 0 AND 0 AND %[1]s`
	selectPage = `
		SELECT p.id FROM payments p WHERE %s AND p.is_test = FALSE AND +p.stay_bits IS NOT NULL
		ORDER BY p.started_at DESC, p.id DESC LIMIT 10 OFFSET $1`
	selectStays = `
		SELECT o.id, o.operator_id, o.locker_id, o.account_id, o.place, o.is_test, o.started_at, o.ended_at,
		       o.made_free, o.overrun, o.removed, o.price,
		       s.id, s.name, l.id, l.name, l.complement, l.type_id,
		       a.id, a.last_name, a.first_name, a.email, a.phone, p.id, p.status, COALESCE(v.tariff_id, 0),
		COALESCE(v.version, 0), COALESCE(v.admin_label, ''), COALESCE(v.public_label, ''),
		       COALESCE(v.is_subscription, FALSE), COALESCE(v.unit, ''), COALESCE(v.amount, 0), v.promo_amount, v.ceiling,
		v.ceiling_minutes,
		       v.free_minutes, COALESCE(v.free_deducted, FALSE), v.overrun_minutes, v.overrun_amount, COALESCE(v.overrun_unit,
		''),
		       v.removal_minutes, v.removal_amount
		FROM stays o JOIN payments p ON p.stay_id = o.id JOIN lockers l ON l.id = o.locker_id
		JOIN stations s ON s.id = l.station_id
		JOIN accounts a ON a.id = o.account_id
		LEFT JOIN tariff_versions v ON v.tariff_id = o.tariff_id AND v.version = o.tariff_version
		WHERE p.id IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ORDER BY o.started_at, o.id`
)

// plain is a handler as one would write it by hand for this call alone, with prepared statements.
type plain struct {
	key []byte // the key of Consigne's tokens

	caller, roles, operator, stays *sql.Stmt
	count, page                    [2]*sql.Stmt // for all operators, for one operator
}

// servePlain serves Consigne's database file with net/http and encoding/json alone.
func servePlain(file, address string) error {
	db, err := sql.Open("sqlite",
		"file:"+file+"?_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)&_pragma=query_only(1)")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(max(2, runtime.NumCPU()))
	db.SetMaxIdleConns(max(2, runtime.NumCPU()))
	secret, err := os.ReadFile(filepath.Join(filepath.Dir(file), "secret"))
	if err != nil {
		return err
	}
	key, err := hkdf.Key(sha256.New, []byte(strings.TrimSpace(string(secret))), nil, "consigne bearer", 32)
	if err != nil {
		return err
	}
	p := &plain{key: key}
	for text, statement := range map[string]**sql.Stmt{
		selectCaller: &p.caller, selectRoles: &p.roles, countOperator: &p.operator, selectStays: &p.stays,
		fmt.Sprintf(sumRollups, "TRUE"):               &p.count[0],
		fmt.Sprintf(sumRollups, "t.operator_id = $1"): &p.count[1],
		fmt.Sprintf(selectPage, "TRUE"):               &p.page[0],
		fmt.Sprintf(selectPage, "p.operator_id = $2"): &p.page[1],
	} {
		if *statement, err = db.Prepare(text); err != nil {
			return err
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/admin/usages", p.listStays)
	return http.ListenAndServe(address, mux)
}

func (p *plain) listStays(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	operatorID, _ := strconv.ParseInt(query.Get("exploitant"), 10, 64)
	page, _ := strconv.Atoi(query.Get("page"))
	allowed, err := p.allowed(r.Context(), strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), operatorID)
	if err == nil && !allowed {
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	var stays []stay
	var count int
	if err == nil {
		stays, count, err = p.history(r.Context(), operatorID, (max(page, 1)-1)*10)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(struct {
		Stays []stay `json:"history"`
		Count int    `json:"count"`
	}{stays, count})
}

func (p *plain) allowed(ctx context.Context, bearer string, operatorID int64) (bool, error) {
	var claims struct {
		SessionID string `json:"sid"`
		jwt.RegisteredClaims
	}
	if _, err := jwt.ParseWithClaims(bearer, &claims, func(*jwt.Token) (any, error) { return p.key, nil },
		jwt.WithValidMethods([]string{"HS256"})); err != nil {
		return false, nil
	}
	var accountID int64
	var admin bool
	err := p.caller.QueryRowContext(ctx, claims.SessionID, time.Now().UnixMilli(), true).Scan(&accountID, &admin)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	rows, err := p.roles.QueryContext(ctx, accountID)
	if err != nil {
		return false, err
	}
	defer func() { _ = rows.Close() }()
	staff := admin
	for rows.Next() {
		var at int64
		var role string
		if err := rows.Scan(&at, &role); err != nil {
			return false, err
		}
		staff = staff || at == operatorID && role != "Utilisateur"
	}
	if err := rows.Err(); err != nil || operatorID == 0 || !staff {
		return staff, err
	}
	var exists int
	err = p.operator.QueryRowContext(ctx, operatorID).Scan(&exists)
	return exists == 1, err
}

func (p *plain) history(ctx context.Context, operatorID int64, offset int) ([]stay, int, error) {
	which, args := 0, []any{}
	if operatorID != 0 {
		which, args = 1, append(args, operatorID)
	}
	var count int
	if err := p.count[which].QueryRowContext(ctx, args...).Scan(&count); err != nil {
		return nil, 0, err
	}
	rows, err := p.page[which].QueryContext(ctx, append([]any{offset}, args...)...)
	if err != nil {
		return nil, 0, err
	}
	ids := []any{}
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, 0, err
		}
		ids = append(ids, id)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, 0, err
	}
	stays, err := p.rows(ctx, ids)
	return stays, count, err
}

// rows reads the stays of those payments, in the order of the ids.
func (p *plain) rows(ctx context.Context, ids []any) ([]stay, error) {
	places := map[any]int{}
	for i, id := range ids {
		places[id] = i
	}
	for len(ids) < 10 {
		ids = append(ids, nil)
	}
	rows, err := p.stays.QueryContext(ctx, ids...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	stays := make([]stay, len(places))
	for rows.Next() {
		u, err := readStay(rows)
		if err != nil {
			return nil, err
		}
		stays[places[u.Payment.ID]] = u
	}
	return stays, rows.Err()
}
