-- +goose Up
-- Where the ledger of an operator begins that had money before it (docs/adr/0121). The entry « debut_registre » says the same.

CREATE TABLE ledger_beginnings (
    operator_id BIGINT PRIMARY KEY NOT NULL REFERENCES operators (id),
    month       BIGINT NOT NULL, -- of the first statement
    own_from    BIGINT NOT NULL, -- the ledger tells of every event from this instant on
    begun_at   BIGINT NOT NULL
);
