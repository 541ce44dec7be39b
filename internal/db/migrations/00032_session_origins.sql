-- +goose Up
-- How a session was opened, from which device and network (docs/adr/0052). The release before opens sessions by
-- password alone.
ALTER TABLE sessions ADD COLUMN way TEXT NOT NULL DEFAULT 'mot-de-passe';
ALTER TABLE sessions ADD COLUMN provider TEXT NOT NULL DEFAULT ''; -- its name on the button, with the way « fournisseur »
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT ''; -- '': not known
ALTER TABLE sessions ADD COLUMN network TEXT NOT NULL DEFAULT ''; -- the first part of the address; '': not known

-- How a sign-in began; its session is said to be opened in that way.
ALTER TABLE sign_in_steps ADD COLUMN way TEXT NOT NULL DEFAULT 'mot-de-passe';
ALTER TABLE sign_in_steps ADD COLUMN provider TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE sign_in_steps DROP COLUMN provider;
ALTER TABLE sign_in_steps DROP COLUMN way;
ALTER TABLE sessions DROP COLUMN network;
ALTER TABLE sessions DROP COLUMN device;
ALTER TABLE sessions DROP COLUMN provider;
ALTER TABLE sessions DROP COLUMN way;
