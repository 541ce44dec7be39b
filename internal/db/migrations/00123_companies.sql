-- +goose Up
-- The company for which a person pays: on their account, and as it was told when a document was numbered.

ALTER TABLE accounts ADD COLUMN company_name TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN company_siren TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN company_address TEXT NOT NULL DEFAULT '';

ALTER TABLE documents ADD COLUMN company TEXT NOT NULL DEFAULT ''; -- JSON; empty: none, or erased
