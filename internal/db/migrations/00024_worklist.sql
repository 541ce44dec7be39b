-- +goose Up
-- What staff do with a line of the worklist (docs/adr/0036): who took it, and until when it is put off. A line is the
-- object and the instant since which it waits: a row of another instant is about a line that is gone.
CREATE TABLE worklist_handlings (
    operator_id     BIGINT NOT NULL REFERENCES operators (id),
    kind            TEXT NOT NULL,
    object_id       BIGINT NOT NULL,
    since           BIGINT NOT NULL,
    assignee_id     BIGINT REFERENCES accounts (id), -- null: nobody
    assigned_at     BIGINT,
    postponed_until BIGINT,
    postponed_by    BIGINT REFERENCES accounts (id),
    PRIMARY KEY (operator_id, kind, object_id)
);
CREATE INDEX worklist_handlings_by_assignee ON worklist_handlings (assignee_id) WHERE assignee_id IS NOT NULL;

-- Since when a counted space has no free place; null: it has one, or the last count is older than this column.
ALTER TABLE lockers ADD COLUMN full_since BIGINT;
UPDATE lockers SET full_since = counted_at WHERE counted >= capacity;

-- The audit log by kind of object and by action, newest first.
CREATE INDEX journal_by_kind ON journal (object_kind, at DESC, id DESC);
CREATE INDEX journal_by_action ON journal (action, at DESC, id DESC);

-- +goose Down
DROP INDEX journal_by_action;
DROP INDEX journal_by_kind;
ALTER TABLE lockers DROP COLUMN full_since;
DROP TABLE worklist_handlings;
