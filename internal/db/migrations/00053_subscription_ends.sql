-- +goose Up
-- That somebody ended a subscription, when, and why in their words. One that ended by itself has neither.
ALTER TABLE subscriptions ADD COLUMN cancelled_at BIGINT;
ALTER TABLE subscriptions ADD COLUMN end_comment TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE subscriptions DROP COLUMN end_comment;
ALTER TABLE subscriptions DROP COLUMN cancelled_at;
