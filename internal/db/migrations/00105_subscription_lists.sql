-- +goose NO TRANSACTION
-- +goose Up
-- The list of subscriptions, with the columns that its filters compare; and what renews, for the revenue.

-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS subscriptions_in_order;
CREATE INDEX CONCURRENTLY subscriptions_in_order ON subscriptions (operator_id, starts_at DESC, id DESC, ends_at, next_at,
    cancelled_at, next_term, is_renewed, is_test, tariff_id, account_id);
DROP INDEX CONCURRENTLY IF EXISTS subscriptions_renewing;
CREATE INDEX CONCURRENTLY subscriptions_renewing ON subscriptions (operator_id, next_at, tariff_id, tariff_version, starts_at, ends_at,
    cancelled_at, next_term, is_renewed, is_test, account_id) WHERE next_at IS NOT NULL;
-- +engine sqlite
CREATE INDEX subscriptions_in_order ON subscriptions (operator_id, starts_at DESC, id DESC, ends_at, next_at,
    cancelled_at, next_term, is_renewed, is_test, tariff_id, account_id);
CREATE INDEX subscriptions_renewing ON subscriptions (operator_id, next_at, tariff_id, tariff_version, starts_at, ends_at,
    cancelled_at, next_term, is_renewed, is_test, account_id) WHERE next_at IS NOT NULL;
-- +engine all
