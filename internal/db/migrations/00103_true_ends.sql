-- +goose Up
-- Why staff said that a stay had ended before they ended it; erased with its customer.
ALTER TABLE stays ADD COLUMN end_comment TEXT NOT NULL DEFAULT '';
