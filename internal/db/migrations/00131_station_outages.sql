-- +goose Up
-- Why a station is out of service, since when, and until which day it is thought to be, as of lockers (docs/adr/0119).

ALTER TABLE stations ADD COLUMN out_since BIGINT;                     -- milliseconds; NULL: in service, or not known
ALTER TABLE stations ADD COLUMN out_cause TEXT NOT NULL DEFAULT '';   -- empty: in service, or not told
ALTER TABLE stations ADD COLUMN out_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE stations ADD COLUMN back_on BIGINT;                       -- day since 1 January 1970
