-- +goose NO TRANSACTION
-- +goose Up
-- The list of subscriptions, with the columns that its filters compare; what renews, for the revenue; and the terms that
-- are not paid, by which unpaid subscriptions are found.

-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS subscriptions_in_order;
CREATE INDEX CONCURRENTLY subscriptions_in_order ON subscriptions (operator_id, starts_at DESC, id DESC, ends_at, next_at,
    cancelled_at, next_term, is_renewed, is_test, tariff_id, account_id);
DROP INDEX CONCURRENTLY IF EXISTS subscriptions_renewing;
CREATE INDEX CONCURRENTLY subscriptions_renewing ON subscriptions (operator_id, next_at, tariff_id, tariff_version, starts_at, ends_at,
    cancelled_at, next_term, is_renewed, is_test, account_id) WHERE next_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS payments_of_unpaid_terms;
CREATE INDEX CONCURRENTLY payments_of_unpaid_terms ON payments (subscription_id, term, operator_id) WHERE subscription_id IS NOT NULL
    AND status IN ('UNPAID', 'ERROR', 'PAYMENT_ERROR_MEANT_OF_PAYMENT', 'PERMANENT_ERROR', 'INVALID_PAYMENT');
-- +engine sqlite
CREATE INDEX subscriptions_in_order ON subscriptions (operator_id, starts_at DESC, id DESC, ends_at, next_at,
    cancelled_at, next_term, is_renewed, is_test, tariff_id, account_id);
CREATE INDEX subscriptions_renewing ON subscriptions (operator_id, next_at, tariff_id, tariff_version, starts_at, ends_at,
    cancelled_at, next_term, is_renewed, is_test, account_id) WHERE next_at IS NOT NULL;
CREATE INDEX payments_of_unpaid_terms ON payments (subscription_id, term, operator_id) WHERE subscription_id IS NOT NULL
    AND status IN ('UNPAID', 'ERROR', 'PAYMENT_ERROR_MEANT_OF_PAYMENT', 'PERMANENT_ERROR', 'INVALID_PAYMENT');
-- +engine all
