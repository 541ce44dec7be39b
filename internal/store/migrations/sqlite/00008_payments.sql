-- +goose Up
-- What is owed for each stay and each term of a subscription. What the filters ask of a stay is kept beside it, so
-- that one index answers them: how long it was, and what it is as a set of bits, 1 ended, 2 overrun, 4 removed.
CREATE TABLE payments (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid            TEXT NOT NULL UNIQUE,
    operator_id     INTEGER NOT NULL REFERENCES operators (id),
    account_id      INTEGER NOT NULL REFERENCES accounts (id),
    occupation_id   INTEGER UNIQUE REFERENCES occupations (id),
    locker_id       INTEGER REFERENCES lockers (id),
    subscription_id INTEGER REFERENCES subscriptions (id),
    term            INTEGER NOT NULL DEFAULT 0,
    is_test         BOOLEAN NOT NULL,
    started_at      INTEGER NOT NULL,
    ended_at        INTEGER,
    overrun         BOOLEAN NOT NULL DEFAULT FALSE,
    removed         BOOLEAN NOT NULL DEFAULT FALSE,
    amount          INTEGER NOT NULL CHECK (amount >= 0),
    refunded        INTEGER NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount),
    status          TEXT NOT NULL CHECK (status IN ('RUNNING', 'NOT_PRESENTED', 'FREE', 'ATTEMPT_PROCESS', 'PAID', 'UNPAID', 'ERROR',
        'PAYMENT_ERROR_MEANT_OF_PAYMENT', 'PERMANENT_ERROR', 'MANUAL', 'CANCELLED', 'INVALID_PAYMENT')),
    attempts        INTEGER NOT NULL DEFAULT 0,
    due_at          INTEGER,
    first_at        INTEGER,
    presented_at    INTEGER,
    settled_at      INTEGER,
    minutes         INTEGER,
    use_bits        INTEGER,
    CHECK ((occupation_id IS NULL) <> (subscription_id IS NULL))
);
CREATE UNIQUE INDEX payments_of_term ON payments (subscription_id, term) WHERE subscription_id IS NOT NULL;
-- The order of the lists, with what is filtered most, so that a list is read along without its rows.
CREATE INDEX payments_newest ON payments (started_at DESC, id DESC, is_test, status, locker_id, amount, minutes, use_bits, account_id);
CREATE INDEX payments_of_operator
    ON payments (operator_id, started_at DESC, id DESC, is_test, status, locker_id, amount, minutes, use_bits, account_id);
-- What is rare is looked up.
CREATE INDEX payments_of_status ON payments (status, started_at DESC, id DESC, operator_id, is_test);
CREATE INDEX payments_of_locker ON payments (locker_id, started_at DESC, id DESC, operator_id, is_test, status);
CREATE INDEX payments_by_use ON payments (use_bits);
CREATE INDEX payments_by_end ON payments (ended_at);
CREATE INDEX payments_by_settlement ON payments (settled_at);
CREATE INDEX payments_by_presentation ON payments (presented_at);
CREATE INDEX payments_by_amount ON payments (amount);
CREATE INDEX payments_by_minutes ON payments (minutes);
CREATE INDEX payments_of_account ON payments (account_id, started_at DESC, id DESC, operator_id, is_test, status);
CREATE INDEX payments_due ON payments (due_at) WHERE due_at IS NOT NULL;

-- How many payments have each value of what is filtered, so that no list counts its rows. A write adds its changes
-- in a row of their own, so that no two writers wait for one another; a job folds them in.
CREATE TABLE payment_tallies (
    dimension   TEXT NOT NULL,
    value       INTEGER NOT NULL,
    operator_id INTEGER NOT NULL,
    is_test     BOOLEAN NOT NULL,
    n           INTEGER NOT NULL,
    PRIMARY KEY (dimension, value, operator_id, is_test)
) WITHOUT ROWID;
CREATE TABLE payment_tally_changes (
    dimension   TEXT NOT NULL,
    value       INTEGER NOT NULL,
    operator_id INTEGER NOT NULL,
    is_test     BOOLEAN NOT NULL,
    n           INTEGER NOT NULL
);

