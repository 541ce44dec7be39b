-- +goose Up
-- Names folded for comparison and order. The store fills them in for existing accounts (foldNames).
ALTER TABLE accounts ADD COLUMN last_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN first_folded TEXT NOT NULL DEFAULT '';
-- The roles of an account as a bit set: 1 Gestionnaire, 2 Hotline, 4 Mainteneur, 8 Utilisateur, 16 Administrateur.
ALTER TABLE accounts ADD COLUMN role_bits BIGINT NOT NULL DEFAULT 0;
CREATE INDEX accounts_by_name ON accounts (last_folded, first_folded, id, role_bits, email_folded) WHERE deleted_at IS NULL;
-- Staff and administrators are few: this index finds them without reading past the customers.
CREATE INDEX accounts_staff_by_name ON accounts (last_folded, first_folded, id) WHERE deleted_at IS NULL AND (role_bits & 23) <> 0;

-- The people whom an operator knows, in the order of their names, so that a page is read along the index. The index
-- holds every searched column, so that a short word is looked for in the index alone.
ALTER TABLE account_operators ADD COLUMN last_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE account_operators ADD COLUMN first_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE account_operators ADD COLUMN email_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE account_operators ADD COLUMN role_bits BIGINT NOT NULL DEFAULT 0;
CREATE INDEX account_operators_by_name
    ON account_operators (operator_id, last_folded, first_folded, account_id, role_bits, email_folded);
CREATE INDEX account_operators_staff_by_name ON account_operators (operator_id, last_folded, first_folded, account_id)
    WHERE (role_bits & 23) <> 0;

-- +engine postgres
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE INDEX accounts_search ON accounts
    USING gin (last_folded public.gin_trgm_ops, first_folded public.gin_trgm_ops, email_folded public.gin_trgm_ops)
    WITH (fastupdate = off);
-- +engine sqlite
CREATE VIRTUAL TABLE accounts_search USING fts5(
    last_folded, first_folded, email_folded, content = 'accounts', content_rowid = 'id', tokenize = 'trigram'
);
INSERT INTO accounts_search (accounts_search, rank) VALUES ('secure-delete', 1);
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

CREATE INDEX occupations_by_account_start ON occupations (account_id, started_at DESC, id DESC);
DROP INDEX occupations_by_account;

-- Erased accounts, to be erased again from a restored backup. No personal data.
CREATE TABLE tombstones (
    account_id BIGINT PRIMARY KEY,
    kind       TEXT NOT NULL CHECK (kind IN ('anonymisation', 'suppression')),
    at         BIGINT NOT NULL
);

-- +goose Down
DROP TABLE tombstones;
CREATE INDEX occupations_by_account ON occupations (account_id);
DROP INDEX occupations_by_account_start;
-- +engine postgres
DROP INDEX accounts_search;
-- +engine sqlite
DROP TRIGGER accounts_search_update;
DROP TRIGGER accounts_search_insert;
DROP TABLE accounts_search;
-- +engine all
DROP INDEX account_operators_staff_by_name;
DROP INDEX account_operators_by_name;
ALTER TABLE account_operators DROP COLUMN role_bits;
ALTER TABLE account_operators DROP COLUMN email_folded;
ALTER TABLE account_operators DROP COLUMN first_folded;
ALTER TABLE account_operators DROP COLUMN last_folded;
DROP INDEX accounts_staff_by_name;
DROP INDEX accounts_by_name;
ALTER TABLE accounts DROP COLUMN role_bits;
ALTER TABLE accounts DROP COLUMN first_folded;
ALTER TABLE accounts DROP COLUMN last_folded;
