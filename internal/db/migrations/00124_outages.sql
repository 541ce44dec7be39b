-- +goose Up
-- Why a locker is out of service, since when, and until which day it is thought to be (docs/adr/0119).

ALTER TABLE lockers ADD COLUMN out_since BIGINT;                     -- milliseconds; NULL: in service, or not known
ALTER TABLE lockers ADD COLUMN out_cause TEXT NOT NULL DEFAULT '';   -- empty: in service, or not told
ALTER TABLE lockers ADD COLUMN out_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE lockers ADD COLUMN back_on BIGINT;                       -- day since 1 January 1970
