-- +goose Up
CREATE TABLE contacts (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    operator_id INTEGER NOT NULL REFERENCES operators (id),
    last_name   TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    first_name  TEXT NOT NULL,
    phone       TEXT NOT NULL,
    email       TEXT NOT NULL,
    function    TEXT NOT NULL
);
CREATE INDEX contacts_by_operator ON contacts (operator_id, name_folded, id);

-- +goose Down
DROP TABLE contacts;
