-- +goose Up
-- email_key compares e-mails without case; email_folded finds them without case or accents.
-- The store folds those that are not plain ASCII.
-- +engine postgres
DROP INDEX accounts_search;
-- +engine sqlite
DROP TRIGGER accounts_search_update;
DROP TRIGGER accounts_search_insert;
-- +engine all
DROP INDEX accounts_by_name;
ALTER TABLE accounts RENAME COLUMN email_folded TO email_key;
ALTER TABLE accounts ADD COLUMN email_folded TEXT NOT NULL DEFAULT '';
-- +engine postgres
UPDATE accounts SET email_folded = email_key WHERE octet_length(email_key) = char_length(email_key);
-- +engine sqlite
UPDATE accounts SET email_folded = email_key WHERE email_key NOT GLOB '*[^ -~]*';
-- +engine all
CREATE INDEX accounts_by_name ON accounts (last_folded, first_folded, id, role_bits, email_folded) WHERE deleted_at IS NULL;
-- +engine postgres
CREATE INDEX accounts_search ON accounts
    USING gin (last_folded public.gin_trgm_ops, first_folded public.gin_trgm_ops, email_folded public.gin_trgm_ops)
    WITH (fastupdate = off);
-- +engine sqlite
INSERT INTO accounts_search (accounts_search) VALUES ('rebuild');

-- +goose StatementBegin
CREATE TRIGGER accounts_search_insert AFTER INSERT ON accounts
BEGIN
    INSERT INTO accounts_search (rowid, last_folded, first_folded, email_folded)
    VALUES (NEW.id, NEW.last_folded, NEW.first_folded, NEW.email_folded);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER accounts_search_update AFTER UPDATE OF last_folded, first_folded, email_folded ON accounts
BEGIN
    INSERT INTO accounts_search (accounts_search, rowid, last_folded, first_folded, email_folded)
    VALUES ('delete', OLD.id, OLD.last_folded, OLD.first_folded, OLD.email_folded);
    INSERT INTO accounts_search (rowid, last_folded, first_folded, email_folded)
    VALUES (NEW.id, NEW.last_folded, NEW.first_folded, NEW.email_folded);
END;
-- +goose StatementEnd
-- +engine all

-- A mail is for an account, and goes to the address that the account has when the mail is made from its template.
-- A mail without an account is dropped, with its file. There is no foreign key: the time of its check would show which
-- addresses are known. sent_at is set when the file of the mail is kept in the outbox folder.
ALTER TABLE mails ADD COLUMN account_id BIGINT;
ALTER TABLE mails ADD COLUMN sent_at BIGINT;
UPDATE mails SET account_id = (SELECT a.id FROM accounts a WHERE a.email_key = LOWER(mails.recipient) OR a.email = mails.recipient);
DELETE FROM mails WHERE account_id IS NULL;
ALTER TABLE mails DROP COLUMN recipient;
DROP INDEX mails_due;
CREATE INDEX mails_due ON mails (due_at, id) WHERE abandoned_at IS NULL AND sent_at IS NULL;
CREATE INDEX mails_by_account ON mails (account_id);

CREATE INDEX journal_by_actor ON journal (actor_id, at DESC, id DESC) WHERE actor_id IS NOT NULL;

-- +goose Down
DROP INDEX journal_by_actor;
DROP INDEX mails_by_account;
DROP INDEX mails_due;
DELETE FROM mails WHERE account_id IS NULL OR sent_at IS NOT NULL;
ALTER TABLE mails ADD COLUMN recipient TEXT NOT NULL DEFAULT '';
UPDATE mails SET recipient = (SELECT a.email FROM accounts a WHERE a.id = mails.account_id);
ALTER TABLE mails DROP COLUMN sent_at;
ALTER TABLE mails DROP COLUMN account_id;
CREATE INDEX mails_due ON mails (due_at, id) WHERE abandoned_at IS NULL;
-- +engine postgres
DROP INDEX accounts_search;
-- +engine sqlite
DROP TRIGGER accounts_search_update;
DROP TRIGGER accounts_search_insert;
-- +engine all
DROP INDEX accounts_by_name;
ALTER TABLE accounts DROP COLUMN email_folded;
ALTER TABLE accounts RENAME COLUMN email_key TO email_folded;
CREATE INDEX accounts_by_name ON accounts (last_folded, first_folded, id, role_bits, email_folded) WHERE deleted_at IS NULL;
-- +engine postgres
CREATE INDEX accounts_search ON accounts
    USING gin (last_folded public.gin_trgm_ops, first_folded public.gin_trgm_ops, email_folded public.gin_trgm_ops)
    WITH (fastupdate = off);
-- +engine sqlite
INSERT INTO accounts_search (accounts_search) VALUES ('rebuild');
-- +goose StatementBegin
CREATE TRIGGER accounts_search_insert AFTER INSERT ON accounts
BEGIN
    INSERT INTO accounts_search (rowid, last_folded, first_folded, email_folded)
    VALUES (NEW.id, NEW.last_folded, NEW.first_folded, NEW.email_folded);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER accounts_search_update AFTER UPDATE OF last_folded, first_folded, email_folded ON accounts
BEGIN
    INSERT INTO accounts_search (accounts_search, rowid, last_folded, first_folded, email_folded)
    VALUES ('delete', OLD.id, OLD.last_folded, OLD.first_folded, OLD.email_folded);
    INSERT INTO accounts_search (rowid, last_folded, first_folded, email_folded)
    VALUES (NEW.id, NEW.last_folded, NEW.first_folded, NEW.email_folded);
END;
-- +goose StatementEnd
-- +engine all
