-- +goose Up
-- What the payment provider keeps, takes back and transfers is entered into the ledger once (docs/adr/0115).

ALTER TABLE provider_movements ADD COLUMN entered_at BIGINT; -- null: the ledger does not tell of it
ALTER TABLE provider_payouts ADD COLUMN to_enter BOOLEAN NOT NULL DEFAULT TRUE; -- what the ledger tells of it may be out of date

-- What the ledger tells of what may change: of a payout, of a difference, of the loss of a disputed charge.
CREATE TABLE provider_entries (
    operator_id BIGINT NOT NULL REFERENCES operators (id),
    kind        TEXT NOT NULL,
    reference   TEXT NOT NULL,
    amount      BIGINT NOT NULL,
    PRIMARY KEY (operator_id, kind, reference)
);
CREATE INDEX provider_entries_by_reference ON provider_entries (kind, reference);

CREATE TABLE provider_disputes (
    id          TEXT NOT NULL PRIMARY KEY, -- the provider's
    charge_uuid TEXT NOT NULL,
    amount      BIGINT NOT NULL,
    outcome     TEXT NOT NULL, -- '': it is under way
    opened_at   BIGINT NOT NULL,
    closed_at   BIGINT
);
CREATE INDEX provider_disputes_by_charge ON provider_disputes (charge_uuid);
CREATE INDEX provider_disputes_open ON provider_disputes (opened_at) WHERE outcome = '';

-- The dispute of a payment's charge, as lists show it.
ALTER TABLE payments ADD COLUMN disputed_at BIGINT;
ALTER TABLE payments ADD COLUMN dispute_outcome TEXT NOT NULL DEFAULT '';
ALTER TABLE payments ADD COLUMN dispute_closed_at BIGINT;
