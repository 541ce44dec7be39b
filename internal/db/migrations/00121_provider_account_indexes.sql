-- +goose NO TRANSACTION
-- +goose Up
-- The movements and payouts that the ledger is to tell of.

-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS provider_movements_to_enter;
CREATE INDEX CONCURRENTLY provider_movements_to_enter ON provider_movements (matched_by) WHERE entered_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS provider_movements_by_charge;
CREATE INDEX CONCURRENTLY provider_movements_by_charge ON provider_movements (charge_uuid) WHERE charge_uuid <> '';
DROP INDEX CONCURRENTLY IF EXISTS provider_payouts_to_enter;
CREATE INDEX CONCURRENTLY provider_payouts_to_enter ON provider_payouts (id) WHERE to_enter = TRUE;
-- +engine sqlite
CREATE INDEX provider_movements_to_enter ON provider_movements (matched_by) WHERE entered_at IS NULL;
CREATE INDEX provider_movements_by_charge ON provider_movements (charge_uuid) WHERE charge_uuid <> '';
CREATE INDEX provider_payouts_to_enter ON provider_payouts (id) WHERE to_enter = TRUE;
-- +engine all
