-- +goose Up
-- What a station says of itself in the open data (docs/rules.md#open-data). '' and null: not told.
ALTER TABLE stations ADD COLUMN commune_code TEXT NOT NULL DEFAULT '';
ALTER TABLE stations ADD COLUMN osm_id TEXT NOT NULL DEFAULT '';
ALTER TABLE stations ADD COLUMN furniture TEXT NOT NULL DEFAULT '';
ALTER TABLE stations ADD COLUMN is_covered BOOLEAN;
ALTER TABLE stations ADD COLUMN is_watched BOOLEAN;
ALTER TABLE stations ADD COLUMN is_lit BOOLEAN;
ALTER TABLE stations ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE stations ADD COLUMN service_year BIGINT;
ALTER TABLE stations ADD COLUMN info_url TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE stations DROP COLUMN info_url;
ALTER TABLE stations DROP COLUMN service_year;
ALTER TABLE stations DROP COLUMN owner;
ALTER TABLE stations DROP COLUMN is_lit;
ALTER TABLE stations DROP COLUMN is_watched;
ALTER TABLE stations DROP COLUMN is_covered;
ALTER TABLE stations DROP COLUMN furniture;
ALTER TABLE stations DROP COLUMN osm_id;
ALTER TABLE stations DROP COLUMN commune_code;
