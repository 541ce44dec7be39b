-- +goose Up
-- The oldest schema whose binaries may run beside this one: they go on serving, and start, on a schema that is newer
-- than their own. The migration that takes away what older binaries use (« contract ») raises it, in the same
-- transaction. Release 21 does not read it.
CREATE TABLE schema_support (
    id     BIGINT PRIMARY KEY CHECK (id = 1),
    oldest BIGINT NOT NULL
);
INSERT INTO schema_support (id, oldest) VALUES (1, 21);

-- +goose Down
DROP TABLE schema_support;
