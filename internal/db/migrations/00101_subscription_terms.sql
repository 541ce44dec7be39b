-- +goose Up
-- What an operator decides for its customers, and terms that are not paid.

ALTER TABLE operators ADD COLUMN grace_days BIGINT NOT NULL DEFAULT 7;

ALTER TABLE payments ADD COLUMN closes_at BIGINT; -- from then on a term that is not settled opens nothing
ALTER TABLE payments ADD COLUMN reduced BIGINT NOT NULL DEFAULT 0; -- what the amount was lowered by when the term ended early
ALTER TABLE payments ADD COLUMN reduced_at BIGINT;
