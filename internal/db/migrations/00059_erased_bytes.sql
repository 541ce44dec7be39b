-- +engine sqlite
-- +goose NO TRANSACTION
-- +goose Up
-- From here on what is deleted is overwritten. This writes the file anew, without what was deleted before.
VACUUM;

-- +goose Down
