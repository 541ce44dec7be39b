package storetest

import (
	"fmt"
	"testing"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/store"
)

// FillGrowing fills an empty database with so many rows of every table of Growing that a planner reads them as it would
// in production.
func FillGrowing(b testing.TB, s *store.Store, address string, until time.Time) {
	b.Helper()
	const rows = 50_000 // the 400 subscribers, whose cards « À traiter » checks, are customers of today and not history
	FillPayments(b, s, address,
		Size{Stays: 50_000, Terms: 4000, Running: 200, Days: 300, Accounts: 20_000, Lockers: 600, Stations: 40, Known: true},
		until)
	numbered := func(n int) string {
		return fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < %d)`, n)
	}
	ago := fmt.Sprintf(`%d - (%d - i) * 500000`, until.UnixMilli(), rows)
	account, locker := draw("i", 20, 20_000)+" + 1", draw("i", 21, 600)+" + 1"
	dayAgo, monthOf := fmt.Sprintf(`%d - (250 - i) * 86400000`, until.UnixMilli()),
		`CASE WHEN i % 10 = 0 THEN '2026-10' ELSE '2026-0' || i % 10 END`
	inBulk(b, address, []string{
		"payment_attempts", "subscriptions", "live_changes", "ledger", "ledger_heads",
		"statement_marks", "refund_batch_lines", "idempotency_records", "mails", "openings", "provider_movements",
		"reconciliation_items", "refusals", "security_events", "sessions", "webhook_deliveries", "webhook_attempts",
	},
		`UPDATE payments SET presented_at = ended_at WHERE presented_at IS NULL AND ended_at IS NOT NULL
			AND status NOT IN ('FREE', 'MANUAL', 'CANCELLED')`,
		`INSERT INTO payment_attempts (uuid, payment_id, kind, attempt, amount, outcome, at, answered_at)
			SELECT 'p' || id, id, 'presentation', 1, amount, status, presented_at, presented_at FROM payments
			WHERE presented_at IS NOT NULL`,
		numbered(rows)+` INSERT INTO subscriptions (operator_id, account_id, tariff_id, tariff_version, starts_at, ends_at,
			is_renewed)
			SELECT 1 + i % 3, `+account+`, 1, 1, `+ago+` - 86400000, `+ago+`, FALSE FROM n`,
		numbered(rows)+` INSERT INTO live_changes (at, topic, operator_id) SELECT `+ago+`, 'locker', 1 FROM n`,
		`INSERT INTO documents (operator_id, kind, year, rank, number, payment_id, attempt, issued_at, settled_at, total, vat,
			customer, card, record)
			SELECT operator_id, 'recu', 2026, id, 'EX-2026-' || id, id, 'p' || id, settled_at, settled_at, amount, 0, '', '',
			'{}'
			FROM payments WHERE settled_at IS NOT NULL`,
		`INSERT INTO ledger (operator_id, sequence, at, kind, payment_id, attempt, document, amount, vat_rate, vat, means,
			previous, hash)
			SELECT operator_id, ROW_NUMBER() OVER (PARTITION BY operator_id ORDER BY at, id, kind), at, kind, id, '', CASE
			WHEN kind = 'document' THEN 'EX-2026-' || id ELSE '' END,
			  amount, CASE WHEN kind = 'encaisse' THEN 2000 ELSE 0 END, 0, '', '', ''
			FROM (SELECT operator_id, id, amount, ended_at AS at, 'facture' AS kind FROM payments WHERE ended_at IS NOT NULL
			AND amount > 0
			  UNION ALL SELECT operator_id, id, amount, settled_at, 'encaisse' FROM payments WHERE settled_at IS NOT NULL
			  UNION ALL SELECT operator_id, id, amount, settled_at, 'document' FROM payments WHERE settled_at IS NOT NULL) e`,
		`INSERT INTO ledger_heads (operator_id, sequence, hash, public_key, signature)
			SELECT operator_id, MAX(sequence), '', '', '' FROM ledger GROUP BY operator_id`,
		`INSERT INTO statement_positions (operator_id, sequence) SELECT operator_id, MAX(sequence) FROM ledger
			GROUP BY operator_id`,
		`INSERT INTO statement_totals (operator_id, month, kind, means, vat_rate, mark, entries, amount, vat, first_document,
			last_document)
			SELECT operator_id, `+fmt.Sprint(int64(clock.MonthOf(until.AddDate(0, 0, -150))))+`, kind, CASE WHEN kind = 'document' THEN 'recu' ELSE means END, vat_rate, '', COUNT(*), SUM(amount), 0, '', ''
			FROM ledger GROUP BY operator_id, kind, means, vat_rate`,
		`INSERT INTO statement_marks (operator_id, mark, kind, at, sequence) SELECT operator_id, 'repris', kind, at, sequence
			FROM ledger WHERE kind = 'encaisse'`,
		`UPDATE stays SET tariff_id = 1, tariff_version = 1 WHERE operator_id = 1`,
		numbered(1000)+` INSERT INTO repricings (operator_id, tariff_id, is_comparison, from_day, to_day, terms, state,
			asked_at, actor_id, ended_at, cursor_at, cursor_id, result)
			SELECT 1, 1, FALSE, 0, 40000, '{"Subscription": true, "Unit": "mois"}', 'termine', `+ago+`, 1, `+ago+`, 0, 0, '{}' FROM n`,
		`INSERT INTO refund_batches (operator_id, tariff_id, repricing_id, state, agreed_count, agreed_sum, comment, has_mail,
			asked_at, actor_id, cursor_at, cursor_id, found_count, found_sum)
			SELECT 1, 1, id, 'termine', 0, 0, '', FALSE, asked_at, 1, 0, 0, 0, 0 FROM repricings WHERE id <= 2`,
		`INSERT INTO refund_batch_lines (batch_id, stay_id, payment_id, started_at, ended_at, old_price, new_price, amount,
			state, reason, attempt)
			SELECT 1 + stay_id % 2, stay_id, id, started_at, ended_at, 10, 5, 5, 'rembourse', '', '' FROM payments
			WHERE stay_id IS NOT NULL AND ended_at IS NOT NULL`,
		numbered(rows)+` INSERT INTO idempotency_records (caller, key, request_hash, status, body, created_at) SELECT 'c', 'k' || i, '', 200, '{}', `+ago+` FROM n`,
		numbered(rows)+` INSERT INTO mails (kind, created_at, due_at, sent_at, account_id) SELECT 'invitation', `+ago+`, `+
			ago+`, `+ago+`, `+account+` FROM n`,
		numbered(rows)+` INSERT INTO openings (locker_id, given_at, expires_at) SELECT `+locker+`, `+ago+`, `+ago+
			` + 180000 FROM n`,
		numbered(1000)+` INSERT INTO waits (operator_id, account_id, tariff_id, position, asked_at, confirmed_at, due_at)
			SELECT 1, i, 1, i, `+ago+`, `+ago+`, `+ago+` FROM n`,
		numbered(1000)+` INSERT INTO interventions (operator_id, number, station_id, locker_id, cause, state, opened_at,
			resolved_at) SELECT 1, i, 1 + i % 40, `+locker+`, 'porte', 'resolue', `+ago+`, `+ago+` FROM n`,
		`INSERT INTO intervention_lines (intervention_id, at, kind) SELECT id, opened_at, 'ouverture' FROM interventions`,
		`INSERT INTO wait_stations (wait_id, station_id, preference) SELECT id, 1 + id % 40, 0 FROM waits`,
		numbered(2000)+` INSERT INTO left_bikes (operator_id, station_id, stay_id, account_id, step, opened_at, description, tag,
			notice_days, removal_days, keeping_days, end_days, notice_text, ended_at)
			SELECT 1 + i % 3, 1 + i % 40, i, i, CASE WHEN i % 100 = 0 THEN 'preavis' ELSE 'rendu' END, `+ago+`, 'Noir', 'V-' || i,
			30, 0, 90, 0, '', CASE WHEN i % 100 = 0 THEN NULL ELSE `+ago+` END FROM n`,
		numbered(rows)+` INSERT INTO refusals (at, operator_id, locker_id, account_id, kind) SELECT `+ago+`, 1, `+locker+`, `+
			account+`, 'banni' FROM n`,
		numbered(rows)+` INSERT INTO security_events (at, kind, account_id, actor_id, typed_key, address, network, reason)
			SELECT `+ago+`, CASE WHEN i % 10 < 8 THEN 'connexion.echec' ELSE 'acces.refus' END, 1 + i % 20, CASE WHEN i % 10 < 8 THEN NULL ELSE 1 + i % 20 END, '',
			'192.0.' || i % 9 || '.' || i % 2, '192.0.' || i % 9 || '.0/24', CASE WHEN i % 10 < 8 THEN 'mot de passe'
			ELSE 'GET /api' END FROM n`,
		numbered(rows)+` INSERT INTO provider_movements (id, matched_by, kind, uuid, charge_uuid, named_operator, amount, fee,
			net, at, payout_id, operator_id, month, state)
			SELECT 'txn_' || i, 'p' || i, 'encaissement', 'p' || i, '', 0, 500, 33, 467, `+ago+`, CASE WHEN i > 49000 THEN '' ELSE 'po_' || i / 200 END, 1 + i % 3, `+monthOf+`, 'rapproche' FROM n`,
		numbered(250)+` INSERT INTO provider_payouts (id, amount, status, created_at, arrives_at, is_read) SELECT 'po_' || i, 93400, 'recu', `+dayAgo+`, `+dayAgo+`, TRUE FROM n`,
		numbered(rows/10)+` INSERT INTO reconciliation_items (matched_by, operator_id, payment_id, month, state, kind, here,
			there, at, reference, found_at, comment, explained_at)
			SELECT 'u' || i, i % 3, 0, `+monthOf+`, 'en_retard', 'encaissement', 500, 500, `+ago+`, '', `+ago+`, 'Vu', CASE WHEN i % 100 = 0 THEN NULL ELSE `+ago+` END FROM n`,
		`INSERT INTO webhook_endpoints (operator_id, label, address, events, is_active, secret, hint, created_at)
			VALUES (1, 'Essai', 'https://exemple.fr', '[]', TRUE, '', '', 0)`,
		numbered(rows)+` INSERT INTO webhook_deliveries (endpoint_id, event_id, type, object_kind, object_id, at, body, state,
			attempts, next_at)
			SELECT 1, 'e' || i, CASE WHEN i % 100 = 0 THEN 'locker.activated' ELSE 'stay.ended' END, 'utilisation', i, `+ago+`, '{}', CASE WHEN i > 49000 THEN 'en_attente' ELSE 'livree' END,
			1, CASE WHEN i > 49000 THEN `+ago+` ELSE NULL END FROM n`,
		`INSERT INTO webhook_attempts (delivery_id, at, duration, error, response) SELECT id, at, 1, '', ''
			FROM webhook_deliveries`,
		numbered(rows)+` INSERT INTO sessions (id, account_id, created_at, rotated_at, expires_at) SELECT 's' || i, `+account+
			`, `+ago+`, `+ago+`, `+ago+` FROM n`,
	)
	FillAudit(b, address, 100_000, until)
}
