-- +goose Up
CREATE TABLE operators (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    name         TEXT NOT NULL,
    name_folded  TEXT NOT NULL,
    email        TEXT NOT NULL,
    street       TEXT NOT NULL,
    street_extra TEXT NOT NULL DEFAULT '',
    postal_code  TEXT NOT NULL,
    city         TEXT NOT NULL,
    metabase_id  INTEGER,
    created_at   INTEGER NOT NULL,
    archived_at  INTEGER
);

CREATE TABLE accounts (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    email         TEXT NOT NULL,
    email_folded  TEXT UNIQUE,
    last_name     TEXT NOT NULL,
    first_name    TEXT NOT NULL,
    phone         TEXT NOT NULL DEFAULT '',
    password_hash TEXT NOT NULL DEFAULT '',
    is_admin      BOOLEAN NOT NULL DEFAULT FALSE,
    is_active     BOOLEAN NOT NULL DEFAULT TRUE,
    created_at    INTEGER NOT NULL,
    anonymised_at INTEGER,
    deleted_at    INTEGER
);

CREATE TABLE account_roles (
    account_id  INTEGER NOT NULL REFERENCES accounts (id),
    operator_id INTEGER NOT NULL REFERENCES operators (id),
    role        TEXT NOT NULL CHECK (role IN ('Gestionnaire', 'Hotline', 'Mainteneur', 'Utilisateur')),
    PRIMARY KEY (account_id, operator_id, role)
);
CREATE INDEX account_roles_by_operator ON account_roles (operator_id, role);

CREATE TABLE sessions (
    id         TEXT PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    generation INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    rotated_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at   INTEGER
);
CREATE INDEX sessions_by_account ON sessions (account_id);

CREATE TABLE password_links (
    token_hash TEXT PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at    INTEGER
);
CREATE INDEX password_links_by_account ON password_links (account_id, created_at);

-- A bucket is a keyed hash of an account or an address: no personal data.
CREATE TABLE attempts (
    bucket     TEXT PRIMARY KEY,
    started_at INTEGER NOT NULL,
    count      INTEGER NOT NULL
);

CREATE TABLE stations (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    operator_id        INTEGER NOT NULL REFERENCES operators (id),
    admin_label        TEXT NOT NULL,
    admin_label_folded TEXT NOT NULL,
    name               TEXT NOT NULL,
    name_folded        TEXT NOT NULL,
    kind               TEXT NOT NULL CHECK (kind IN ('indiv', 'collec', 'collec-comptage')),
    counting_system    TEXT CHECK (counting_system IS NULL OR kind = 'collec-comptage'),
    is_active          BOOLEAN NOT NULL DEFAULT TRUE,
    street             TEXT NOT NULL,
    postal_code        TEXT NOT NULL,
    city               TEXT NOT NULL,
    latitude           TEXT NOT NULL,
    longitude          TEXT NOT NULL,
    created_at         INTEGER NOT NULL,
    archived_at        INTEGER
);
CREATE INDEX stations_by_operator ON stations (operator_id, name_folded, id) WHERE archived_at IS NULL;

CREATE TABLE lockers (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    station_id        INTEGER NOT NULL REFERENCES stations (id),
    name              TEXT NOT NULL,
    type_id           INTEGER NOT NULL CHECK (type_id BETWEEN 1 AND 4),
    complement        TEXT NOT NULL DEFAULT '',
    is_active         BOOLEAN NOT NULL DEFAULT TRUE,
    card_address      TEXT NOT NULL,
    card_ports        TEXT NOT NULL,
    capacity          INTEGER NOT NULL CHECK (capacity >= 1 AND (type_id = 4 OR capacity = 1)),
    counter_reference TEXT NOT NULL DEFAULT '',
    counted           INTEGER CHECK (counted >= 0),
    counted_at        INTEGER,
    created_at        INTEGER NOT NULL,
    archived_at       INTEGER
);
CREATE INDEX lockers_by_station ON lockers (station_id) WHERE archived_at IS NULL;

CREATE TABLE locker_tags (
    locker_id INTEGER NOT NULL REFERENCES lockers (id),
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    PRIMARY KEY (locker_id, position)
);

-- place numbers the open stays of one locker from 1 to its capacity: the unique
-- index is what keeps two customers out of one place.
CREATE TABLE occupations (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    operator_id INTEGER NOT NULL REFERENCES operators (id),
    locker_id   INTEGER NOT NULL REFERENCES lockers (id),
    account_id  INTEGER NOT NULL REFERENCES accounts (id),
    place       INTEGER NOT NULL CHECK (place >= 1),
    is_test     BOOLEAN NOT NULL,
    started_at  INTEGER NOT NULL,
    ended_at    INTEGER CHECK (ended_at >= started_at)
);
CREATE UNIQUE INDEX occupations_open ON occupations (locker_id, place) WHERE ended_at IS NULL;
CREATE INDEX occupations_open_by_operator ON occupations (operator_id) WHERE ended_at IS NULL;
CREATE INDEX occupations_by_locker ON occupations (locker_id);
CREATE INDEX occupations_by_account ON occupations (account_id);

CREATE TABLE journal (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    at          INTEGER NOT NULL,
    actor_id    INTEGER,
    operator_id INTEGER,
    action      TEXT NOT NULL,
    object_kind TEXT NOT NULL,
    object_id   INTEGER NOT NULL,
    changes     TEXT NOT NULL
);
CREATE INDEX journal_by_operator ON journal (operator_id, at DESC, id DESC);
CREATE INDEX journal_by_object ON journal (object_kind, object_id, at DESC, id DESC);

-- +goose StatementBegin
CREATE TRIGGER journal_append_only BEFORE UPDATE ON journal
BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only');
END;
-- +goose StatementEnd

CREATE TABLE mails (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    kind         TEXT NOT NULL,
    recipient    TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    attempts     INTEGER NOT NULL DEFAULT 0,
    abandoned_at INTEGER
);
CREATE INDEX mails_due ON mails (due_at, id) WHERE abandoned_at IS NULL;

-- +goose Down
DROP TABLE mails;
DROP TABLE journal;
DROP TABLE occupations;
DROP TABLE locker_tags;
DROP TABLE lockers;
DROP TABLE stations;
DROP TABLE attempts;
DROP TABLE password_links;
DROP TABLE sessions;
DROP TABLE account_roles;
DROP TABLE accounts;
DROP TABLE operators;
