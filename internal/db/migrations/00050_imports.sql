-- +goose Up
-- What an import made of each line of another system's files (docs/adr/0073), so that it can be run again.
CREATE TABLE external_references (
    operator_id BIGINT NOT NULL REFERENCES operators (id),
    kind        TEXT NOT NULL,   -- station, casier, tarif, usager, abonnement, utilisation
    reference   TEXT NOT NULL,   -- in the other system; of an erased person: its hash
    object_id   BIGINT NOT NULL, -- refers to no row, so that the month of a stay may be detached
    digest      TEXT NOT NULL,   -- of the values of the line; '': erased
    PRIMARY KEY (operator_id, kind, reference)
);
CREATE INDEX external_references_of_object ON external_references (kind, object_id);

-- To what people agreed before their data came in.
CREATE TABLE consents (
    account_id  BIGINT NOT NULL REFERENCES accounts (id),
    operator_id BIGINT NOT NULL REFERENCES operators (id),
    given_at    BIGINT NOT NULL,
    version     TEXT NOT NULL, -- of the text
    PRIMARY KEY (account_id, operator_id)
);

-- +goose Down
DROP TABLE consents;
DROP TABLE external_references;
