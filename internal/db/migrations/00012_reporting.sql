-- +engine postgres
-- +goose Up
-- Views for analysts and Metabase, with French names, timestamps, euros next to cents and joins resolved, and nothing
-- that identifies a person. They stand in the schema `bi`, or `<schema>_bi` when the tables are not in `public`. Their
-- joins are outer joins, so that PostgreSQL skips those whose columns a query does not use.
-- A later migration that changes a column read here must first drop the view, and create it again as here.
CREATE VIEW bi_exploitants AS
SELECT o.id, o.name AS nom, o.postal_code AS code_postal, o.city AS ville, o.metabase_id, o.is_open AS donnees_ouvertes,
       to_timestamp(o.created_at / 1000::float8) AS date_creation, to_timestamp(o.archived_at / 1000::float8) AS date_suppression
FROM operators o;

CREATE VIEW bi_stations AS
SELECT s.id, s.operator_id AS exploitant_id, o.name AS exploitant, s.name AS nom, s.admin_label AS libelle_admin,
       s.kind AS station_type, s.counting_system AS systeme_comptage, s.is_active AS actif,
       s.street AS adresse, s.postal_code AS code_postal, s.city AS ville,
       CASE WHEN s.latitude ~ '^-?[0-9]+(\.[0-9]+)?$' THEN CAST(s.latitude AS DOUBLE PRECISION) END AS latitude,
       CASE WHEN s.longitude ~ '^-?[0-9]+(\.[0-9]+)?$' THEN CAST(s.longitude AS DOUBLE PRECISION) END AS longitude,
       to_timestamp(s.created_at / 1000::float8) AS date_creation, to_timestamp(s.archived_at / 1000::float8) AS date_suppression
FROM stations s LEFT JOIN operators o ON o.id = s.operator_id;

CREATE VIEW bi_casiers AS
SELECT l.id, s.operator_id AS exploitant_id, o.name AS exploitant, l.station_id, s.name AS station, l.name AS nom,
       CASE l.type_id WHEN 1 THEN 'velo_cargo' WHEN 2 THEN 'velo' WHEN 3 THEN 'trottinette' WHEN 4 THEN 'collectif' END AS type,
       l.complement, l.is_active AS actif, l.capacity AS nb_max_spaces,
       (SELECT string_agg(t.label, ', ' ORDER BY t.position) FROM locker_tags t WHERE t.locker_id = l.id) AS etiquettes,
       to_timestamp(l.created_at / 1000::float8) AS date_creation, to_timestamp(l.archived_at / 1000::float8) AS date_suppression
FROM lockers l LEFT JOIN stations s ON s.id = l.station_id LEFT JOIN operators o ON o.id = s.operator_id;

-- The present values of a tariff.
CREATE VIEW bi_tarifs AS
SELECT t.id, t.operator_id AS exploitant_id, o.name AS exploitant, t.version, v.admin_label AS libelle_admin, v.public_label AS libelle_public,
       v.is_subscription AS abonnement, v.unit AS type_tarif,
       v.amount AS montant_cents, CAST(v.amount / 100.0 AS NUMERIC(12, 2)) AS montant,
       v.promo_amount AS montant_promo_cents, CAST(v.promo_amount / 100.0 AS NUMERIC(12, 2)) AS montant_promo,
       v.ceiling AS montant_plafond_cents, CAST(v.ceiling / 100.0 AS NUMERIC(12, 2)) AS montant_plafond,
       v.ceiling_minutes AS nombre_minutes_plafond, v.free_minutes AS nombre_minutes_gratuites, v.free_deducted AS franchise,
       v.overrun_minutes AS nombre_minutes_avant_depassement, v.overrun_amount AS montant_depassement_cents,
       CAST(v.overrun_amount / 100.0 AS NUMERIC(12, 2)) AS montant_depassement, v.overrun_unit AS unite_duree_depassement,
       v.removal_minutes AS nombre_minutes_avant_enlevement, v.removal_amount AS montant_enlevement_cents,
       CAST(v.removal_amount / 100.0 AS NUMERIC(12, 2)) AS montant_enlevement,
       to_timestamp(t.created_at / 1000::float8) AS date_creation, to_timestamp(t.archived_at / 1000::float8) AS date_suppression
FROM tariffs t LEFT JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version LEFT JOIN operators o ON o.id = t.operator_id;

-- A person is a number. Day and hour of a stay are those of Paris; a stay has a cost once it has ended.
CREATE VIEW bi_usagers AS
SELECT a.id, CAST(to_timestamp(a.created_at / 1000::float8) AT TIME ZONE 'Europe/Paris' AS DATE) AS jour_creation
FROM accounts a;

