-- +goose NO TRANSACTION
-- +goose Up
-- The parts of a charge, and the charges that the provider is to be asked about.

-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS payment_attempts_of_group;
CREATE INDEX CONCURRENTLY payment_attempts_of_group ON payment_attempts (group_uuid, id) WHERE group_uuid IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS payment_attempts_groups_to_ask;
CREATE INDEX CONCURRENTLY payment_attempts_groups_to_ask ON payment_attempts (group_ask_at) WHERE group_ask_at IS NOT NULL;
-- +engine sqlite
CREATE INDEX payment_attempts_of_group ON payment_attempts (group_uuid, id) WHERE group_uuid IS NOT NULL;
CREATE INDEX payment_attempts_groups_to_ask ON payment_attempts (group_ask_at) WHERE group_ask_at IS NOT NULL;
-- +engine all
