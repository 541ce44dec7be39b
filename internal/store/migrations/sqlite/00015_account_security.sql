-- +goose Up
-- Limits on logins lock longer each time, until locked_until.
ALTER TABLE attempts ADD COLUMN locks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE attempts ADD COLUMN locked_until INTEGER NOT NULL DEFAULT 0;

-- From where an account was lately signed in to. An address is a keyed hash.
CREATE TABLE account_addresses (
    account_id  INTEGER NOT NULL REFERENCES accounts (id),
    address_key TEXT NOT NULL,
    last_at     INTEGER NOT NULL,
    PRIMARY KEY (account_id, address_key)
);
CREATE INDEX account_addresses_by_instant ON account_addresses (last_at);

-- What touches the safety of accounts. What was typed as an account is a keyed hash.
CREATE TABLE security_events (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    account_id INTEGER,
    actor_id   INTEGER,
    typed_key  TEXT NOT NULL,
    address    TEXT NOT NULL,
    reason     TEXT NOT NULL
);
CREATE INDEX security_events_by_instant ON security_events (at DESC, id DESC);
CREATE INDEX security_events_by_account ON security_events (account_id, at DESC, id DESC);
CREATE INDEX security_events_by_address ON security_events (address, at DESC, id DESC);
CREATE INDEX security_events_by_kind ON security_events (kind, at DESC, id DESC);

-- An e-mail that a colleague gave an account, until the person confirms it; one an account.
CREATE TABLE email_changes (
    account_id INTEGER PRIMARY KEY REFERENCES accounts (id),
    email      TEXT NOT NULL,
    token_hash TEXT, -- null until the letter is written
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX email_changes_by_token ON email_changes (token_hash);

-- Where a letter goes that must reach the address of the moment when it was queued.
ALTER TABLE mails ADD COLUMN recipient TEXT;

-- +goose Down
DELETE FROM mails WHERE recipient IS NOT NULL;
ALTER TABLE mails DROP COLUMN recipient;
DROP TABLE email_changes;
DROP TABLE security_events;
DROP TABLE account_addresses;
ALTER TABLE attempts DROP COLUMN locked_until;
ALTER TABLE attempts DROP COLUMN locks;
