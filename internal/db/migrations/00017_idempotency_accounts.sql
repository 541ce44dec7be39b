-- +goose Up
-- The account that a kept response names, so that its erasure finds it. Responses about stays hold the person, those
-- about subscriptions hold the subscription, those to a registration hold a number only. A body need not be JSON, so
-- PostgreSQL does not cast it to JSON; the patterns cannot match typed text, whose quotation marks are escaped.
ALTER TABLE idempotent_answers ADD COLUMN account_id BIGINT;
-- +engine postgres
UPDATE idempotent_answers SET account_id = CAST(substring(body FROM '"user":\{"id":([0-9]{1,18})[,}]') AS BIGINT)
    WHERE body LIKE '%"user":{"id":%';
UPDATE idempotent_answers a SET account_id = u.account_id FROM subscriptions u
    WHERE a.body LIKE '{"id":%"date_prochain_paiement":%' AND u.id = CAST(substring(a.body FROM '^\{"id":([0-9]{1,18}),') AS BIGINT);
-- +engine sqlite
UPDATE idempotent_answers SET account_id = json_extract(body, '$.user.id')
    WHERE json_valid(body) AND json_type(body, '$.user.id') = 'integer';
UPDATE idempotent_answers SET account_id = (SELECT u.account_id FROM subscriptions u WHERE u.id = json_extract(body, '$.id'))
    WHERE json_valid(body) AND json_type(body, '$.date_prochain_paiement') IS NOT NULL;
-- +engine all
CREATE INDEX idempotent_answers_by_account ON idempotent_answers (account_id) WHERE account_id IS NOT NULL;

-- +goose Down
DROP INDEX idempotent_answers_by_account;
ALTER TABLE idempotent_answers DROP COLUMN account_id;