CREATE VIEW bi_utilisations AS
SELECT u.id, u.operator_id AS exploitant_id, o.name AS exploitant, l.station_id, l.station, u.locker_id AS casier_id, l.nom AS casier, l.type AS casier_type,
       u.account_id AS usager_id, u.is_test AS test,
       to_timestamp(u.started_at / 1000::float8) AS debut, to_timestamp(u.ended_at / 1000::float8) AS fin, u.ended_at IS NULL AS en_cours,
       CAST(to_timestamp(u.started_at / 1000::float8) AT TIME ZONE 'Europe/Paris' AS DATE) AS jour,
       CAST(EXTRACT(ISODOW FROM to_timestamp(u.started_at / 1000::float8) AT TIME ZONE 'Europe/Paris') AS INTEGER) AS jour_semaine,
       CAST(EXTRACT(HOUR FROM to_timestamp(u.started_at / 1000::float8) AT TIME ZONE 'Europe/Paris') AS INTEGER) AS heure,
       (u.ended_at - u.started_at) / 60000 AS duree_minutes, u.overrun AS depassement, u.removed AS enlevement, u.made_free AS gratuit,
       CASE WHEN u.ended_at IS NOT NULL THEN u.price END AS cout_cents,
       CASE WHEN u.ended_at IS NOT NULL THEN CAST(u.price / 100.0 AS NUMERIC(12, 2)) END AS cout,
       u.tariff_id AS tarif_id, v.public_label AS tarif, v.is_subscription AS tarif_abonnement, p.id AS paiement_id, p.status AS paiement_statut
FROM occupations u
LEFT JOIN operators o ON o.id = u.operator_id
LEFT JOIN bi_casiers l ON l.id = u.locker_id
LEFT JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version
LEFT JOIN payments p ON p.occupation_id = u.id;

CREATE VIEW bi_abonnements AS
SELECT b.id, b.operator_id AS exploitant_id, o.name AS exploitant, b.account_id AS usager_id, b.is_test AS test, b.tariff_id AS tarif_id, v.public_label AS tarif,
       v.unit AS type_tarif, v.amount AS montant_cents, CAST(v.amount / 100.0 AS NUMERIC(12, 2)) AS montant,
       to_timestamp(b.starts_at / 1000::float8) AS debut, to_timestamp(b.ends_at / 1000::float8) AS fin, b.is_renewed AS reconductible,
       to_timestamp(b.next_at / 1000::float8) AS date_prochain_paiement
FROM subscriptions b
LEFT JOIN operators o ON o.id = b.operator_id
LEFT JOIN tariff_versions v ON v.tariff_id = b.tariff_id AND v.version = b.tariff_version;

-- A payment is for a stay, or for a term of a subscription.
CREATE VIEW bi_paiements AS
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
LEFT JOIN bi_casiers l ON l.id = p.locker_id;

-- Without cards and comments, which may name a person.
CREATE VIEW bi_presentations AS
SELECT n.id, n.uuid, n.payment_id AS paiement_id, p.operator_id AS exploitant_id, o.name AS exploitant, n.kind AS type, n.attempt AS tentative,
       n.amount AS montant_cents, CAST(n.amount / 100.0 AS NUMERIC(12, 2)) AS montant, n.outcome AS statut, NULLIF(n.means, '') AS mode_paiement,
       to_timestamp(n.at / 1000::float8) AS date_presentation, to_timestamp(n.answered_at / 1000::float8) AS date_reponse
FROM presentations n
LEFT JOIN payments p ON p.id = n.payment_id
LEFT JOIN operators o ON o.id = p.operator_id;

-- Without the member of staff: analysts must not see the work of each.
CREATE VIEW bi_journal AS
SELECT j.id, to_timestamp(j.at / 1000::float8) AS instant, j.operator_id AS exploitant_id, o.name AS exploitant, j.station_id, s.name AS station,
       j.action, j.object_kind AS objet_type, j.object_id AS objet_id, j.actor_id IS NULL AS automatique
FROM journal j
LEFT JOIN operators o ON o.id = j.operator_id
LEFT JOIN stations s ON s.id = j.station_id;

-- +goose StatementBegin
DO $$
DECLARE
    bi TEXT := CASE current_schema() WHEN 'public' THEN 'bi' ELSE current_schema() || '_bi' END;
    made TEXT;
BEGIN
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', bi);
    FOR made IN SELECT viewname FROM pg_views WHERE schemaname = current_schema() AND viewname LIKE 'bi\_%' LOOP
        EXECUTE format('ALTER VIEW %I SET SCHEMA %I', made, bi);
        EXECUTE format('ALTER VIEW %I.%I RENAME TO %I', bi, made, substr(made, 4));
    END LOOP;
END $$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
DO $$
BEGIN
    EXECUTE format('DROP SCHEMA %I CASCADE', CASE current_schema() WHEN 'public' THEN 'bi' ELSE current_schema() || '_bi' END);
END $$;
-- +goose StatementEnd
