-- +goose NO TRANSACTION
-- +goose Up
-- The open stays whose customer is to be told that an overrun is near.

-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS stays_to_remind;
CREATE INDEX CONCURRENTLY stays_to_remind ON stays (remind_at) WHERE ended_at IS NULL AND reminded = FALSE;
-- +engine sqlite
CREATE INDEX stays_to_remind ON stays (remind_at) WHERE ended_at IS NULL AND reminded = FALSE;
-- +engine all
