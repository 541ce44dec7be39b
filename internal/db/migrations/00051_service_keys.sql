-- +goose Up
-- Keys of operators that carry rights (docs/adr/0074). Those of before are for the field API, without an end or a limit. Nodes of
-- the previous release know none of this: the key_hash of a key that is more, or less, than one of before begins with '!', so that
-- they do not find it.
ALTER TABLE field_keys ADD COLUMN rights TEXT NOT NULL DEFAULT '';            -- names with a comma between them
ALTER TABLE field_keys ADD COLUMN is_field BOOLEAN NOT NULL DEFAULT TRUE;     -- may make calls of the field API
ALTER TABLE field_keys ADD COLUMN expires_at BIGINT;
ALTER TABLE field_keys ADD COLUMN call_limit BIGINT;                          -- calls a minute; null: none
ALTER TABLE field_keys ADD COLUMN previous_hash TEXT;                         -- of the secret that was replaced
ALTER TABLE field_keys ADD COLUMN previous_until BIGINT;                      -- until when that one is good
ALTER TABLE field_keys ADD COLUMN expiry_noted_at BIGINT;                     -- when a use after its end was last noted
CREATE INDEX field_keys_by_previous ON field_keys (previous_hash) WHERE previous_hash IS NOT NULL;

-- How many calls of the limit of a key nodes have taken for a minute.
CREATE TABLE key_windows (
    key_id   BIGINT NOT NULL,
    began_at BIGINT NOT NULL,
    taken    BIGINT NOT NULL,
    PRIMARY KEY (key_id, began_at)
);

-- The key that acted, where an account may act. An attempt (presentations) has the number of the key as a negative actor_id: nodes of
-- the previous release take a refund without one for a refund of what was paid twice.
ALTER TABLE journal ADD COLUMN key_id BIGINT;
ALTER TABLE security_events ADD COLUMN key_id BIGINT;
ALTER TABLE worklist_handlings ADD COLUMN postponed_key BIGINT;
ALTER TABLE reconciliation_items ADD COLUMN explained_key BIGINT;
ALTER TABLE statement_closings ADD COLUMN key_id BIGINT;
ALTER TABLE export_tickets ADD COLUMN key_id BIGINT;
ALTER TABLE replays ADD COLUMN key_id BIGINT;
ALTER TABLE refund_batches ADD COLUMN key_id BIGINT;

-- A key may ask for a replay or a batch of refunds, and then no account has.
-- +engine postgres
ALTER TABLE replays ALTER COLUMN actor_id DROP NOT NULL;
ALTER TABLE refund_batches ALTER COLUMN actor_id DROP NOT NULL;
-- What a key did was not done automatically.
-- +goose StatementBegin
DO $$
BEGIN
    EXECUTE format($view$
        CREATE OR REPLACE VIEW %I.journal AS
        SELECT j.id, to_timestamp(j.at / 1000::float8) AS instant, j.operator_id AS exploitant_id, o.name AS exploitant, j.station_id, s.name AS station,
               j.action, j.object_kind AS objet_type, j.object_id AS objet_id, j.actor_id IS NULL AND j.key_id IS NULL AS automatique
        FROM journal j
        LEFT JOIN operators o ON o.id = j.operator_id
        LEFT JOIN stations s ON s.id = j.station_id
    $view$, CASE current_schema() WHEN 'public' THEN 'bi' ELSE current_schema() || '_bi' END);
END $$;
-- +goose StatementEnd
-- +engine sqlite
ALTER TABLE replays ADD COLUMN asker_id BIGINT REFERENCES accounts (id);
UPDATE replays SET asker_id = actor_id;
-- expand: made again below without NOT NULL, which SQLite cannot drop; one node has the database
ALTER TABLE replays DROP COLUMN actor_id;
-- expand: takes the name of the former
ALTER TABLE replays RENAME COLUMN asker_id TO actor_id;
ALTER TABLE refund_batches ADD COLUMN asker_id BIGINT REFERENCES accounts (id);
UPDATE refund_batches SET asker_id = actor_id;
-- expand: as above
ALTER TABLE refund_batches DROP COLUMN actor_id;
-- expand: as above
ALTER TABLE refund_batches RENAME COLUMN asker_id TO actor_id;
-- +engine all

-- +goose Down
-- What keys asked for has no account to be given to.
DELETE FROM refund_batch_lines WHERE batch_id IN (SELECT id FROM refund_batches WHERE actor_id IS NULL);
DELETE FROM refund_batches WHERE actor_id IS NULL;
DELETE FROM refund_batch_lines WHERE batch_id IN (SELECT id FROM refund_batches WHERE replay_id IN (SELECT id FROM replays WHERE actor_id IS NULL));
DELETE FROM refund_batches WHERE replay_id IN (SELECT id FROM replays WHERE actor_id IS NULL);
DELETE FROM replays WHERE actor_id IS NULL;
-- +engine postgres
-- +goose StatementBegin
DO $$
BEGIN
    EXECUTE format($view$
        CREATE OR REPLACE VIEW %I.journal AS
        SELECT j.id, to_timestamp(j.at / 1000::float8) AS instant, j.operator_id AS exploitant_id, o.name AS exploitant, j.station_id, s.name AS station,
               j.action, j.object_kind AS objet_type, j.object_id AS objet_id, j.actor_id IS NULL AS automatique
        FROM journal j
        LEFT JOIN operators o ON o.id = j.operator_id
        LEFT JOIN stations s ON s.id = j.station_id
    $view$, CASE current_schema() WHEN 'public' THEN 'bi' ELSE current_schema() || '_bi' END);
END $$;
-- +goose StatementEnd
ALTER TABLE refund_batches ALTER COLUMN actor_id SET NOT NULL;
ALTER TABLE replays ALTER COLUMN actor_id SET NOT NULL;
-- +engine all
ALTER TABLE refund_batches DROP COLUMN key_id;
ALTER TABLE replays DROP COLUMN key_id;
ALTER TABLE export_tickets DROP COLUMN key_id;
ALTER TABLE statement_closings DROP COLUMN key_id;
ALTER TABLE reconciliation_items DROP COLUMN explained_key;
ALTER TABLE worklist_handlings DROP COLUMN postponed_key;
ALTER TABLE security_events DROP COLUMN key_id;
ALTER TABLE journal DROP COLUMN key_id;
DROP TABLE key_windows;
DROP INDEX field_keys_by_previous;
ALTER TABLE field_keys DROP COLUMN expiry_noted_at;
ALTER TABLE field_keys DROP COLUMN previous_until;
ALTER TABLE field_keys DROP COLUMN previous_hash;
ALTER TABLE field_keys DROP COLUMN call_limit;
ALTER TABLE field_keys DROP COLUMN expires_at;
ALTER TABLE field_keys DROP COLUMN is_field;
ALTER TABLE field_keys DROP COLUMN rights;
