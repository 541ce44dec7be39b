-- +goose Up
-- A card belongs to a person at one operator (docs/adr/0021). A card that was saved before goes to the operator whose
-- key saved it last. Without an audit line of that, it goes to the operator that charged it first, else to the one
-- where the person first owed something, else to the first that knows the person. A card without any of these is
-- deleted, because no operator may charge it.
-- +engine postgres
ALTER TABLE cards ADD COLUMN operator_id BIGINT REFERENCES operators (id);
UPDATE cards SET operator_id = COALESCE(
    (SELECT j.operator_id FROM journal j WHERE j.object_kind = 'compte' AND j.object_id = cards.account_id AND j.action = 'compte.carte'
       AND j.operator_id IS NOT NULL ORDER BY j.at DESC, j.id DESC LIMIT 1),
    (SELECT p.operator_id FROM payments p JOIN presentations n ON n.payment_id = p.id
     WHERE p.account_id = cards.account_id AND n.card_reference = cards.reference ORDER BY n.id LIMIT 1),
    (SELECT p.operator_id FROM payments p WHERE p.account_id = cards.account_id ORDER BY p.started_at, p.id LIMIT 1),
    (SELECT MIN(k.operator_id) FROM account_operators k WHERE k.account_id = cards.account_id));
DELETE FROM cards WHERE operator_id IS NULL;
ALTER TABLE cards ALTER COLUMN operator_id SET NOT NULL;
ALTER TABLE cards DROP CONSTRAINT cards_pkey;
ALTER TABLE cards ADD PRIMARY KEY (account_id, operator_id);
-- +engine sqlite
CREATE TABLE cards_at_operators (
    account_id  INTEGER NOT NULL REFERENCES accounts (id),
    reference   TEXT NOT NULL,
    brand       TEXT NOT NULL,
    pan         TEXT NOT NULL,
    expires     TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    operator_id INTEGER NOT NULL REFERENCES operators (id),
    PRIMARY KEY (account_id, operator_id)
);
INSERT INTO cards_at_operators (account_id, reference, brand, pan, expires, created_at, operator_id)
SELECT account_id, reference, brand, pan, expires, created_at, owner FROM (
    SELECT c.*, COALESCE(
        (SELECT j.operator_id FROM journal j WHERE j.object_kind = 'compte' AND j.object_id = c.account_id AND j.action = 'compte.carte'
           AND j.operator_id IS NOT NULL ORDER BY j.at DESC, j.id DESC LIMIT 1),
        (SELECT p.operator_id FROM payments p JOIN presentations n ON n.payment_id = p.id
         WHERE p.account_id = c.account_id AND n.card_reference = c.reference ORDER BY n.id LIMIT 1),
        (SELECT p.operator_id FROM payments p WHERE p.account_id = c.account_id ORDER BY p.started_at, p.id LIMIT 1),
        (SELECT MIN(k.operator_id) FROM account_operators k WHERE k.account_id = c.account_id)) AS owner
    FROM cards c) owned
WHERE owner IS NOT NULL;
DROP TABLE cards;
ALTER TABLE cards_at_operators RENAME TO cards;
-- +engine all

-- An account that an operator's key created with an e-mail that was known elsewhere. It has no email_key, and belongs
-- to the operator alone until the person confirms. Then it is merged into the person's account, and the row tells field
-- calls the person's number; so account_id refers to no account any more.
CREATE TABLE account_claims (
    account_id   BIGINT PRIMARY KEY,
    operator_id  BIGINT NOT NULL REFERENCES operators (id),
    person_id    BIGINT NOT NULL REFERENCES accounts (id),
    email_key    TEXT NOT NULL, -- empty once it is confirmed
    claimed_at   BIGINT NOT NULL,
    confirmed_at BIGINT
);
CREATE UNIQUE INDEX account_claims_open ON account_claims (operator_id, email_key) WHERE confirmed_at IS NULL;
CREATE INDEX account_claims_of_person ON account_claims (person_id);

-- +goose Down
DROP TABLE account_claims;
-- +engine postgres
DELETE FROM cards c USING cards d WHERE d.account_id = c.account_id
    AND (d.created_at > c.created_at OR (d.created_at = c.created_at AND d.operator_id < c.operator_id));
ALTER TABLE cards DROP CONSTRAINT cards_pkey;
ALTER TABLE cards DROP COLUMN operator_id;
ALTER TABLE cards ADD PRIMARY KEY (account_id);
-- +engine sqlite
CREATE TABLE cards_of_accounts (
    account_id INTEGER PRIMARY KEY REFERENCES accounts (id),
    reference  TEXT NOT NULL,
    brand      TEXT NOT NULL,
    pan        TEXT NOT NULL,
    expires    TEXT NOT NULL,
    created_at INTEGER NOT NULL
);
INSERT INTO cards_of_accounts (account_id, reference, brand, pan, expires, created_at)
SELECT account_id, reference, brand, pan, expires, created_at FROM cards c
WHERE NOT EXISTS (SELECT 1 FROM cards d WHERE d.account_id = c.account_id
    AND (d.created_at > c.created_at OR (d.created_at = c.created_at AND d.operator_id < c.operator_id)));
DROP TABLE cards;
ALTER TABLE cards_of_accounts RENAME TO cards;
-- +engine all
