-- +goose Up
-- What an operator decides for its customers, and terms that are not paid.

ALTER TABLE operators ADD COLUMN grace_days BIGINT NOT NULL DEFAULT 7;
