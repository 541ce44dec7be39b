-- +goose NO TRANSACTION
-- +goose Up
-- The payments that a person follows (docs/adr/0133), in the order of the list, with what the filter compares.
-- +engine postgres
DROP INDEX CONCURRENTLY IF EXISTS payments_to_follow;
CREATE INDEX CONCURRENTLY payments_to_follow ON payments (operator_id, started_at DESC, id DESC, is_test, status,
        presented_at, disputed_at, dispute_outcome, stay_bits)
    WHERE status IN ('UNPAID', 'ERROR', 'PAYMENT_ERROR_MEANT_OF_PAYMENT', 'PERMANENT_ERROR', 'INVALID_PAYMENT',
        'ATTEMPT_PROCESS') OR (disputed_at IS NOT NULL AND dispute_outcome = '');
-- +engine sqlite
CREATE INDEX payments_to_follow ON payments (operator_id, started_at DESC, id DESC, is_test, status,
        presented_at, disputed_at, dispute_outcome, stay_bits)
    WHERE status IN ('UNPAID', 'ERROR', 'PAYMENT_ERROR_MEANT_OF_PAYMENT', 'PERMANENT_ERROR', 'INVALID_PAYMENT',
        'ATTEMPT_PROCESS') OR (disputed_at IS NOT NULL AND dispute_outcome = '');
-- +engine all
