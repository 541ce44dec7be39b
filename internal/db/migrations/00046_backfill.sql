-- +goose Up
-- How far the events of money of before each ledger were entered by command (docs/adr/0068).
CREATE TABLE ledger_backfills (
    operator_id    BIGINT NOT NULL PRIMARY KEY,
    own_from       BIGINT NOT NULL, -- instant from which the ledger has entries of its own
    from_at        BIGINT NOT NULL, -- of the last span
    before_at      BIGINT NOT NULL, -- its end, excluded
    cursor_at      BIGINT NOT NULL, -- what comes before this instant and payment is entered
    cursor_payment BIGINT NOT NULL
);
-- They find by their instants what no payment tells: refunds and acts of staff, which are rare.
CREATE INDEX presentations_by_instant ON presentations (at, payment_id) WHERE kind <> 'presentation';
CREATE INDEX presentations_refunded ON presentations (answered_at, payment_id) WHERE kind = 'remboursement';

-- +goose Down
DROP INDEX presentations_refunded;
DROP INDEX presentations_by_instant;
DROP TABLE ledger_backfills;
