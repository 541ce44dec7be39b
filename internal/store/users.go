package store

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"consigne/internal/access"
	"consigne/internal/account"
	"consigne/internal/text"
)

// Users implements account.UserStore. A page of ids first, then what is shown of
// them: whatever the page, ten people are read.
func (s *Store) Users(ctx context.Context, filter account.Filter, offset, limit int) ([]account.User, int, error) {
	along, err := s.broad(ctx, filter)
	if err != nil {
		return nil, 0, err
	}
	q := s.userQuery(filter, along)
	total, err := s.count(ctx, "count users", `SELECT COUNT(*) FROM `+q.from+q.where(), q.args...)
	if err != nil {
		return nil, 0, err
	}
	ids, err := collect(ctx, s.reader(ctx), "list users", func(id *int64) []any { return []any{id} },
		`SELECT `+q.id+` FROM `+q.from+q.where()+` ORDER BY `+q.order+page(q.args), append(q.args, limit, offset)...)
	if err != nil || len(ids) == 0 {
		return []account.User{}, total, err
	}
	users, err := s.users(ctx, ids, filter.OperatorID)
	return users, total, err
}

// broad tells whether the words that are looked up match so many people that it is
// quicker to read along the list than to gather and sort them.
func (s *Store) broad(ctx context.Context, filter account.Filter) (bool, error) {
	const many = 5000
	q := &userQuery{from: `accounts a`, id: `a.id`}
	if !s.matchNames(q, filter, false) {
		return false, nil
	}
	from := q.from + q.where()
	if s.engine == engineSQLite { // its search stops at the limit only when asked alone
		from, q.args = `accounts_search WHERE accounts_search MATCH $1`, []any{q.match}
	}
	limited := `SELECT COUNT(*) FROM (SELECT 1 FROM ` + from + ` LIMIT ` + q.arg(many) + `) m`
	matches, err := s.count(ctx, "look for broad words", limited, q.args...)
	return matches == many, err
}

// userQuery is what a filter makes of the list of users: of all accounts a, or of
// those k that an operator knows.
type userQuery struct {
	from, id, order string
	conditions      []string
	args            []any
	ofAccounts      bool   // some condition asks the accounts a
	match           string // what SQLite looks up by trigrams
}

func (q *userQuery) where() string { return ` WHERE ` + strings.Join(q.conditions, ` AND `) }

// arg adds an argument and returns its mark.
func (q *userQuery) arg(value any) string {
	q.args = append(q.args, value)
	return "$" + strconv.Itoa(len(q.args))
}

func (q *userQuery) only(condition string) { q.conditions = append(q.conditions, condition) }

// userQuery looks words up by their trigrams, or reads along.
func (s *Store) userQuery(filter account.Filter, along bool) *userQuery {
	q := &userQuery{from: `accounts a`, id: `a.id`, order: `a.last_folded, a.first_folded, a.id`}
	bits := `a.role_bits`
	if filter.OperatorID == 0 {
		q.only(`a.deleted_at IS NULL`)
	} else {
		// A deleted account is known to no operator, so that nothing else need be asked of it.
		q.from, q.id, q.order = `account_operators k`, `k.account_id`, `k.last_folded, k.first_folded, k.account_id`
		q.only(`k.operator_id = ` + q.arg(filter.OperatorID))
		bits = `k.role_bits`
	}
	s.matchNames(q, filter, along)
	if wanted := bitsOf(filter.Roles, filter.Admins); wanted != 0 {
		condition := `(` + bits + ` & ` + q.arg(wanted) + `) <> 0`
		if wanted&customerBit == 0 && (!filter.Admins || filter.OperatorID == 0) {
			q.only(`(` + bits + ` & ` + strconv.Itoa(staffBits) + `) <> 0`) // what the index of staff is about
		}
		if filter.Admins && filter.OperatorID != 0 { // an administrator is so on the platform, not there
			condition, q.ofAccounts = `(`+condition+` OR a.is_admin = TRUE)`, true
		}
		q.only(condition)
	}
	if q.ofAccounts && filter.OperatorID != 0 {
		q.from += ` JOIN accounts a ON a.id = k.account_id`
	}
	return q
}

// matchNames looks for words in the names and the e-mail. Words of three letters
// or more are found by their trigrams, shorter ones by reading along the index that
// lists people in their order. It tells whether some are looked up.
func (s *Store) matchNames(q *userQuery, filter account.Filter, along bool) (looked bool) {
	const anywhere = "last_folded first_folded email_folded"
	trigrams := []string{}
	look := func(columns, typed string) {
		for _, word := range strings.Fields(text.Fold(typed)) {
			switch {
			case along || utf8.RuneCountInString(word) < 3:
				q.only(s.contains(q, columns, word))
			case s.engine == engineSQLite:
				trigrams = append(trigrams, `{`+columns+`} : "`+strings.ReplaceAll(word, `"`, `""`)+`"`)
			default:
				q.only(like(q, columns, word))
				looked = true
			}
		}
	}
	look(anywhere, filter.Search)
	look("email_folded", filter.Email)
	look("last_folded", filter.LastName)
	look("first_folded", filter.FirstName)
	if len(trigrams) > 0 {
		q.match, looked = strings.Join(trigrams, " AND "), true
		q.only(q.id + ` IN (SELECT rowid FROM accounts_search WHERE accounts_search MATCH ` + q.arg(q.match) + `)`)
	}
	return looked
}

