-- +goose Up
ALTER TABLE occupations ADD COLUMN made_free BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE occupations ADD COLUMN overrun BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE occupations ADD COLUMN removed BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE occupations ADD COLUMN price INTEGER NOT NULL DEFAULT 0 CHECK (price >= 0);

-- Which operators know an account: those that created it or have served it.
CREATE TABLE account_operators (
    account_id  INTEGER NOT NULL REFERENCES accounts (id),
    operator_id INTEGER NOT NULL REFERENCES operators (id),
    PRIMARY KEY (account_id, operator_id)
);
INSERT INTO account_operators (account_id, operator_id) SELECT DISTINCT account_id, operator_id FROM account_roles;

CREATE TABLE field_keys (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    operator_id  INTEGER NOT NULL REFERENCES operators (id),
    label        TEXT NOT NULL,
    hint         TEXT NOT NULL,
    key_hash     TEXT NOT NULL UNIQUE,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at   INTEGER
);
CREATE INDEX field_keys_by_operator ON field_keys (operator_id);

CREATE TABLE idempotent_answers (
    caller       TEXT NOT NULL,
    key          TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    status       INTEGER NOT NULL,
    body         TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (caller, key)
);

CREATE TABLE remote_codes (
    locker_id  INTEGER PRIMARY KEY REFERENCES lockers (id),
    code       TEXT NOT NULL,
    expires_at INTEGER NOT NULL
);

ALTER TABLE journal ADD COLUMN station_id INTEGER;
CREATE INDEX journal_by_station ON journal (station_id, at DESC, id DESC) WHERE station_id IS NOT NULL;
CREATE INDEX lockers_by_counter ON lockers (counter_reference) WHERE counter_reference <> '';
CREATE INDEX occupations_by_end ON occupations (locker_id, ended_at);

-- +goose Down
DROP INDEX occupations_by_end;
DROP INDEX lockers_by_counter;
DROP INDEX journal_by_station;
ALTER TABLE journal DROP COLUMN station_id;
DROP TABLE remote_codes;
DROP TABLE idempotent_answers;
DROP TABLE field_keys;
DROP TABLE account_operators;
ALTER TABLE occupations DROP COLUMN price;
ALTER TABLE occupations DROP COLUMN removed;
ALTER TABLE occupations DROP COLUMN overrun;
ALTER TABLE occupations DROP COLUMN made_free;
