-- +goose Up
-- When the person was last seen, apart from what other tables show. The retention job updates it from stays, payments
-- and subscriptions before it decides by it (docs/adr/0019).
ALTER TABLE accounts ADD COLUMN last_active_at BIGINT NOT NULL DEFAULT 0;
-- +engine postgres
UPDATE accounts SET last_active_at = GREATEST(created_at,
-- +engine sqlite
UPDATE accounts SET last_active_at = MAX(created_at,
-- +engine all
    COALESCE((SELECT MAX(s.rotated_at) FROM sessions s WHERE s.account_id = accounts.id), 0),
    COALESCE((SELECT MAX(j.at) FROM journal j WHERE j.actor_id = accounts.id), 0));
CREATE INDEX accounts_by_activity ON accounts (last_active_at, id) WHERE anonymised_at IS NULL AND deleted_at IS NULL;

-- Accounts whose person is warned that they are about to be anonymised. Activity deletes the row.
CREATE TABLE inactivity_warnings (
    account_id BIGINT PRIMARY KEY REFERENCES accounts (id),
    queued_at  BIGINT NOT NULL,
    sent_at    BIGINT,
    failed_at  BIGINT,
    refusals   BIGINT NOT NULL DEFAULT 0
);

-- Jobs that run once a day over all nodes.
CREATE TABLE daily_jobs (
    name         TEXT PRIMARY KEY,
    day          TEXT NOT NULL,
    leased_until BIGINT NOT NULL
);

CREATE INDEX journal_by_instant ON journal (at DESC, id DESC);
-- Mails in the outbox folder and parked mails are trimmed by age.
CREATE INDEX mails_sent ON mails (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX mails_abandoned ON mails (abandoned_at) WHERE abandoned_at IS NOT NULL;

-- +goose Down
DROP INDEX mails_abandoned;
DROP INDEX mails_sent;
DROP INDEX journal_by_instant;
DROP TABLE daily_jobs;
DROP TABLE inactivity_warnings;
DROP INDEX accounts_by_activity;
ALTER TABLE accounts DROP COLUMN last_active_at;
