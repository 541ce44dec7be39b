-- +goose Up
-- Letters to customers: which receipts go by mail, in which language, what each is about, when its address was counted;
-- and the reminder before an overrun.

ALTER TABLE operators ADD COLUMN mailed_receipts TEXT NOT NULL DEFAULT 'abonnements'
    CHECK (mailed_receipts IN ('jamais', 'abonnements', 'toujours'));

ALTER TABLE accounts ADD COLUMN language TEXT NOT NULL DEFAULT ''; -- empty: French

ALTER TABLE mails ADD COLUMN subscription_id BIGINT;
ALTER TABLE mails ADD COLUMN stay_id BIGINT;
ALTER TABLE mails ADD COLUMN attempt TEXT; -- uuid of the charge, refund or act of staff that a letter tells of
ALTER TABLE mails ADD COLUMN amount BIGINT; -- what is given back
ALTER TABLE mails ADD COLUMN counted_at BIGINT; -- when it was counted among those of its address

ALTER TABLE tariff_versions ADD COLUMN reminder_minutes BIGINT CHECK (reminder_minutes > 0);
ALTER TABLE stays ADD COLUMN remind_at BIGINT;
ALTER TABLE stays ADD COLUMN reminded BOOLEAN NOT NULL DEFAULT FALSE;
