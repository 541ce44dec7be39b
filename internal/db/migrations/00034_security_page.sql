-- +goose Up
-- +engine postgres
-- Without a transaction, so that the indexes are built beside the writes of nodes that go on. What was interrupted is done
-- again from the start.
-- +goose NO TRANSACTION
-- +engine all
-- The networks from which a field key was used, since its creation: the first use from each is a security event.
-- +engine postgres
CREATE TABLE IF NOT EXISTS field_key_networks (
-- +engine sqlite
CREATE TABLE field_key_networks (
-- +engine all
    key_id  BIGINT NOT NULL REFERENCES field_keys (id),
    network TEXT NOT NULL,
    PRIMARY KEY (key_id, network)
);

-- The network of each event's address, by which events are listed (docs/adr/0053): the /24 of an IPv4 address, the /48 of
-- an IPv6 address. On PostgreSQL a trigger writes it, because nodes of the release before write events and erase addresses
-- too. SQLite has one node, which writes it itself; it has no function for networks of older events with IPv6 addresses.
-- +engine postgres
ALTER TABLE security_events ADD COLUMN IF NOT EXISTS network TEXT NOT NULL DEFAULT '';
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION network_of(address TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF address = '' THEN
        RETURN '';
    END IF;
    RETURN network(set_masklen(address::inet, CASE family(address::inet) WHEN 4 THEN 24 ELSE 48 END))::text;
EXCEPTION WHEN data_exception THEN
    RETURN '';
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION set_network() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.network := network_of(NEW.address);
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER security_events_network BEFORE INSERT OR UPDATE OF address ON security_events
    FOR EACH ROW EXECUTE FUNCTION set_network();
UPDATE security_events SET network = network_of(address) WHERE address <> '' AND network = '';
-- +engine sqlite
ALTER TABLE security_events ADD COLUMN network TEXT NOT NULL DEFAULT '';
UPDATE security_events SET network = rtrim(address, '0123456789') || '0/24' WHERE address LIKE '%.%' AND address NOT LIKE '%:%';
-- +engine all

-- Each filter of the page of security events reads its own lines, newest first. The family of a kind is the word before
-- its dot; changes of roles are apart. Those of an account and of an actor hold what else is asked of their lines, and
-- begin as security_events_by_account and security_events_by_actor, which the next release may drop.
-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_family;
CREATE INDEX CONCURRENTLY security_events_by_family ON security_events (
    (CASE WHEN kind IN ('compte.role_ajoute', 'compte.role_retire') THEN 'droits.' ELSE rtrim(kind, 'abcdefghijklmnopqrstuvwxyz_') END), at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_account_family;
CREATE INDEX CONCURRENTLY security_events_by_account_family ON security_events (account_id,
    (CASE WHEN kind IN ('compte.role_ajoute', 'compte.role_retire') THEN 'droits.' ELSE rtrim(kind, 'abcdefghijklmnopqrstuvwxyz_') END), at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_address_family;
CREATE INDEX CONCURRENTLY security_events_by_address_family ON security_events (address,
    (CASE WHEN kind IN ('compte.role_ajoute', 'compte.role_retire') THEN 'droits.' ELSE rtrim(kind, 'abcdefghijklmnopqrstuvwxyz_') END), at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_network;
CREATE INDEX CONCURRENTLY security_events_by_network ON security_events (network, at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_network_kind;
CREATE INDEX CONCURRENTLY security_events_by_network_kind ON security_events (network, kind, at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_network_family;
CREATE INDEX CONCURRENTLY security_events_by_network_family ON security_events (network,
    (CASE WHEN kind IN ('compte.role_ajoute', 'compte.role_retire') THEN 'droits.' ELSE rtrim(kind, 'abcdefghijklmnopqrstuvwxyz_') END), at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_network_reason;
CREATE INDEX CONCURRENTLY security_events_by_network_reason ON security_events (network, reason, at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS security_events_of_account;
CREATE INDEX CONCURRENTLY security_events_of_account ON security_events (account_id, at DESC, id DESC, kind, address, network, reason);
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_kind_reason;
CREATE INDEX CONCURRENTLY security_events_by_kind_reason ON security_events (kind, reason, at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_reason;
CREATE INDEX CONCURRENTLY security_events_by_reason ON security_events (reason, at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS security_events_of_actor;
CREATE INDEX CONCURRENTLY security_events_of_actor ON security_events (actor_id, at DESC, id DESC, kind, account_id, address, network, reason) WHERE actor_id IS NOT NULL;
-- +engine sqlite
CREATE INDEX security_events_by_family ON security_events (
    (CASE WHEN kind IN ('compte.role_ajoute', 'compte.role_retire') THEN 'droits.' ELSE rtrim(kind, 'abcdefghijklmnopqrstuvwxyz_') END), at DESC, id DESC);
CREATE INDEX security_events_by_account_family ON security_events (account_id,
    (CASE WHEN kind IN ('compte.role_ajoute', 'compte.role_retire') THEN 'droits.' ELSE rtrim(kind, 'abcdefghijklmnopqrstuvwxyz_') END), at DESC, id DESC);
CREATE INDEX security_events_by_address_family ON security_events (address,
    (CASE WHEN kind IN ('compte.role_ajoute', 'compte.role_retire') THEN 'droits.' ELSE rtrim(kind, 'abcdefghijklmnopqrstuvwxyz_') END), at DESC, id DESC);
CREATE INDEX security_events_by_network ON security_events (network, at DESC, id DESC);
CREATE INDEX security_events_by_network_kind ON security_events (network, kind, at DESC, id DESC);
CREATE INDEX security_events_by_network_family ON security_events (network,
    (CASE WHEN kind IN ('compte.role_ajoute', 'compte.role_retire') THEN 'droits.' ELSE rtrim(kind, 'abcdefghijklmnopqrstuvwxyz_') END), at DESC, id DESC);
CREATE INDEX security_events_by_network_reason ON security_events (network, reason, at DESC, id DESC);
CREATE INDEX security_events_of_account ON security_events (account_id, at DESC, id DESC, kind, address, network, reason);
CREATE INDEX security_events_by_kind_reason ON security_events (kind, reason, at DESC, id DESC);
CREATE INDEX security_events_by_reason ON security_events (reason, at DESC, id DESC);
CREATE INDEX security_events_of_actor ON security_events (actor_id, at DESC, id DESC, kind, account_id, address, network, reason) WHERE actor_id IS NOT NULL;
-- +engine all

-- +goose Down
DROP INDEX security_events_of_actor;
DROP INDEX security_events_by_reason;
DROP INDEX security_events_by_kind_reason;
DROP INDEX security_events_of_account;
DROP INDEX security_events_by_network_reason;
DROP INDEX security_events_by_network_family;
DROP INDEX security_events_by_network_kind;
DROP INDEX security_events_by_network;
DROP INDEX security_events_by_address_family;
DROP INDEX security_events_by_account_family;
DROP INDEX security_events_by_family;
-- +engine postgres
DROP TRIGGER security_events_network ON security_events;
DROP FUNCTION set_network();
DROP FUNCTION network_of(TEXT);
-- +engine all
ALTER TABLE security_events DROP COLUMN network;
DROP TABLE field_key_networks;
