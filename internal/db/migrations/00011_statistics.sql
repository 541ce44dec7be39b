-- +goose Up
-- Rollup rows get three more columns, and statistics are computed from them: period is when the stay or term began (0:
-- at any time; above 0: a day; below 0: a month), of_stay tells stays from subscription terms, and total is the sum in
-- the dimension's unit. Migrate builds the rollups again.
DROP TABLE payment_tallies;
DROP TABLE payment_tally_changes;
CREATE TABLE payment_tallies (
    dimension   TEXT NOT NULL,
    period      BIGINT NOT NULL,
    value       BIGINT NOT NULL,
    operator_id BIGINT NOT NULL,
    is_test     BOOLEAN NOT NULL,
    of_stay     BOOLEAN NOT NULL,
    n           BIGINT NOT NULL,
    total       BIGINT NOT NULL,
-- +engine postgres
    PRIMARY KEY (dimension, period, value, operator_id, is_test, of_stay) INCLUDE (n, total)
);
-- +engine sqlite
    PRIMARY KEY (dimension, period, value, operator_id, is_test, of_stay)
) WITHOUT ROWID;
-- +engine all
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

-- Lists of stays only are read from these indexes, without the rows.
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
    value       BIGINT NOT NULL,
    operator_id BIGINT NOT NULL,
    is_test     BOOLEAN NOT NULL,
    n           BIGINT NOT NULL,
-- +engine postgres
    PRIMARY KEY (dimension, value, operator_id, is_test) INCLUDE (n)
);
-- +engine sqlite
    PRIMARY KEY (dimension, value, operator_id, is_test)
) WITHOUT ROWID;
-- +engine all
CREATE TABLE payment_tally_changes (
    dimension   TEXT NOT NULL,
    value       BIGINT NOT NULL,
    operator_id BIGINT NOT NULL,
    is_test     BOOLEAN NOT NULL,
    n           BIGINT NOT NULL
);
