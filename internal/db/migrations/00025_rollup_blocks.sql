-- +goose Up
-- Rollups of blocks of days, so that statistics of any period add few rows up (docs/adr/0043). A block is as many days as
-- `days` says, from the period `first` on; tests are left out. A block is read only if none of its days is stale.
CREATE TABLE rollup_blocks (
    dimension   TEXT NOT NULL,
    days        BIGINT NOT NULL,
    first       BIGINT NOT NULL,
    operator_id BIGINT NOT NULL,
    value       BIGINT NOT NULL,
    n           BIGINT NOT NULL,
    total       BIGINT NOT NULL,
-- +engine postgres
    PRIMARY KEY (dimension, days, first, operator_id, value) INCLUDE (n, total)
);
-- +engine sqlite
    PRIMARY KEY (dimension, days, first, operator_id, value)
) WITHOUT ROWID;
-- +engine all
-- The days whose rollups changed after their blocks were made. The database marks them itself, because nodes of the
-- release before fold changes too.
CREATE TABLE stale_rollups (
    dimension TEXT NOT NULL,
    period    BIGINT NOT NULL,
    PRIMARY KEY (dimension, period)
);

-- +engine postgres
-- +goose StatementBegin
CREATE FUNCTION mark_stale_rollups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stale_rollups (dimension, period)
    SELECT DISTINCT dimension, period FROM changed
    WHERE period > 0 AND dimension IN ('use', 'hour', 'minutes', 'station', 'locker', 'visit') ORDER BY dimension, period
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION empty_rollup_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM rollup_blocks;
    INSERT INTO stale_rollups (dimension, period)
    SELECT DISTINCT dimension, period FROM payment_tallies
    WHERE period > 0 AND dimension IN ('use', 'hour', 'minutes', 'station', 'locker', 'visit')
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER rollups_inserted AFTER INSERT ON payment_tallies
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_stale_rollups();
CREATE TRIGGER rollups_updated AFTER UPDATE ON payment_tallies
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_stale_rollups();
-- For a rebuild by the release before: the next release may drop it.
CREATE TRIGGER rollups_deleted AFTER DELETE ON payment_tallies
    FOR EACH STATEMENT EXECUTE FUNCTION empty_rollup_blocks();
-- +engine sqlite
-- +goose StatementBegin
CREATE TRIGGER rollups_inserted AFTER INSERT ON payment_tallies
WHEN NEW.period > 0 AND NEW.dimension IN ('use', 'hour', 'minutes', 'station', 'locker', 'visit')
BEGIN
    INSERT INTO stale_rollups (dimension, period) SELECT NEW.dimension, NEW.period
    WHERE NOT EXISTS (SELECT 1 FROM stale_rollups WHERE dimension = NEW.dimension AND period = NEW.period);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER rollups_updated AFTER UPDATE ON payment_tallies
WHEN NEW.period > 0 AND NEW.dimension IN ('use', 'hour', 'minutes', 'station', 'locker', 'visit')
BEGIN
    INSERT INTO stale_rollups (dimension, period) SELECT NEW.dimension, NEW.period
    WHERE NOT EXISTS (SELECT 1 FROM stale_rollups WHERE dimension = NEW.dimension AND period = NEW.period);
END;
-- +goose StatementEnd
-- +engine all
-- Nodes make the blocks of what is there in the background.
INSERT INTO stale_rollups (dimension, period)
SELECT DISTINCT dimension, period FROM payment_tallies
WHERE period > 0 AND dimension IN ('use', 'hour', 'minutes', 'station', 'locker', 'visit');

-- +goose Down
-- +engine postgres
DROP TRIGGER rollups_deleted ON payment_tallies;
DROP TRIGGER rollups_updated ON payment_tallies;
DROP TRIGGER rollups_inserted ON payment_tallies;
DROP FUNCTION empty_rollup_blocks();
DROP FUNCTION mark_stale_rollups();
-- +engine sqlite
DROP TRIGGER rollups_updated;
DROP TRIGGER rollups_inserted;
-- +engine all
DROP TABLE stale_rollups;
DROP TABLE rollup_blocks;
