-- +goose Up
-- People as lists and searches read them: one row for everybody (operator_id 0), and one for each operator that knows
-- the person. Triggers keep the rows in the transaction of each write, also in the writes of nodes of the previous release. id
-- is operator_id * 2^40 + account_id, so that the rows of an operator are one range of ids. role_bits are the roles at the
-- operator, or at any: 1 Gestionnaire, 2 Hotline, 4 Mainteneur, 8 Utilisateur, 16 Administrateur.
CREATE TABLE people (
    id           BIGINT PRIMARY KEY,
    operator_id  BIGINT NOT NULL,
    account_id   BIGINT NOT NULL,
    last_folded  TEXT COLLATE "C" NOT NULL,
    first_folded TEXT COLLATE "C" NOT NULL,
    email_folded TEXT COLLATE "C" NOT NULL,
    phone        TEXT COLLATE "C" NOT NULL,
    role_bits    BIGINT NOT NULL
);

-- How many people each operator knows, by their roles. The shard is a part of the account's number, so that two accounts
-- that are created at once rarely change the same row.
CREATE TABLE people_counts (
    operator_id BIGINT NOT NULL,
    role_bits   BIGINT NOT NULL,
    shard       BIGINT NOT NULL,
    n           BIGINT NOT NULL,
    PRIMARY KEY (operator_id, role_bits, shard)
);

-- The rows that people must hold.
CREATE VIEW people_rows AS
SELECT a.id AS id, 0 AS operator_id, a.id AS account_id, a.last_folded, a.first_folded, a.email_folded, a.phone,
    CASE WHEN a.is_admin THEN 16 ELSE 0 END
    + CASE WHEN EXISTS (SELECT 1 FROM account_roles r WHERE r.account_id = a.id AND r.role = 'Gestionnaire') THEN 1 ELSE 0 END
    + CASE WHEN EXISTS (SELECT 1 FROM account_roles r WHERE r.account_id = a.id AND r.role = 'Hotline') THEN 2 ELSE 0 END
    + CASE WHEN EXISTS (SELECT 1 FROM account_roles r WHERE r.account_id = a.id AND r.role = 'Mainteneur') THEN 4 ELSE 0 END
    + CASE WHEN EXISTS (SELECT 1 FROM account_roles r WHERE r.account_id = a.id AND r.role = 'Utilisateur') THEN 8 ELSE 0 END AS role_bits
FROM accounts a WHERE a.deleted_at IS NULL
UNION ALL
SELECT k.operator_id * 1099511627776 + a.id, k.operator_id, a.id, a.last_folded, a.first_folded, a.email_folded, a.phone,
    CASE WHEN a.is_admin THEN 16 ELSE 0 END
    + COALESCE((SELECT SUM(CASE r.role WHEN 'Gestionnaire' THEN 1 WHEN 'Hotline' THEN 2 WHEN 'Mainteneur' THEN 4 ELSE 8 END)
        FROM account_roles r WHERE r.account_id = a.id AND r.operator_id = k.operator_id), 0)
FROM accounts a JOIN account_operators k ON k.account_id = a.id WHERE a.deleted_at IS NULL;

-- The order of the lists, with every column that a filter reads.
-- +engine postgres
CREATE INDEX people_by_name ON people (operator_id, last_folded, first_folded, account_id) INCLUDE (email_folded, phone, role_bits);
-- +engine sqlite
CREATE INDEX people_by_name ON people (operator_id, last_folded, first_folded, account_id, email_folded, phone, role_bits);
-- +engine all
-- Staff and administrators are few: this index finds them without reading past the customers.
CREATE INDEX people_staff ON people (operator_id, last_folded, first_folded, account_id) WHERE (role_bits & 23) <> 0;
-- A sample, from which a search estimates how many people match.
-- +engine postgres
CREATE INDEX people_sample ON people (operator_id, account_id) INCLUDE (last_folded, first_folded, email_folded, phone, role_bits) WHERE account_id % 509 = 0;
-- +engine sqlite
CREATE INDEX people_sample ON people (operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits) WHERE account_id % 509 = 0;
-- +engine all

-- +engine postgres
-- Words of one and two letters, for which there are no trigrams.
-- +goose StatementBegin
CREATE FUNCTION people_grams(names TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT substr(names, i, n)) FROM generate_series(1, length(names)) i, generate_series(1, 2) n
$$;
-- +goose StatementEnd
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
-- The store fills the table and makes its trigram index, in the way that nodes of the previous release go on writing meanwhile.