-- What happened to a payment: charges, refunds, and what staff did in their place.
CREATE TABLE presentations (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid           TEXT NOT NULL UNIQUE,
    payment_id     INTEGER NOT NULL REFERENCES payments (id),
    kind           TEXT NOT NULL CHECK (kind IN ('presentation', 'remboursement', 'manuel', 'annulation')),
    attempt        INTEGER NOT NULL,
    amount         INTEGER NOT NULL CHECK (amount >= 0),
    outcome        TEXT NOT NULL,
    card_reference TEXT,
    card_brand     TEXT,
    card_pan       TEXT,
    card_expires   TEXT,
    means          TEXT NOT NULL DEFAULT '',
    comment        TEXT NOT NULL DEFAULT '',
    actor_id       INTEGER,
    at             INTEGER NOT NULL,
    answered_at    INTEGER,
    ask_at         INTEGER,
    asked          INTEGER NOT NULL DEFAULT 0,
    provider_ref   TEXT NOT NULL DEFAULT '',
    refund_of      TEXT NOT NULL DEFAULT ''
);
CREATE INDEX presentations_of_payment ON presentations (payment_id, id);
CREATE INDEX presentations_by_staff ON presentations (payment_id, id) WHERE (means <> '' OR comment <> '');
CREATE INDEX presentations_to_ask ON presentations (ask_at) WHERE ask_at IS NOT NULL;
-- The database itself holds that a payment is with the provider once at a time. One that turns out to be collected
-- in double is written down as what it is, and goes back.
CREATE UNIQUE INDEX presentations_once ON presentations (payment_id)
    WHERE kind = 'presentation' AND outcome = 'ATTEMPT_PROCESS';

CREATE TABLE cards (
    account_id INTEGER PRIMARY KEY REFERENCES accounts (id),
    reference  TEXT NOT NULL,
    brand      TEXT NOT NULL,
    pan        TEXT NOT NULL,
    expires    TEXT NOT NULL,
    created_at INTEGER NOT NULL
);

CREATE TABLE export_tickets (
    hash        TEXT PRIMARY KEY NOT NULL,
    session_id  TEXT NOT NULL,
    operator_id INTEGER NOT NULL,
    filter      TEXT NOT NULL,
    expires_at  INTEGER NOT NULL
);

ALTER TABLE subscriptions ADD COLUMN is_test BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE subscriptions ADD COLUMN next_term INTEGER NOT NULL DEFAULT 0;
ALTER TABLE subscriptions ADD COLUMN next_at INTEGER;
-- What waits for the staff of an operator: the payments that failed for good, and the cards of running subscriptions.
CREATE INDEX payments_failed ON payments (operator_id, presented_at, id)
    WHERE status IN ('PERMANENT_ERROR', 'INVALID_PAYMENT') AND is_test = FALSE;
CREATE INDEX subscriptions_of_operator ON subscriptions (operator_id, ends_at);
CREATE INDEX subscriptions_to_bill ON subscriptions (next_at) WHERE next_at IS NOT NULL;

INSERT INTO payments (uuid, operator_id, account_id, occupation_id, locker_id, is_test, started_at, ended_at, overrun, removed, amount, status, due_at, minutes, use_bits)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), operator_id, account_id, id, locker_id, is_test, started_at, ended_at, overrun, removed,
       CASE WHEN ended_at IS NULL OR made_free THEN 0 ELSE price END,
       CASE WHEN made_free OR (ended_at IS NOT NULL AND price = 0) THEN 'FREE' WHEN ended_at IS NULL THEN 'RUNNING' ELSE 'NOT_PRESENTED' END,
       CASE WHEN made_free OR ended_at IS NULL OR price = 0 THEN NULL ELSE ended_at END,
       (ended_at - started_at) / 60000,
       CASE WHEN ended_at IS NULL THEN 0 ELSE 1 END + CASE WHEN overrun THEN 2 ELSE 0 END + CASE WHEN removed THEN 4 ELSE 0 END
FROM occupations;

-- +goose Down
DROP INDEX subscriptions_of_operator;
DROP INDEX subscriptions_to_bill;
ALTER TABLE subscriptions DROP COLUMN next_at;
ALTER TABLE subscriptions DROP COLUMN next_term;
ALTER TABLE subscriptions DROP COLUMN is_test;
DROP TABLE export_tickets;
DROP TABLE cards;
DROP TABLE presentations;
DROP TABLE payment_tally_changes;
DROP TABLE payment_tallies;
DROP TABLE payments;
