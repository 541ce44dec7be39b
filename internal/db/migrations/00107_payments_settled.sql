-- +goose NO TRANSACTION
-- +goose Up
-- In place of payments_by_settlement: with the start, by which a list sorts what was settled in some days, so that the rows
-- of those days are not read.

-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS payments_settled;
CREATE INDEX CONCURRENTLY payments_settled ON payments (operator_id, settled_at, started_at, is_test, stay_bits)
    WHERE settled_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS payments_by_settlement;
-- +engine sqlite
CREATE INDEX payments_settled ON payments (operator_id, settled_at, started_at, is_test, stay_bits) WHERE settled_at IS NOT NULL;
DROP INDEX IF EXISTS payments_by_settlement;
-- +engine all
