-- +goose Up
-- The types of which a locker that is created later, at any station of the operator, gets the tariff.
CREATE TABLE tariff_followed_types (
    tariff_id BIGINT NOT NULL REFERENCES tariffs (id),
    type_id   BIGINT NOT NULL CHECK (type_id BETWEEN 1 AND 4),
    PRIMARY KEY (tariff_id, type_id)
);

-- +goose Down
DROP TABLE tariff_followed_types;
