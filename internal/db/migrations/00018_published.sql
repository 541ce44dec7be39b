-- +goose Up
-- When the station or one of its lockers was last changed. It never goes back, even if the clock does.
ALTER TABLE stations ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
UPDATE stations SET changed_at = COALESCE((SELECT MAX(j.at) FROM journal j WHERE j.station_id = stations.id
    AND j.action IN ('station.creation', 'station.modification', 'casier.creation', 'casier.modification', 'casier.suppression',
      'casier.activation', 'casier.desactivation')), created_at);

-- revision grows with every change of a tariff or an operator. Together with stations.changed_at, the open stays and
-- the counts, it shows whether published data has changed.
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
