-- +goose Up
-- A station's controller, from the first time that it is heard.
CREATE TABLE controllers (
    station_id   INTEGER PRIMARY KEY REFERENCES stations (id),
    software     TEXT NOT NULL DEFAULT '',
    heard_at     INTEGER NOT NULL,
    absent_at    INTEGER, -- when it, or its last will, said so; null: it is there
    silent_since INTEGER  -- null: it is not counted as silent
);
CREATE INDEX controllers_silent ON controllers (silent_since) WHERE silent_since IS NOT NULL;

-- What a controller last told of a door.
CREATE TABLE doors (
    locker_id INTEGER PRIMARY KEY REFERENCES lockers (id),
    is_open   BOOLEAN NOT NULL,
    moved_at  INTEGER NOT NULL
);

-- A code that was sent to a controller. The digits stay in remote_codes, and go with it.
CREATE TABLE commands (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    locker_id   INTEGER NOT NULL REFERENCES lockers (id),
    expires_at  INTEGER NOT NULL,
    due_at      INTEGER NOT NULL, -- when it is sent again
    received_at INTEGER,
    is_used     BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX commands_due ON commands (due_at) WHERE received_at IS NULL;
CREATE INDEX commands_by_locker ON commands (locker_id, id);
ALTER TABLE remote_codes ADD COLUMN command_id INTEGER;

ALTER TABLE mails ADD COLUMN station_id INTEGER; -- that the letter is about

-- +goose Down
DELETE FROM mails WHERE station_id IS NOT NULL;
ALTER TABLE mails DROP COLUMN station_id;
ALTER TABLE remote_codes DROP COLUMN command_id;
DROP TABLE commands;
DROP TABLE doors;
DROP TABLE controllers;