-- +goose StatementBegin
CREATE FUNCTION people_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('consigne.building', TRUE) = 'on' THEN
        RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        -- Not an UPDATE, which reads the whole of a small table, so that all concurrent transactions conflict with it.
        INSERT INTO people_counts (operator_id, role_bits, shard, n) VALUES (OLD.operator_id, OLD.role_bits, OLD.account_id % 64, -1)
        ON CONFLICT (operator_id, role_bits, shard) DO UPDATE SET n = people_counts.n - 1;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO people_counts (operator_id, role_bits, shard, n) VALUES (NEW.operator_id, NEW.role_bits, NEW.account_id % 64, 1)
        ON CONFLICT (operator_id, role_bits, shard) DO UPDATE SET n = people_counts.n + 1;
    END IF;
    -- Nodes of the previous release keep people in memory and see from the versions what to read again. The next release may
    -- drop people_versions.
    INSERT INTO people_versions (block, version)
    VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.account_id ELSE NEW.account_id END / 128, 1)
    ON CONFLICT (block) DO UPDATE SET version = people_versions.version + 1;
    RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION people_refresh() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    account BIGINT;
    host BIGINT := 0;
BEGIN
    IF TG_TABLE_NAME = 'accounts' THEN
        IF TG_OP <> 'INSERT' THEN
            DELETE FROM people WHERE id = OLD.id OR id IN (
                SELECT k.operator_id * 1099511627776 + k.account_id FROM account_operators k WHERE k.account_id = OLD.id);
        END IF;
        IF TG_OP <> 'DELETE' THEN
            INSERT INTO people (id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits)
            SELECT id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits FROM people_rows WHERE account_id = NEW.id;
        END IF;
        RETURN NULL;
    END IF;
    IF TG_OP = 'DELETE' THEN
        account := OLD.account_id;
        host := OLD.operator_id;
    ELSE
        account := NEW.account_id;
        host := NEW.operator_id;
    END IF;
    IF TG_TABLE_NAME = 'account_roles' THEN
        UPDATE people p SET role_bits = r.role_bits FROM people_rows r
        WHERE r.account_id = account AND p.id = r.id AND p.id IN (account, host * 1099511627776 + account) AND p.role_bits <> r.role_bits;
    ELSIF TG_OP = 'DELETE' THEN
        DELETE FROM people WHERE id = host * 1099511627776 + account;
    ELSE
        INSERT INTO people (id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits)
        SELECT id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits FROM people_rows
        WHERE account_id = account AND operator_id = host;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER people_changed AFTER INSERT OR UPDATE OR DELETE ON people FOR EACH ROW EXECUTE FUNCTION people_changed();
CREATE TRIGGER people_accounts AFTER INSERT OR DELETE OR UPDATE OF id, last_folded, first_folded, email_folded, phone, is_admin, deleted_at
    ON accounts FOR EACH ROW EXECUTE FUNCTION people_refresh();
CREATE TRIGGER people_known AFTER INSERT OR DELETE ON account_operators FOR EACH ROW EXECUTE FUNCTION people_refresh();
CREATE TRIGGER people_roles AFTER INSERT OR DELETE ON account_roles FOR EACH ROW EXECUTE FUNCTION people_refresh();

-- +engine sqlite
INSERT INTO people (id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits)
SELECT id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits FROM people_rows;
INSERT INTO people_counts (operator_id, role_bits, shard, n)
SELECT operator_id, role_bits, account_id % 64, COUNT(*) FROM people GROUP BY operator_id, role_bits, account_id % 64;
-- The end of each field begins a trigram too, so that trigrams also find words of one and two letters. The digits of telephones are
-- written as other characters, because digits of e-mails must not match them.
ALTER TABLE people ADD COLUMN names TEXT GENERATED ALWAYS AS (
    last_folded || char(10) || first_folded || char(10) || email_folded || char(10) || replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(phone, '0', '₀'), '1', '₁'), '2', '₂'), '3', '₃'), '4', '₄'), '5', '₅'), '6', '₆'), '7', '₇'),
    '8', '₈'), '9', '₉') || char(10) || char(10)) VIRTUAL;
CREATE VIRTUAL TABLE people_search USING fts5(names, content = '', tokenize = 'trigram', detail = 'none');
INSERT INTO people_search (people_search, rank) VALUES ('secure-delete', 1);
INSERT INTO people_search (rowid, names) SELECT id, names FROM people;
CREATE VIRTUAL TABLE people_terms USING fts5vocab(people_search, 'row');

