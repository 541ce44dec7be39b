-- +goose Up
-- Counts the changes that people made to a record, so that a save over a change that its author has not seen is refused.
ALTER TABLE operators ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
ALTER TABLE contacts ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
ALTER TABLE stations ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
ALTER TABLE lockers ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
ALTER TABLE tariffs ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
ALTER TABLE accounts ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
-- The revision that the write of the line gave its object; null: it changed nothing that people edit.
ALTER TABLE journal ADD COLUMN revision BIGINT;

-- +goose Down
ALTER TABLE journal DROP COLUMN revision;
ALTER TABLE accounts DROP COLUMN revision;
ALTER TABLE tariffs DROP COLUMN revision;
ALTER TABLE lockers DROP COLUMN revision;
ALTER TABLE stations DROP COLUMN revision;
ALTER TABLE contacts DROP COLUMN revision;
ALTER TABLE operators DROP COLUMN revision;
