-- +goose Up
-- « À traiter » reads the lines that it shows, and no other: the failed payments of an operator, the greatest first, and the
-- cards of its customers that expire first (MM/YY is stored as written on the card).
CREATE INDEX payments_failed_by_amount ON payments (operator_id, amount DESC, presented_at, id)
    WHERE status IN ('PERMANENT_ERROR', 'INVALID_PAYMENT') AND is_test = FALSE;
CREATE INDEX cards_by_expiry ON cards (operator_id, (SUBSTR(expires, 4, 2) || SUBSTR(expires, 1, 2)));

-- +goose Down
DROP INDEX cards_by_expiry;
DROP INDEX payments_failed_by_amount;
