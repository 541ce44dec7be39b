-- +goose Up
-- The state of background work, beside the tables that say what is due (docs/adr/0026): which node holds an item and
-- until when, how often it failed, and whether a person has to look at it. An item that was never tried has no row.
CREATE TABLE work_items (
    kind            TEXT NOT NULL,
    item_id         BIGINT NOT NULL,
    holder          TEXT NOT NULL DEFAULT '', -- of the claim; empty: nobody's
    free_at         BIGINT NOT NULL DEFAULT 0, -- when it may be claimed again: end of the lease, or of the wait
    tries           BIGINT NOT NULL DEFAULT 0, -- that failed
    losses          BIGINT NOT NULL DEFAULT 0, -- leases that ran out
    cause           TEXT NOT NULL DEFAULT '', -- the class of the last error
    first_failed_at BIGINT,
    last_failed_at  BIGINT,
    parked_at       BIGINT,
    abandoned_at    BIGINT, -- a person said that it is not to be shown any more
    PRIMARY KEY (kind, item_id)
);
CREATE INDEX work_items_parked ON work_items (first_failed_at) WHERE parked_at IS NOT NULL AND abandoned_at IS NULL;

-- The failed tries of mails, and parked mails, move into this table.
INSERT INTO work_items (kind, item_id, free_at, tries, cause, first_failed_at, last_failed_at, parked_at)
SELECT 'courriel', id, 9223372036854775807, attempts, 'erreur', created_at, abandoned_at, abandoned_at FROM mails WHERE abandoned_at IS NOT NULL;
DROP INDEX mails_abandoned;
DROP INDEX mails_due;
ALTER TABLE mails DROP COLUMN abandoned_at;
ALTER TABLE mails DROP COLUMN attempts;
CREATE INDEX mails_due ON mails (due_at, id) WHERE sent_at IS NULL;

-- +goose Down
DROP INDEX mails_due;
ALTER TABLE mails ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE mails ADD COLUMN abandoned_at BIGINT;
UPDATE mails SET abandoned_at = (SELECT w.parked_at FROM work_items w WHERE w.kind = 'courriel' AND w.item_id = mails.id);
UPDATE mails SET attempts = 6 WHERE abandoned_at IS NOT NULL;
CREATE INDEX mails_due ON mails (due_at, id) WHERE abandoned_at IS NULL AND sent_at IS NULL;
CREATE INDEX mails_abandoned ON mails (abandoned_at) WHERE abandoned_at IS NOT NULL;
DROP TABLE work_items;
