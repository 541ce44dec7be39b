-- +goose NO TRANSACTION
-- +goose Up
-- The open stays whose customer is to be told that an overrun is near, and the terms of which some are unpaid.

-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS stays_to_remind;
CREATE INDEX CONCURRENTLY stays_to_remind ON stays (remind_at) WHERE ended_at IS NULL AND reminded = FALSE;
DROP INDEX CONCURRENTLY IF EXISTS payments_unpaid_terms;
CREATE INDEX CONCURRENTLY payments_unpaid_terms ON payments (operator_id, status, subscription_id, term, first_at, closes_at, amount)
    WHERE subscription_id IS NOT NULL AND status IN ('NOT_PRESENTED', 'ATTEMPT_PROCESS', 'UNPAID', 'ERROR',
        'PAYMENT_ERROR_MEANT_OF_PAYMENT', 'PERMANENT_ERROR', 'INVALID_PAYMENT');
-- +engine sqlite
CREATE INDEX stays_to_remind ON stays (remind_at) WHERE ended_at IS NULL AND reminded = FALSE;
CREATE INDEX payments_unpaid_terms ON payments (operator_id, status, subscription_id, term, first_at, closes_at, amount)
    WHERE subscription_id IS NOT NULL AND status IN ('NOT_PRESENTED', 'ATTEMPT_PROCESS', 'UNPAID', 'ERROR',
        'PAYMENT_ERROR_MEANT_OF_PAYMENT', 'PERMANENT_ERROR', 'INVALID_PAYMENT');
-- +engine all
