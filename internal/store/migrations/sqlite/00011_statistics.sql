-- +goose Up
-- The tallies of payments also say when a stay or term began: at any time (period 0), on a day (above), or in a
-- month (below); whether they are of stays; and what they come to. Statistics are made of them. Migrating counts
-- them anew.
DROP TABLE payment_tallies;
DROP TABLE payment_tally_changes;
CREATE TABLE payment_tallies (
    dimension   TEXT NOT NULL,
    period      INTEGER NOT NULL,
    value       INTEGER NOT NULL,
    operator_id INTEGER NOT NULL,
    is_test     BOOLEAN NOT NULL,
    of_stay     BOOLEAN NOT NULL,
    n           INTEGER NOT NULL,
    total       INTEGER NOT NULL,
    PRIMARY KEY (dimension, period, value, operator_id, is_test, of_stay)
) WITHOUT ROWID;
CREATE TABLE payment_tally_changes (
    dimension   TEXT NOT NULL,
    period      INTEGER NOT NULL,
    value       INTEGER NOT NULL,
    operator_id INTEGER NOT NULL,
    is_test     BOOLEAN NOT NULL,
    of_stay     BOOLEAN NOT NULL,
    n           INTEGER NOT NULL,
    total       INTEGER NOT NULL
);

-- Lists of stays alone are read from these without the rows.
DROP INDEX payments_of_status;
DROP INDEX payments_of_account;
CREATE INDEX payments_of_status ON payments (status, started_at DESC, id DESC, operator_id, is_test, use_bits);
CREATE INDEX payments_of_account ON payments (account_id, started_at DESC, id DESC, operator_id, is_test, status, use_bits);

-- +goose Down
DROP INDEX payments_of_account;
DROP INDEX payments_of_status;
CREATE INDEX payments_of_account ON payments (account_id, started_at DESC, id DESC, operator_id, is_test, status);
CREATE INDEX payments_of_status ON payments (status, started_at DESC, id DESC, operator_id, is_test);
DROP TABLE payment_tally_changes;
DROP TABLE payment_tallies;
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
