-- +goose Up
-- +engine postgres
-- Without a transaction, so that the indexes are built beside the writes of nodes that go on. A run that was interrupted
-- leaves an index that is not valid: each is dropped first.
-- +goose NO TRANSACTION
-- +engine all
-- Every filter of the audit log and of the security events reads its own lines, newest first (docs/adr/0042). The last
-- columns of the indexes by actor and by object are what else is asked of these lines. A line that the field caused has
-- no actor, and is in no index by actor.
-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS journal_by_operator_kind;
CREATE INDEX CONCURRENTLY journal_by_operator_kind ON journal (operator_id, object_kind, at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS journal_by_operator_action;
CREATE INDEX CONCURRENTLY journal_by_operator_action ON journal (operator_id, action, at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS journal_by_station_action;
CREATE INDEX CONCURRENTLY journal_by_station_action ON journal (station_id, action, at DESC, id DESC) WHERE station_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS journal_of_actor;
CREATE INDEX CONCURRENTLY journal_of_actor ON journal (actor_id, at DESC, id DESC, operator_id, station_id, object_kind) WHERE actor_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS journal_of_actor_by_action;
CREATE INDEX CONCURRENTLY journal_of_actor_by_action ON journal (actor_id, action, at DESC, id DESC, operator_id, station_id, object_kind) WHERE actor_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS journal_of_object;
CREATE INDEX CONCURRENTLY journal_of_object ON journal (object_kind, object_id, at DESC, id DESC, action, actor_id, operator_id);
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_account_kind;
CREATE INDEX CONCURRENTLY security_events_by_account_kind ON security_events (account_id, kind, at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_account_address;
CREATE INDEX CONCURRENTLY security_events_by_account_address ON security_events (account_id, address, at DESC, id DESC, kind);
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_actor;
CREATE INDEX CONCURRENTLY security_events_by_actor ON security_events (actor_id) WHERE actor_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS security_events_by_address_kind;
CREATE INDEX CONCURRENTLY security_events_by_address_kind ON security_events (address, kind, at DESC, id DESC);
-- +engine sqlite
CREATE INDEX journal_by_operator_kind ON journal (operator_id, object_kind, at DESC, id DESC);
CREATE INDEX journal_by_operator_action ON journal (operator_id, action, at DESC, id DESC);
CREATE INDEX journal_by_station_action ON journal (station_id, action, at DESC, id DESC) WHERE station_id IS NOT NULL;
CREATE INDEX journal_of_actor ON journal (actor_id, at DESC, id DESC, operator_id, station_id, object_kind) WHERE actor_id IS NOT NULL;
CREATE INDEX journal_of_actor_by_action ON journal (actor_id, action, at DESC, id DESC, operator_id, station_id, object_kind) WHERE actor_id IS NOT NULL;
CREATE INDEX journal_of_object ON journal (object_kind, object_id, at DESC, id DESC, action, actor_id, operator_id);
CREATE INDEX security_events_by_account_kind ON security_events (account_id, kind, at DESC, id DESC);
CREATE INDEX security_events_by_account_address ON security_events (account_id, address, at DESC, id DESC, kind);
CREATE INDEX security_events_by_actor ON security_events (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX security_events_by_address_kind ON security_events (address, kind, at DESC, id DESC);
-- Those by actor and by object begin as the ones that they replace, so that these may go beside nodes of the previous release.
DROP INDEX journal_by_actor;
DROP INDEX journal_by_object;
-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS journal_by_actor;
DROP INDEX CONCURRENTLY IF EXISTS journal_by_object;
-- +engine all

-- +goose Down
CREATE INDEX journal_by_object ON journal (object_kind, object_id, at DESC, id DESC);
CREATE INDEX journal_by_actor ON journal (actor_id, at DESC, id DESC) WHERE actor_id IS NOT NULL;
DROP INDEX security_events_by_address_kind;
DROP INDEX security_events_by_actor;
DROP INDEX security_events_by_account_address;
DROP INDEX security_events_by_account_kind;
DROP INDEX journal_of_object;
DROP INDEX journal_of_actor_by_action;
DROP INDEX journal_of_actor;
DROP INDEX journal_by_station_action;
DROP INDEX journal_by_operator_action;
DROP INDEX journal_by_operator_kind;
