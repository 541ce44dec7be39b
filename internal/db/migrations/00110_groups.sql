-- +goose Up
-- Small sums that are collected together (docs/adr/0109).

ALTER TABLE operators ADD COLUMN collect_from BIGINT; -- null: the least that the provider takes
ALTER TABLE operators ADD COLUMN collect_within_days BIGINT NOT NULL DEFAULT 30;

ALTER TABLE payments ADD COLUMN waits_for BIGINT NOT NULL DEFAULT 0; -- the sum that it waits for, before any attempt

-- The charge that an attempt is a part of. Nodes of the release before ask about what has ask_at, for its own amount:
-- so when to ask about the charge stands apart, with the first of its parts.
ALTER TABLE payment_attempts ADD COLUMN group_uuid TEXT;
ALTER TABLE payment_attempts ADD COLUMN group_amount BIGINT;
ALTER TABLE payment_attempts ADD COLUMN group_ask_at BIGINT;
