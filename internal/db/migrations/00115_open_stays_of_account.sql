-- +goose NO TRANSACTION
-- +goose Up
-- What a subscriber has in progress, of which a subscription pays for so many at once.

-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS stays_open_of_account;
CREATE INDEX CONCURRENTLY stays_open_of_account ON stays (account_id) WHERE ended_at IS NULL;
-- +engine sqlite
CREATE INDEX stays_open_of_account ON stays (account_id) WHERE ended_at IS NULL;
-- +engine all