-- Nodes of the previous release keep people in memory and see from the versions what to read again. The next release may
-- drop people_versions.
-- +goose StatementBegin
CREATE TRIGGER people_inserted AFTER INSERT ON people
BEGIN
    INSERT INTO people_search (rowid, names) VALUES (NEW.id, NEW.names);
    INSERT INTO people_counts (operator_id, role_bits, shard, n) VALUES (NEW.operator_id, NEW.role_bits, NEW.account_id % 64, 1)
    ON CONFLICT (operator_id, role_bits, shard) DO UPDATE SET n = people_counts.n + 1;
    INSERT INTO people_versions (block, version) VALUES (NEW.account_id / 128, 1)
    ON CONFLICT (block) DO UPDATE SET version = people_versions.version + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER people_deleted AFTER DELETE ON people
BEGIN
    INSERT INTO people_search (people_search, rowid, names) VALUES ('delete', OLD.id, OLD.names);
    UPDATE people_counts SET n = n - 1
    WHERE operator_id = OLD.operator_id AND role_bits = OLD.role_bits AND shard = OLD.account_id % 64;
    INSERT INTO people_versions (block, version) VALUES (OLD.account_id / 128, 1)
    ON CONFLICT (block) DO UPDATE SET version = people_versions.version + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER people_updated AFTER UPDATE OF role_bits ON people
BEGIN
    UPDATE people_counts SET n = n - 1
    WHERE operator_id = OLD.operator_id AND role_bits = OLD.role_bits AND shard = OLD.account_id % 64;
    INSERT INTO people_counts (operator_id, role_bits, shard, n) VALUES (NEW.operator_id, NEW.role_bits, NEW.account_id % 64, 1)
    ON CONFLICT (operator_id, role_bits, shard) DO UPDATE SET n = people_counts.n + 1;
    INSERT INTO people_versions (block, version) VALUES (NEW.account_id / 128, 1)
    ON CONFLICT (block) DO UPDATE SET version = people_versions.version + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER people_account_inserted AFTER INSERT ON accounts
BEGIN
    INSERT INTO people (id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits)
    SELECT id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits FROM people_rows WHERE account_id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER people_account_deleted AFTER DELETE ON accounts
BEGIN
    DELETE FROM people WHERE id = OLD.id OR id IN (
        SELECT k.operator_id * 1099511627776 + k.account_id FROM account_operators k WHERE k.account_id = OLD.id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER people_account_updated AFTER UPDATE OF id, last_folded, first_folded, email_folded, phone, is_admin, deleted_at ON accounts
BEGIN
    DELETE FROM people WHERE id = OLD.id OR id IN (
        SELECT k.operator_id * 1099511627776 + k.account_id FROM account_operators k WHERE k.account_id = OLD.id);
    INSERT INTO people (id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits)
    SELECT id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits FROM people_rows WHERE account_id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER people_known_inserted AFTER INSERT ON account_operators
BEGIN
    INSERT INTO people (id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits)
    SELECT id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits FROM people_rows
    WHERE account_id = NEW.account_id AND operator_id = NEW.operator_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER people_known_deleted AFTER DELETE ON account_operators
BEGIN
    DELETE FROM people WHERE id = OLD.operator_id * 1099511627776 + OLD.account_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER people_role_inserted AFTER INSERT ON account_roles
BEGIN
    UPDATE people SET role_bits = (SELECT r.role_bits FROM people_rows r WHERE r.account_id = NEW.account_id AND r.id = people.id)
    WHERE id IN (NEW.account_id, NEW.operator_id * 1099511627776 + NEW.account_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER people_role_deleted AFTER DELETE ON account_roles
BEGIN
    UPDATE people SET role_bits = (SELECT r.role_bits FROM people_rows r WHERE r.account_id = OLD.account_id AND r.id = people.id)
    WHERE id IN (OLD.account_id, OLD.operator_id * 1099511627776 + OLD.account_id);
END;
-- +goose StatementEnd
-- +engine all

-- +goose Down
-- +engine postgres
DROP TRIGGER people_roles ON account_roles;
DROP TRIGGER people_known ON account_operators;
DROP TRIGGER people_accounts ON accounts;
-- +engine sqlite
DROP TRIGGER people_role_deleted;
DROP TRIGGER people_role_inserted;
DROP TRIGGER people_known_deleted;
DROP TRIGGER people_known_inserted;
DROP TRIGGER people_account_updated;
DROP TRIGGER people_account_deleted;
DROP TRIGGER people_account_inserted;
DROP TABLE people_terms;
DROP TABLE people_search;
-- +engine all
DROP VIEW people_rows;
DROP TABLE people_counts;
DROP TABLE people;
-- +engine postgres
DROP FUNCTION people_refresh();
DROP FUNCTION people_changed();
DROP FUNCTION people_grams(TEXT);
-- +engine all
