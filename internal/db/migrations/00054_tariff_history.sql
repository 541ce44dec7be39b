-- +goose Up
-- Since when a tariff has had its lists (0: for longer than this is known), and what they held before. A stay that is
-- reported late gets the tariff that it would have got at its start (docs/adr/0079).
ALTER TABLE tariff_periods ADD COLUMN since BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tariff_beneficiaries ADD COLUMN since BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tariff_lockers ADD COLUMN since BIGINT NOT NULL DEFAULT 0;

CREATE TABLE past_tariff_periods (
    tariff_id     BIGINT NOT NULL REFERENCES tariffs (id),
    weekdays      BIGINT NOT NULL,
    from_date     TEXT NOT NULL,
    to_date       TEXT NOT NULL,
    opens_minute  BIGINT,
    closes_minute BIGINT,
    since         BIGINT NOT NULL,
    until         BIGINT NOT NULL -- excluded
);
CREATE INDEX past_tariff_periods_by_tariff ON past_tariff_periods (tariff_id);
CREATE INDEX past_tariff_periods_by_end ON past_tariff_periods (until);

CREATE TABLE past_tariff_beneficiaries (
    tariff_id    BIGINT NOT NULL REFERENCES tariffs (id),
    email        TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    since        BIGINT NOT NULL,
    until        BIGINT NOT NULL
);
CREATE INDEX past_tariff_beneficiaries_by_tariff ON past_tariff_beneficiaries (tariff_id, until);
CREATE INDEX past_tariff_beneficiaries_by_email ON past_tariff_beneficiaries (email_folded);
CREATE INDEX past_tariff_beneficiaries_by_end ON past_tariff_beneficiaries (until);

CREATE TABLE past_tariff_lockers (
    tariff_id BIGINT NOT NULL REFERENCES tariffs (id),
    locker_id BIGINT NOT NULL REFERENCES lockers (id),
    since     BIGINT NOT NULL,
    until     BIGINT NOT NULL
);
CREATE INDEX past_tariff_lockers_by_locker ON past_tariff_lockers (locker_id);
CREATE INDEX past_tariff_lockers_by_end ON past_tariff_lockers (until);

-- The clock of the controller was wrong: moved_at is when the event arrived.
ALTER TABLE doors ADD COLUMN is_misdated BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE doors DROP COLUMN is_misdated;
DROP TABLE past_tariff_lockers;
DROP TABLE past_tariff_beneficiaries;
DROP TABLE past_tariff_periods;
ALTER TABLE tariff_lockers DROP COLUMN since;
ALTER TABLE tariff_beneficiaries DROP COLUMN since;
ALTER TABLE tariff_periods DROP COLUMN since;
