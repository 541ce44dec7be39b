-- +goose Up
-- What is stored beside the ledger follows from it (docs/adr/0114).

-- The closing of an operator that was refused last, because what it would have sealed does not follow from the ledger.
CREATE TABLE statement_refusals (
    operator_id BIGINT PRIMARY KEY NOT NULL REFERENCES operators (id),
    month       BIGINT NOT NULL,
    refused_at  BIGINT NOT NULL, -- the first time
    reason      TEXT NOT NULL
);

-- SHA-256 of the event, so that a change is seen before it is chained; null: of a node of the release before.
ALTER TABLE ledger_waiting ADD COLUMN hash TEXT;

-- How many entries of the ledger were written of a payment, so that one that is missing is seen before it is chained too;
-- null: they were not counted yet. Triggers count, so that those of nodes of the release before are.
ALTER TABLE payments ADD COLUMN entries BIGINT;
-- +engine postgres
-- +goose StatementBegin
CREATE FUNCTION payments_count_entry() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE payments SET entries = CASE WHEN entries IS NULL
        THEN (SELECT COUNT(*) FROM ledger l WHERE l.payment_id = NEW.payment_id AND l.kind <> 'document')
            + (SELECT COUNT(*) FROM ledger_waiting w WHERE w.payment_id = NEW.payment_id)
        ELSE entries + 1 END WHERE id = NEW.payment_id;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER payments_count_entries AFTER INSERT ON ledger_waiting FOR EACH ROW WHEN (NEW.payment_id <> 0) EXECUTE FUNCTION payments_count_entry();
-- +engine sqlite
-- +goose StatementBegin
CREATE TRIGGER payments_count_entries AFTER INSERT ON ledger_waiting WHEN NEW.payment_id <> 0
BEGIN
    UPDATE payments SET entries = CASE WHEN entries IS NULL
        THEN (SELECT COUNT(*) FROM ledger l WHERE l.payment_id = NEW.payment_id AND l.kind <> 'document')
            + (SELECT COUNT(*) FROM ledger_waiting w WHERE w.payment_id = NEW.payment_id)
        ELSE entries + 1 END WHERE id = NEW.payment_id;
END;
-- +goose StatementEnd
-- +engine all
