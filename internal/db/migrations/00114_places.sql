-- +goose Up
-- What a subscription opens: how many stays at once, how many are sold at a station, and a locker of one's own
-- (docs/adr/0111).

ALTER TABLE tariff_versions ADD COLUMN max_stays BIGINT NOT NULL DEFAULT 1 CHECK (max_stays >= 1);
ALTER TABLE tariff_versions ADD COLUMN has_own_place BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE tariff_quotas (
    tariff_id  BIGINT NOT NULL REFERENCES tariffs (id),
    station_id BIGINT NOT NULL REFERENCES stations (id),
    places     BIGINT NOT NULL CHECK (places >= 0),
    PRIMARY KEY (tariff_id, station_id)
);

ALTER TABLE subscriptions ADD COLUMN station_id BIGINT REFERENCES stations (id); -- where it counts in the quota

-- A locker has one holder because it has one column for it. It is held while that subscription is not over.
ALTER TABLE lockers ADD COLUMN subscription_id BIGINT REFERENCES subscriptions (id);
CREATE UNIQUE INDEX lockers_of_subscription ON lockers (subscription_id) WHERE subscription_id IS NOT NULL;
