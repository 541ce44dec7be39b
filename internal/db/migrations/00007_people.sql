-- +goose Up
-- Every write about the accounts of a block (128 numbers) raises the version of the block. A node keeps all people in
-- memory for searches, and sees from the versions which blocks it must read again.
CREATE TABLE people_versions (
    block   BIGINT PRIMARY KEY,
    version BIGINT NOT NULL
);
INSERT INTO people_versions (block, version) SELECT DISTINCT id / 128, 1 FROM accounts;

-- +engine postgres
DROP INDEX accounts_search; -- pg_trgm stays: another schema of the database may use it
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

-- +goose Down
ALTER TABLE accounts ADD COLUMN role_bits BIGINT NOT NULL DEFAULT 0;
ALTER TABLE account_operators ADD COLUMN last_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE account_operators ADD COLUMN first_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE account_operators ADD COLUMN email_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE account_operators ADD COLUMN role_bits BIGINT NOT NULL DEFAULT 0;
UPDATE accounts SET role_bits = CASE WHEN is_admin THEN 16 ELSE 0 END + (
    SELECT COALESCE(SUM(CASE r.role WHEN 'Gestionnaire' THEN 1 WHEN 'Hotline' THEN 2 WHEN 'Mainteneur' THEN 4 ELSE 8 END), 0)
    FROM (SELECT DISTINCT role FROM account_roles WHERE account_id = accounts.id) r);
UPDATE account_operators SET
    last_folded = (SELECT a.last_folded FROM accounts a WHERE a.id = account_id),
    first_folded = (SELECT a.first_folded FROM accounts a WHERE a.id = account_id),
    email_folded = (SELECT COALESCE(a.email_folded, '') FROM accounts a WHERE a.id = account_id),
    role_bits = (
        SELECT COALESCE(SUM(CASE r.role WHEN 'Gestionnaire' THEN 1 WHEN 'Hotline' THEN 2 WHEN 'Mainteneur' THEN 4 ELSE 8 END), 0)
        FROM account_roles r WHERE r.account_id = account_operators.account_id AND r.operator_id = account_operators.operator_id);
CREATE INDEX accounts_by_name ON accounts (last_folded, first_folded, id, role_bits, email_folded) WHERE deleted_at IS NULL;
CREATE INDEX accounts_staff_by_name ON accounts (last_folded, first_folded, id) WHERE deleted_at IS NULL AND (role_bits & 23) <> 0;
CREATE INDEX account_operators_by_name
    ON account_operators (operator_id, last_folded, first_folded, account_id, role_bits, email_folded);
CREATE INDEX account_operators_staff_by_name ON account_operators (operator_id, last_folded, first_folded, account_id)
    WHERE (role_bits & 23) <> 0;
-- +engine postgres
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
DROP TABLE people_versions;
