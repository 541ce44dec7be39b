-- +goose Up
-- Who an operator is on its documents, and its VAT (docs/rules.md#vat). Texts that are not told are empty.
ALTER TABLE operators ADD COLUMN legal_name TEXT NOT NULL DEFAULT '';
ALTER TABLE operators ADD COLUMN siret TEXT NOT NULL DEFAULT '';
ALTER TABLE operators ADD COLUMN vat_number TEXT NOT NULL DEFAULT '';
ALTER TABLE operators ADD COLUMN legal_form TEXT NOT NULL DEFAULT ''; -- regie, mandataire, societe
ALTER TABLE operators ADD COLUMN vat_rate BIGINT NOT NULL DEFAULT 2000; -- in basis points; 0 when exempt
ALTER TABLE operators ADD COLUMN vat_exemption TEXT NOT NULL DEFAULT '';
ALTER TABLE operators ADD COLUMN document_prefix TEXT NOT NULL DEFAULT ''; -- empty: EX and the id
CREATE UNIQUE INDEX operators_by_prefix ON operators (document_prefix) WHERE document_prefix <> '';

-- +goose Down
DROP INDEX operators_by_prefix;
ALTER TABLE operators DROP COLUMN document_prefix;
ALTER TABLE operators DROP COLUMN vat_exemption;
ALTER TABLE operators DROP COLUMN vat_rate;
ALTER TABLE operators DROP COLUMN legal_form;
ALTER TABLE operators DROP COLUMN vat_number;
ALTER TABLE operators DROP COLUMN siret;
ALTER TABLE operators DROP COLUMN legal_name;
