-- +goose Up
ALTER TABLE operators ADD COLUMN is_open BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE operators DROP COLUMN is_open;
