-- +goose Up
-- The worklist looks for files whose next step is due.

CREATE INDEX left_bikes_due ON left_bikes (operator_id, due_on) WHERE due_on IS NOT NULL;
