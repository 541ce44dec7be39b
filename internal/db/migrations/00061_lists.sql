-- +goose Up
-- Lists and totals without a planner (docs/adr/0092). Nodes of an earlier schema read what this takes away.
UPDATE schema_support SET oldest = 60;

-- Indexes by which lists look payments up, of each operator, with what the total of a list with or without tests and terms reads
-- besides. What is not known of a payment yet is in none.
DROP INDEX payments_by_minutes; -- read along the list
DROP INDEX payments_by_use;
DROP INDEX payments_of_status;
DROP INDEX payments_by_end;
DROP INDEX payments_by_settlement;
DROP INDEX payments_by_presentation;
DROP INDEX payments_by_amount;
CREATE INDEX payments_of_status ON payments (operator_id, status, started_at DESC, id DESC, is_test, use_bits);
CREATE INDEX payments_open ON payments (operator_id, started_at DESC, id DESC, is_test) WHERE use_bits IN (0, 2, 4, 6);
CREATE INDEX payments_by_end ON payments (operator_id, ended_at, is_test, use_bits) WHERE ended_at IS NOT NULL;
CREATE INDEX payments_by_settlement ON payments (operator_id, settled_at, is_test, use_bits) WHERE settled_at IS NOT NULL;
CREATE INDEX payments_by_presentation ON payments (operator_id, presented_at, is_test, use_bits) WHERE presented_at IS NOT NULL;
CREATE INDEX payments_by_amount ON payments (operator_id, amount, is_test, use_bits) WHERE status <> 'RUNNING';

-- People are counted by their indexes.
-- +engine postgres
DROP TRIGGER people_changed ON people;
DROP FUNCTION people_changed();
-- +engine sqlite
DROP TRIGGER people_inserted;
DROP TRIGGER people_deleted;
DROP TRIGGER people_updated;
-- +goose StatementBegin
CREATE TRIGGER people_inserted AFTER INSERT ON people
BEGIN
    INSERT INTO people_search (rowid, names) VALUES (NEW.id, NEW.names);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER people_deleted AFTER DELETE ON people
BEGIN
    INSERT INTO people_search (people_search, rowid, names) VALUES ('delete', OLD.id, OLD.names);
END;
-- +goose StatementEnd
DROP TABLE people_terms;
-- +engine all
DROP INDEX people_sample;
DROP TABLE people_counts;
DROP TABLE people_versions;

-- Rollups keep fewer dimensions, by day alone, and all that statistics read has blocks. Migrate builds them again.
DROP TABLE payment_tally_changes;
ALTER TABLE payment_changes DROP COLUMN type_id;
DELETE FROM payment_changes;
-- +engine postgres
DROP TRIGGER rollups_deleted ON payment_tallies;
DROP FUNCTION empty_rollup_blocks();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION mark_stale_rollups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stale_rollups (dimension, period)
    SELECT DISTINCT dimension, period FROM changed WHERE dimension <> 'started' ORDER BY dimension, period
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
-- +goose StatementEnd
-- +engine sqlite
DROP TRIGGER rollups_inserted;
DROP TRIGGER rollups_updated;
-- +goose StatementBegin
CREATE TRIGGER rollups_inserted AFTER INSERT ON payment_tallies WHEN NEW.dimension <> 'started'
BEGIN
    INSERT INTO stale_rollups (dimension, period) SELECT NEW.dimension, NEW.period
    WHERE NOT EXISTS (SELECT 1 FROM stale_rollups WHERE dimension = NEW.dimension AND period = NEW.period);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER rollups_updated AFTER UPDATE ON payment_tallies WHEN NEW.dimension <> 'started'
BEGIN
    INSERT INTO stale_rollups (dimension, period) SELECT NEW.dimension, NEW.period
    WHERE NOT EXISTS (SELECT 1 FROM stale_rollups WHERE dimension = NEW.dimension AND period = NEW.period);
END;
-- +goose StatementEnd
-- +engine all
DELETE FROM payment_tallies;
DELETE FROM rollup_blocks;
DELETE FROM stale_rollups;

-- +goose Down
-- What earlier migrations take away again, empty: no release before goes on here.
UPDATE schema_support SET oldest = 21;
CREATE TABLE payment_tally_changes (
    dimension   TEXT NOT NULL,
    period      BIGINT NOT NULL,
    value       BIGINT NOT NULL,
    operator_id BIGINT NOT NULL,
    is_test     BOOLEAN NOT NULL,
    of_stay     BOOLEAN NOT NULL,
    n           BIGINT NOT NULL,
    total       BIGINT NOT NULL
);
ALTER TABLE payment_changes ADD COLUMN type_id BIGINT NOT NULL DEFAULT 0;
CREATE TABLE people_versions (block BIGINT PRIMARY KEY, version BIGINT NOT NULL);
CREATE TABLE people_counts (operator_id BIGINT NOT NULL, role_bits BIGINT NOT NULL, shard BIGINT NOT NULL, n BIGINT NOT NULL);
CREATE INDEX people_sample ON people (operator_id, account_id) WHERE account_id % 509 = 0;
-- +engine sqlite
CREATE VIRTUAL TABLE people_terms USING fts5vocab(people_search, 'row');
-- +goose StatementBegin
CREATE TRIGGER people_updated AFTER UPDATE OF role_bits ON people BEGIN SELECT 1; END;
-- +goose StatementEnd
-- +engine postgres
CREATE FUNCTION people_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER people_changed AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION people_changed();
CREATE FUNCTION empty_rollup_blocks() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER rollups_deleted AFTER DELETE ON payment_tallies FOR EACH STATEMENT EXECUTE FUNCTION empty_rollup_blocks();
-- +engine all
DROP INDEX payments_by_amount;
DROP INDEX payments_by_presentation;
DROP INDEX payments_by_settlement;
DROP INDEX payments_by_end;
DROP INDEX payments_open;
DROP INDEX payments_of_status;
CREATE INDEX payments_of_status ON payments (status, started_at DESC, id DESC, operator_id, is_test, use_bits);
CREATE INDEX payments_by_use ON payments (use_bits);
CREATE INDEX payments_by_end ON payments (ended_at);
CREATE INDEX payments_by_settlement ON payments (settled_at);
CREATE INDEX payments_by_presentation ON payments (presented_at);
CREATE INDEX payments_by_amount ON payments (amount);
CREATE INDEX payments_by_minutes ON payments (minutes);
