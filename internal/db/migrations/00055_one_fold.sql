-- +goose Up
-- +engine postgres
-- Without a transaction, so that the index is built beside the writes of nodes that go on. A run that was interrupted
-- leaves an index that is not valid: it is dropped first.
-- +goose NO TRANSACTION
-- +engine all
-- The accounts with folded names or an e-mail that the fold may have folded otherwise in an earlier release: few, so that
-- each start finds them (store.refold), also those that a node of the previous release writes meanwhile.
-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS accounts_folded_otherwise;
CREATE INDEX CONCURRENTLY accounts_folded_otherwise ON accounts (id) WHERE
    (last_folded || first_folded || email_folded) ~ '[^ -_a-~]|  ';
-- +engine sqlite
CREATE INDEX accounts_folded_otherwise ON accounts (id) WHERE
    (last_folded || first_folded || email_folded) GLOB '*[^ -_a-~]*' OR instr(last_folded || first_folded || email_folded, '  ') > 0;
-- +engine all

-- +goose Down
DROP INDEX accounts_folded_otherwise;
