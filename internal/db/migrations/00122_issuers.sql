-- +goose Up
-- What the law wants on the documents of a company, and of who collects in the name of another.

ALTER TABLE operators ADD COLUMN company_form TEXT NOT NULL DEFAULT ''; -- SAS, SARL…
ALTER TABLE operators ADD COLUMN share_capital BIGINT NOT NULL DEFAULT 0; -- cents; 0: not told
ALTER TABLE operators ADD COLUMN register_city TEXT NOT NULL DEFAULT ''; -- of the RCS
ALTER TABLE operators ADD COLUMN principal TEXT NOT NULL DEFAULT ''; -- in whose name and for whose account
