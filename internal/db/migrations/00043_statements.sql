-- +goose Up
-- What monthly statements need besides the ledger (docs/rules.md#statement, docs/adr/0065).
CREATE INDEX ledger_by_kind ON ledger (operator_id, kind, at, sequence);

-- The sums of the entries of each operator, which can be worked out again from the ledger. Months count from January of the year 0.
CREATE TABLE statement_totals (
    operator_id    BIGINT NOT NULL,
    month          BIGINT NOT NULL,
    kind           TEXT NOT NULL,
    means          TEXT NOT NULL, -- of documents: their kind
    vat_rate       BIGINT NOT NULL,
    mark           TEXT NOT NULL, -- '': all of them; repris, tests: those with the mark, which are contained in all
    entries        BIGINT NOT NULL,
    amount         BIGINT NOT NULL,
    vat            BIGINT NOT NULL,
    first_document TEXT NOT NULL, -- lowest number
    last_document  TEXT NOT NULL,
    PRIMARY KEY (operator_id, month, kind, means, vat_rate, mark)
);
-- The last entry that the totals contain.
CREATE TABLE statement_positions (
    operator_id BIGINT NOT NULL PRIMARY KEY,
    sequence    BIGINT NOT NULL
);
-- The entries with a mark, and those of credit notes (avoirs), which are found thus among those of all documents.
CREATE TABLE statement_marks (
    operator_id BIGINT NOT NULL,
    mark        TEXT NOT NULL,
    kind        TEXT NOT NULL,
    at          BIGINT NOT NULL,
    sequence    BIGINT NOT NULL,
    PRIMARY KEY (operator_id, mark, kind, at, sequence)
);

-- The months that were closed. The ledger has the hash of each record.
CREATE TABLE statement_closings (
    operator_id BIGINT NOT NULL,
    month       BIGINT NOT NULL,
    closed_at   BIGINT NOT NULL,
    actor_id    BIGINT NOT NULL,
    balance     BIGINT NOT NULL, -- due at the end of the month
    sequence    BIGINT NOT NULL, -- of the last entry that it contains
    record      TEXT NOT NULL,   -- JSON
    PRIMARY KEY (operator_id, month)
);

-- The accounts that an operator has set for its FEC.
CREATE TABLE statement_accounts (
    operator_id BIGINT NOT NULL PRIMARY KEY,
    accounts    TEXT NOT NULL -- JSON
);

-- Closings are only added, as entries of the ledger are.
-- +engine postgres
CREATE TRIGGER statement_closings_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- +engine sqlite
-- +goose StatementBegin
CREATE TRIGGER statement_closings_is_never_changed BEFORE UPDATE ON statement_closings BEGIN SELECT RAISE(ABORT, 'rows of statement_closings are only added'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER statement_closings_is_never_deleted BEFORE DELETE ON statement_closings BEGIN SELECT RAISE(ABORT, 'rows of statement_closings are only added'); END;
-- +goose StatementEnd
-- +engine all

-- +goose Down
DROP TABLE statement_accounts;
DROP TABLE statement_closings;
DROP TABLE statement_marks;
DROP TABLE statement_positions;
DROP TABLE statement_totals;
DROP INDEX ledger_by_kind;
