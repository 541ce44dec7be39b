-- +goose Up
-- The part of refunded that was asked for and whose outcome the provider has not told yet.
ALTER TABLE payments ADD COLUMN refund_pending BIGINT NOT NULL DEFAULT 0;
UPDATE payments SET refund_pending = (
    SELECT SUM(n.amount) FROM presentations n
    WHERE n.payment_id = payments.id AND n.kind = 'remboursement' AND n.outcome = 'ATTEMPT_PROCESS' AND n.actor_id IS NOT NULL)
WHERE id IN (SELECT n.payment_id FROM presentations n WHERE n.kind = 'remboursement' AND n.outcome = 'ATTEMPT_PROCESS' AND n.actor_id IS NOT NULL);
CREATE INDEX payments_refunded ON payments (started_at DESC, id DESC, operator_id, is_test) WHERE refunded > 0;
CREATE INDEX presentations_refunds ON presentations (payment_id) WHERE kind = 'remboursement';

-- Money is rolled up by the day on which it moved, and refunds by their state. Migrate builds the rollups again.
DELETE FROM payment_tallies;
DELETE FROM payment_tally_changes;

-- +engine postgres
-- +goose StatementBegin
DO $$
BEGIN
    EXECUTE format($view$
        CREATE OR REPLACE VIEW %1$I.paiements AS
        SELECT p.id, p.uuid, p.operator_id AS exploitant_id, o.name AS exploitant, p.account_id AS usager_id, p.occupation_id AS utilisation_id,
               p.subscription_id AS abonnement_id, CASE WHEN p.subscription_id IS NOT NULL THEN p.term END AS echeance,
               l.station_id, l.station, p.locker_id AS casier_id, l.nom AS casier, l.type AS casier_type, p.is_test AS test,
               to_timestamp(p.started_at / 1000::float8) AS debut, to_timestamp(p.ended_at / 1000::float8) AS fin, p.minutes AS duree_minutes,
               CAST(to_timestamp(p.started_at / 1000::float8) AT TIME ZONE 'Europe/Paris' AS DATE) AS jour,
               p.status AS statut, p.amount AS montant_cents, CAST(p.amount / 100.0 AS NUMERIC(12, 2)) AS montant,
               p.refunded - p.refund_pending AS montant_rembourse_cents, CAST((p.refunded - p.refund_pending) / 100.0 AS NUMERIC(12, 2)) AS montant_rembourse,
               p.attempts AS tentatives, to_timestamp(p.presented_at / 1000::float8) AS date_presentation, to_timestamp(p.settled_at / 1000::float8) AS date_paiement,
               p.refund_pending AS remboursement_en_attente_cents, CAST(p.refund_pending / 100.0 AS NUMERIC(12, 2)) AS remboursement_en_attente
        FROM payments p
        LEFT JOIN operators o ON o.id = p.operator_id
        LEFT JOIN %1$I.casiers l ON l.id = p.locker_id
    $view$, CASE current_schema() WHEN 'public' THEN 'bi' ELSE current_schema() || '_bi' END);
END $$;
-- +goose StatementEnd
-- +engine all

-- +goose Down
-- +engine postgres
-- +goose StatementBegin
DO $$
BEGIN
    EXECUTE format($view$
        DROP VIEW %1$I.paiements;
        CREATE VIEW %1$I.paiements AS
        SELECT p.id, p.uuid, p.operator_id AS exploitant_id, o.name AS exploitant, p.account_id AS usager_id, p.occupation_id AS utilisation_id,
               p.subscription_id AS abonnement_id, CASE WHEN p.subscription_id IS NOT NULL THEN p.term END AS echeance,
               l.station_id, l.station, p.locker_id AS casier_id, l.nom AS casier, l.type AS casier_type, p.is_test AS test,
               to_timestamp(p.started_at / 1000::float8) AS debut, to_timestamp(p.ended_at / 1000::float8) AS fin, p.minutes AS duree_minutes,
               CAST(to_timestamp(p.started_at / 1000::float8) AT TIME ZONE 'Europe/Paris' AS DATE) AS jour,
               p.status AS statut, p.amount AS montant_cents, CAST(p.amount / 100.0 AS NUMERIC(12, 2)) AS montant,
               p.refunded AS montant_rembourse_cents, CAST(p.refunded / 100.0 AS NUMERIC(12, 2)) AS montant_rembourse,
               p.attempts AS tentatives, to_timestamp(p.presented_at / 1000::float8) AS date_presentation, to_timestamp(p.settled_at / 1000::float8) AS date_paiement
        FROM payments p
        LEFT JOIN operators o ON o.id = p.operator_id
        LEFT JOIN %1$I.casiers l ON l.id = p.locker_id
    $view$, CASE current_schema() WHEN 'public' THEN 'bi' ELSE current_schema() || '_bi' END);
END $$;
-- +goose StatementEnd
-- +engine all
DELETE FROM payment_tallies;
DELETE FROM payment_tally_changes;
DROP INDEX presentations_refunds;
DROP INDEX payments_refunded;
ALTER TABLE payments DROP COLUMN refund_pending;
