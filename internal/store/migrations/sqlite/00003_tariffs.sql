-- +goose Up
-- What a tariff says stands in versions that never change: a stay refers to that
-- of its start, which is its copy.
CREATE TABLE tariffs (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    operator_id INTEGER NOT NULL REFERENCES operators (id),
    version     INTEGER NOT NULL DEFAULT 1,
    created_at  INTEGER NOT NULL,
    archived_at INTEGER
);
CREATE INDEX tariffs_by_operator ON tariffs (operator_id) WHERE archived_at IS NULL;

CREATE TABLE tariff_versions (
    tariff_id       INTEGER NOT NULL REFERENCES tariffs (id),
    version         INTEGER NOT NULL,
    admin_label     TEXT NOT NULL,
    public_label    TEXT NOT NULL,
    is_subscription BOOLEAN NOT NULL,
    unit            TEXT NOT NULL CHECK (unit IN ('heure', 'jour', 'mois', 'an')),
    amount          INTEGER NOT NULL CHECK (amount >= 0),
    promo_amount    INTEGER CHECK (promo_amount >= 0),
    ceiling         INTEGER CHECK (ceiling >= 0),
    ceiling_minutes INTEGER CHECK (ceiling_minutes > 0),
    free_minutes    INTEGER CHECK (free_minutes > 0),
    free_deducted   BOOLEAN NOT NULL,
    overrun_minutes INTEGER CHECK (overrun_minutes > 0),
    overrun_amount  INTEGER CHECK (overrun_amount >= 0),
    overrun_unit    TEXT CHECK (overrun_unit IN ('heure', 'jour')),
    removal_minutes INTEGER CHECK (removal_minutes > 0),
    removal_amount  INTEGER CHECK (removal_amount >= 0),
    created_at      INTEGER NOT NULL,
    PRIMARY KEY (tariff_id, version),
    CHECK (overrun_minutes <= removal_minutes)
);

-- +goose StatementBegin
CREATE TRIGGER tariff_versions_never_change BEFORE UPDATE ON tariff_versions
BEGIN
    SELECT RAISE(ABORT, 'a version of a tariff never changes');
END;
-- +goose StatementEnd

-- weekdays: bit 0 is Monday; minutes of the day, in Paris.
CREATE TABLE tariff_periods (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    tariff_id     INTEGER NOT NULL REFERENCES tariffs (id),
    label         TEXT NOT NULL,
    weekdays      INTEGER NOT NULL CHECK (weekdays BETWEEN 1 AND 127),
    from_date     TEXT NOT NULL DEFAULT '',
    to_date       TEXT NOT NULL DEFAULT '',
    opens_minute  INTEGER CHECK (opens_minute BETWEEN 0 AND 1439),
    closes_minute INTEGER CHECK (closes_minute BETWEEN 0 AND 1439)
);
CREATE INDEX tariff_periods_by_tariff ON tariff_periods (tariff_id);

CREATE TABLE tariff_beneficiaries (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    tariff_id    INTEGER NOT NULL REFERENCES tariffs (id),
    email        TEXT NOT NULL,
    email_folded TEXT NOT NULL
);
CREATE UNIQUE INDEX tariff_beneficiaries_once ON tariff_beneficiaries (tariff_id, email_folded);
CREATE INDEX tariff_beneficiaries_by_email ON tariff_beneficiaries (email_folded);

CREATE TABLE tariff_lockers (
    tariff_id INTEGER NOT NULL REFERENCES tariffs (id),
    locker_id INTEGER NOT NULL REFERENCES lockers (id),
    PRIMARY KEY (tariff_id, locker_id)
);
CREATE INDEX tariff_lockers_by_locker ON tariff_lockers (locker_id);

CREATE TABLE subscriptions (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    operator_id    INTEGER NOT NULL REFERENCES operators (id),
    account_id     INTEGER NOT NULL REFERENCES accounts (id),
    tariff_id      INTEGER NOT NULL REFERENCES tariffs (id),
    tariff_version INTEGER NOT NULL,
    starts_at      INTEGER NOT NULL,
    ends_at        INTEGER CHECK (ends_at > starts_at),
    is_renewed     BOOLEAN NOT NULL
);
CREATE INDEX subscriptions_by_account ON subscriptions (account_id, starts_at);
CREATE INDEX subscriptions_by_tariff ON subscriptions (tariff_id, ends_at);

ALTER TABLE occupations ADD COLUMN tariff_id INTEGER REFERENCES tariffs (id);
ALTER TABLE occupations ADD COLUMN tariff_version INTEGER;
ALTER TABLE occupations ADD COLUMN overrun_at INTEGER;
ALTER TABLE occupations ADD COLUMN removal_at INTEGER;
CREATE INDEX occupations_by_tariff ON occupations (tariff_id, ended_at, id) WHERE tariff_id IS NOT NULL;
CREATE INDEX occupations_to_overrun ON occupations (overrun_at) WHERE ended_at IS NULL AND overrun = FALSE;
CREATE INDEX occupations_to_remove ON occupations (removal_at) WHERE ended_at IS NULL AND removed = FALSE;

-- +goose Down
DROP INDEX occupations_to_remove;
DROP INDEX occupations_to_overrun;
DROP INDEX occupations_by_tariff;
ALTER TABLE occupations DROP COLUMN removal_at;
ALTER TABLE occupations DROP COLUMN overrun_at;
ALTER TABLE occupations DROP COLUMN tariff_version;
ALTER TABLE occupations DROP COLUMN tariff_id;
DROP TABLE subscriptions;
DROP TABLE tariff_lockers;
DROP TABLE tariff_beneficiaries;
DROP TABLE tariff_periods;
DROP TABLE tariff_versions;
DROP TABLE tariffs;
