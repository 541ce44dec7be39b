-- +goose Up
-- Whether the person typed the new e-mail, and not a colleague: where a provider of single sign-on is compulsory, only a
-- colleague's takes effect (docs/rules.md#single-sign-on).
ALTER TABLE email_changes ADD COLUMN own BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE email_changes DROP COLUMN own;
