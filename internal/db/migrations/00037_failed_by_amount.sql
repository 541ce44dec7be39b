-- +goose Up
-- The failed payments of an operator, the greatest first: « À traiter » reads those that it shows and no other.
CREATE INDEX payments_failed_by_amount ON payments (operator_id, amount DESC, presented_at, id)
    WHERE status IN ('PERMANENT_ERROR', 'INVALID_PAYMENT') AND is_test = FALSE;

-- +goose Down
DROP INDEX payments_failed_by_amount;
