-- +goose Up
-- Whom a kept answer names, so that erasing them finds it. Those of stays carry the person, those of subscriptions the
-- subscription. The answer to a registration is a number alone.
ALTER TABLE idempotent_answers ADD COLUMN account_id INTEGER;
UPDATE idempotent_answers SET account_id = json_extract(body, '$.user.id')
    WHERE json_valid(body) AND json_type(body, '$.user.id') = 'integer';
UPDATE idempotent_answers SET account_id = (SELECT u.account_id FROM subscriptions u WHERE u.id = json_extract(body, '$.id'))
    WHERE json_valid(body) AND json_type(body, '$.date_prochain_paiement') IS NOT NULL;
CREATE INDEX idempotent_answers_by_account ON idempotent_answers (account_id) WHERE account_id IS NOT NULL;

-- +goose Down
DROP INDEX idempotent_answers_by_account;
ALTER TABLE idempotent_answers DROP COLUMN account_id;