// contains looks for a word in any of the columns, which those an operator knows
// have as well.
func (s *Store) contains(q *userQuery, columns, word string) string {
	position := "instr"
	if s.engine == enginePostgres {
		position = "strpos"
	}
	alias, _, _ := strings.Cut(q.id, ".")
	mark := q.arg(word)
	return anyColumn(columns, func(column string) string { return position + `(` + alias + `.` + column + `, ` + mark + `) > 0` })
}

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func like(q *userQuery, columns, word string) string {
	q.ofAccounts = true
	mark := q.arg(`%` + likeEscapes.Replace(word) + `%`)
	return anyColumn(columns, func(column string) string { return `a.` + column + ` LIKE ` + mark })
}

func anyColumn(columns string, condition func(column string) string) string {
	tests := []string{}
	for _, column := range strings.Fields(columns) {
		tests = append(tests, condition(column))
	}
	return `(` + strings.Join(tests, ` OR `) + `)`
}

// UserByID implements account.UserStore.
func (s *Store) UserByID(ctx context.Context, id, operatorID int64) (account.User, error) {
	if operatorID != 0 {
		known, err := s.count(ctx, "look for user",
			`SELECT COUNT(*) FROM account_operators WHERE account_id = $1 AND operator_id = $2`, id, operatorID)
		if err != nil || known == 0 {
			return first([]account.User{}, err)
		}
	}
	return first(s.users(ctx, []int64{id}, operatorID))
}

// users reads those that are not deleted, in the order of the ids; payments are
// counted at that operator alone, if one is given.
func (s *Store) users(ctx context.Context, ids []int64, operatorID int64) ([]account.User, error) {
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	among := ` IN (` + placeholders(1, len(ids)) + `)`
	rows, err := collect(ctx, s.reader(ctx), "read users", func(u *account.User) []any {
		return append(accountFields(&u.Account), &u.Anonymised)
	}, `SELECT `+accountColumns+`, a.anonymised_at IS NOT NULL FROM accounts a WHERE a.id`+among+` AND a.deleted_at IS NULL`, args...)
	if err != nil {
		return nil, err
	}
	byID := map[int64]*account.User{}
	for i := range rows {
		byID[rows[i].ID] = &rows[i]
	}
	type grant struct {
		accountID, operatorID int64
		operatorName          string
		role                  access.Role
	}
	// Whoever has a role somewhere is known there.
	grants, err := collect(ctx, s.reader(ctx), "read memberships", func(g *grant) []any {
		return []any{&g.accountID, &g.operatorID, &g.operatorName, &g.role}
	}, `SELECT k.account_id, k.operator_id, o.name, COALESCE(r.role, '') FROM account_operators k JOIN operators o ON o.id = k.operator_id
		LEFT JOIN account_roles r ON r.account_id = k.account_id AND r.operator_id = k.operator_id
		WHERE k.account_id`+among+` AND o.archived_at IS NULL ORDER BY k.account_id, o.name_folded, o.id, r.role`, args...)
	if err != nil {
		return nil, err
	}
	for _, g := range grants {
		u, listed := byID[g.accountID]
		if !listed {
			continue
		}
		if g.role == "" {
			u.OnlyKnown++
			continue
		}
		if n := len(u.Memberships); n == 0 || u.Memberships[n-1].OperatorID != g.operatorID {
			u.Memberships = append(u.Memberships, account.Membership{OperatorID: g.operatorID, OperatorName: g.operatorName})
		}
		m := &u.Memberships[len(u.Memberships)-1]
		m.Roles = append(m.Roles, g.role)
	}
	if err := s.addPaymentCounts(ctx, byID, among, args, operatorID); err != nil {
		return nil, err
	}
	if err := s.addCards(ctx, byID, among, args); err != nil {
		return nil, err
	}
	users := make([]account.User, 0, len(ids))
	for _, id := range ids {
		if u, listed := byID[id]; listed {
			users = append(users, *u)
		}
	}
	return users, nil
}

// addPaymentCounts counts what became of the payments of users.
func (s *Store) addPaymentCounts(ctx context.Context, users map[int64]*account.User, among string, args []any, operatorID int64) error {
	type row struct {
		accountID int64
		account.PaymentCounts
	}
	where := `p.account_id` + among
	if operatorID != 0 {
		args = append(args[:len(args):len(args)], operatorID)
		where += ` AND p.operator_id = $` + strconv.Itoa(len(args))
	}
	rows, err := collect(ctx, s.reader(ctx), "count payments of users", func(r *row) []any {
		return []any{&r.accountID, &r.Total, &r.Valid, &r.Cancelled, &r.Running}
	}, `SELECT p.account_id, COUNT(*),
		       SUM(CASE WHEN p.status IN ('PAID', 'FREE', 'MANUAL') THEN 1 ELSE 0 END),
		       SUM(CASE WHEN p.status = 'CANCELLED' THEN 1 ELSE 0 END),
		       SUM(CASE WHEN p.status = 'RUNNING' THEN 1 ELSE 0 END)
		FROM payments p WHERE `+where+` GROUP BY p.account_id`, args...)
	for _, r := range rows {
		if u, listed := users[r.accountID]; listed {
			u.Payments = r.PaymentCounts
			u.Payments.Waiting = r.Total - r.Valid - r.Cancelled - r.Running
		}
	}
	return err
}

// addCards reads the cards of users.
func (s *Store) addCards(ctx context.Context, users map[int64]*account.User, among string, args []any) error {
	type row struct {
		accountID int64
		account.Card
	}
	rows, err := collect(ctx, s.reader(ctx), "read cards", func(r *row) []any { return []any{&r.accountID, &r.Brand, &r.PAN, &r.Expires} },
		`SELECT account_id, brand, pan, expires FROM cards WHERE account_id`+among, args...)
	for _, r := range rows {
		if u, listed := users[r.accountID]; listed {
			u.Cards = append(u.Cards, r.Card)
		}
	}
	return err
}
