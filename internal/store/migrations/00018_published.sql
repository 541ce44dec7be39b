-- +goose Up
-- When somebody last changed the station or one of its lockers; it never goes back, whatever the clock.
ALTER TABLE stations ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
UPDATE stations SET changed_at = COALESCE((SELECT MAX(j.at) FROM journal j WHERE j.station_id = stations.id
    AND j.action IN ('station.creation', 'station.modification', 'casier.creation', 'casier.modification', 'casier.suppression',
      'casier.activation', 'casier.desactivation')), created_at);

-- Moves with every change of a tariff or an operator. With stations.changed_at, the open stays and the counts it tells
-- whether what is published has changed.
CREATE TABLE publication (
    id       BIGINT PRIMARY KEY CHECK (id = 1),
    revision BIGINT NOT NULL
);
INSERT INTO publication (id, revision) VALUES (1, 1);

CREATE INDEX lockers_counted ON lockers (counted_at) WHERE counted_at IS NOT NULL;

-- +goose Down
DROP INDEX lockers_counted;
DROP TABLE publication;
ALTER TABLE stations DROP COLUMN changed_at;
