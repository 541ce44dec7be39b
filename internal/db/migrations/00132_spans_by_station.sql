-- +goose Up
-- The spans of a station in a month of long ago are not read among those of its operator (docs/performance.md).

CREATE INDEX unavailable_spans_by_station ON unavailable_spans (operator_id, station_id, ended_at, began_at);
