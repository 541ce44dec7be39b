package machines

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"

	"consigne/internal/db"
	"consigne/internal/domain/machines/imports"
	"consigne/internal/domain/people/account"
)

// LockOperator implements imports.ReferenceStore.
func (s *Store) LockOperator(ctx context.Context, operatorID int64) error {
	lock := ``
	if !s.db.OnSQLite() {
		lock = ` FOR NO KEY UPDATE`
	}
	var id int64
	err := s.db.Writer(ctx).QueryRowContext(ctx, `SELECT id FROM operators WHERE id = $1
		AND archived_at IS NULL`+lock, operatorID).Scan(&id)
	return db.Found(err)
}

// chunk is how many references one statement reads or writes.
const chunk = 1000

// References implements imports.ReferenceStore.
func (s *Store) References(
	ctx context.Context, operatorID int64, kind imports.Kind, texts []string,
) (map[string]imports.Reference, error) {
	type row struct {
		text string
		imports.Reference
	}
	found := make(map[string]imports.Reference, len(texts))
	for part := range slices.Chunk(texts, chunk) {
		list, err := json.Marshal(part)
		if err != nil {
			return nil, fmt.Errorf("read references: %w", err)
		}
		among := `reference IN (SELECT value FROM json_each($3))`
		// an array is looked up by the key; a join would read the table, which the planner takes for empty
		if !s.db.OnSQLite() {
			among = `reference = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST($3 AS JSONB))))`
		}
		rows, err := db.Collect(ctx, s.db.Reader(ctx), "read references",
			func(r *row) []any { return []any{&r.text, &r.ObjectID, &r.Digest} },
			`SELECT reference, object_id, digest FROM external_references WHERE operator_id = $1 AND kind = $2 AND `+among,
			operatorID, kind, string(list))
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			found[r.text] = r.Reference
		}
	}
	return found, nil
}

// KeepReferences implements imports.ReferenceStore.
func (s *Store) KeepReferences(ctx context.Context, operatorID int64, kind imports.Kind, made []imports.Made) error {
	for part := range slices.Chunk(made, chunk) {
		rows := make([][]any, len(part))
		for i, m := range part {
			rows[i] = []any{m.Text, m.ObjectID, m.Digest}
		}
		list, err := json.Marshal(rows)
		if err != nil {
			return fmt.Errorf("keep references: %w", err)
		}
		if err := s.db.Exec(ctx, "keep references", `
			INSERT INTO external_references (operator_id, kind, reference, object_id, digest)
			SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), r.reference, r.object_id, r.digest
			FROM `+s.db.Rows("$3", []string{"reference TEXT", "object_id BIGINT", "digest TEXT"})+` r WHERE TRUE
			ON CONFLICT (operator_id, kind, reference) DO UPDATE SET object_id = excluded.object_id, digest = excluded.digest`,
			operatorID, kind, string(list)); err != nil {
			return err
		}
	}
	return nil
}

// Erase takes what is kept of a person's former data out: what they agreed to, and their references. A hash of these
// stays, by which a file that still names the person is refused instead of bringing them back.
func (s *Store) EraseReferences(ctx context.Context, accountID int64) error {
	if err := s.db.Exec(ctx, "erase consents", `DELETE FROM consents WHERE account_id = $1`, accountID); err != nil {
		return err
	}
	type row struct {
		operatorID int64
		text       string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list references of an account",
		func(r *row) []any { return []any{&r.operatorID, &r.text} },
		`SELECT operator_id, reference FROM external_references WHERE kind = $1 AND object_id = $2
			AND digest <> ''`, imports.Customers, accountID)
	for _, r := range rows {
		if err == nil {
			err = s.db.Exec(ctx, "erase a reference", `UPDATE external_references SET reference = $4, digest = ''
				WHERE operator_id = $1 AND kind = $2 AND reference = $3`,
				r.operatorID, imports.Customers, r.text, erased(r.operatorID, r.text))
		}
	}
	return err
}

// erased is what stays of a reference to an erased person.
func erased(operatorID int64, text string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "consigne %d %s", operatorID, text))
	return "effacé " + base64.RawURLEncoding.EncodeToString(sum[:])
}

// IsErased implements imports.ReferenceStore.
func (s *Store) IsErased(ctx context.Context, operatorID int64, text string) (bool, error) {
	n, err := s.db.Count(ctx, "look for an erased reference",
		`SELECT COUNT(*) FROM external_references WHERE operator_id = $1 AND kind = $2
			AND reference = $3`, operatorID, imports.Customers, erased(operatorID, text))
	return n > 0, err
}

// KeepConsent implements account.ConsentStore.
func (s *Store) KeepConsent(ctx context.Context, accountID int64, c account.Consent) error {
	return s.db.Exec(ctx, "keep consent", `
		INSERT INTO consents (account_id, operator_id, given_at, version) VALUES ($1, $2, $3, $4)
		ON CONFLICT (account_id, operator_id) DO UPDATE SET given_at = excluded.given_at, version = excluded.version`,
		accountID, c.OperatorID, db.Millis(c.At), c.Version)
}

// Consents lists to what an account agreed, by operator.
func (s *Store) Consents(ctx context.Context, accountID int64) ([]account.Consent, error) {
	type row struct {
		account.Consent
		at int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list consents",
		func(r *row) []any { return []any{&r.OperatorID, &r.OperatorName, &r.at, &r.Version, &r.Reference} },
		`SELECT c.operator_id, o.name, c.given_at, c.version, COALESCE((SELECT MIN(x.reference) FROM external_references x
		   WHERE x.kind = $2 AND x.object_id = c.account_id AND x.operator_id = c.operator_id), '')
		FROM consents c JOIN operators o ON o.id = c.operator_id WHERE c.account_id = $1
		ORDER BY c.operator_id`, accountID, imports.Customers)
	list := make([]account.Consent, len(rows))
	for i, r := range rows {
		list[i] = r.Consent
		list[i].At = db.Instant(r.at)
	}
	return list, err
}
