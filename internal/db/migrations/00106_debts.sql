-- +goose NO TRANSACTION
-- +goose Up
-- What customers owe an operator (docs/adr/0107): it holds what is owed alone, and all that a sum by age reads.
-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS payments_owed;
CREATE INDEX CONCURRENTLY payments_owed ON payments (operator_id, account_id, ended_at, started_at, first_at, amount, status)
    WHERE status IN ('NOT_PRESENTED', 'ATTEMPT_PROCESS', 'UNPAID', 'ERROR', 'PAYMENT_ERROR_MEANT_OF_PAYMENT',
        'PERMANENT_ERROR', 'INVALID_PAYMENT');
-- +engine sqlite
CREATE INDEX payments_owed ON payments (operator_id, account_id, ended_at, started_at, first_at, amount, status)
    WHERE status IN ('NOT_PRESENTED', 'ATTEMPT_PROCESS', 'UNPAID', 'ERROR', 'PAYMENT_ERROR_MEANT_OF_PAYMENT',
        'PERMANENT_ERROR', 'INVALID_PAYMENT');
-- +engine all
