package storetest

import (
	"fmt"
	"testing"
	"time"

	"consigne/internal/store"
)

// FillGrowing fills an empty database with so many rows of every table of Growing that a planner reads them as it would in
// production.
func FillGrowing(b testing.TB, s *store.Store, address string, until time.Time) {
	b.Helper()
	const rows = 50_000
	FillPayments(b, s, address, Size{Stays: 50_000, Terms: 5000, Running: 200, Days: 300, Accounts: 20_000, Lockers: 600, Stations: 40}, until)
	numbered := func(n int) string {
		return fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < %d)`, n)
	}
	ago := fmt.Sprintf(`%d - (%d - i) * 500000`, until.UnixMilli(), rows)
	account, locker := draw("i", 20, 20_000)+" + 1", draw("i", 21, 600)+" + 1"
	in(b, address,
		`UPDATE payments SET presented_at = ended_at WHERE presented_at IS NULL AND ended_at IS NOT NULL AND status NOT IN ('FREE', 'MANUAL', 'CANCELLED')`,
		`INSERT INTO presentations (id, uuid, payment_id, kind, attempt, amount, outcome, at, answered_at)
			SELECT `+s.NewIDBeside("presentations", "id")+`, 'p' || id, id, 'presentation', 1, amount, status, presented_at, presented_at FROM payments WHERE presented_at IS NOT NULL`,
		`INSERT INTO account_operators (account_id, operator_id) SELECT DISTINCT account_id, operator_id FROM payments`,
		`INSERT INTO account_roles (account_id, operator_id, role) SELECT account_id, operator_id, 'Utilisateur' FROM account_operators`,
		`INSERT INTO cards (account_id, operator_id, reference, brand, pan, expires, created_at)
			SELECT account_id, operator_id, 'tok', 'Visa', '4242', '12/40', 0 FROM account_operators`,
		numbered(rows)+` INSERT INTO subscriptions (operator_id, account_id, tariff_id, tariff_version, starts_at, ends_at, is_renewed)
			SELECT 1 + i % 3, `+account+`, 1, 1, `+ago+` - 86400000, `+ago+`, FALSE FROM n`,
		numbered(rows)+` INSERT INTO changes (at, topic, operator_id) SELECT `+ago+`, 'locker', 1 FROM n`,
		numbered(rows)+` INSERT INTO idempotent_answers (caller, key, request_hash, status, body, created_at) SELECT 'c', 'k' || i, '', 200, '{}', `+ago+` FROM n`,
		numbered(rows)+` INSERT INTO mails (kind, created_at, due_at, sent_at, account_id) SELECT 'invitation', `+ago+`, `+ago+`, `+ago+`, `+account+` FROM n`,
		numbered(rows)+` INSERT INTO openings (locker_id, given_at, expires_at) SELECT `+locker+`, `+ago+`, `+ago+` + 180000 FROM n`,
		numbered(rows)+` INSERT INTO refusals (at, operator_id, locker_id, account_id, kind) SELECT `+ago+`, 1, `+locker+`, `+account+`, 'banni' FROM n`,
		numbered(rows)+` INSERT INTO security_events (at, kind, account_id, actor_id, typed_key, address, network, reason)
			SELECT `+ago+`, CASE WHEN i % 10 < 8 THEN 'connexion.echec' ELSE 'acces.refus' END, 1 + i % 20, CASE WHEN i % 10 < 8 THEN NULL ELSE 1 + i % 20 END, '',
			'192.0.' || i % 9 || '.' || i % 2, '192.0.' || i % 9 || '.0/24', CASE WHEN i % 10 < 8 THEN 'mot de passe' ELSE 'GET /api' END FROM n`,
		numbered(rows)+` INSERT INTO sessions (id, account_id, created_at, rotated_at, expires_at) SELECT 's' || i, `+account+`, `+ago+`, `+ago+`, `+ago+` FROM n`,
	)
	FillAudit(b, address, 100_000, until)
}
