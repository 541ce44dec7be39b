-- +engine postgres
-- +goose Up
-- Stays, payments, payment attempts and the audit log are partitioned by month (docs/adr/0044).
--
-- Ids of stays, payments and attempts begin with the month in which the stay began: 202612 0000000042. What a database holds
-- when it gets here stays where it is, in the partitions `…_before`, which only get another name; so does what the previous
-- release writes beside this schema, because ids that it leaves to the database are below the first month's. Months begin a
-- week after the migration at the earliest: from then on a stay of the previous release would be refused (…_month).

-- +goose StatementBegin
DO $$
DECLARE
    patience TEXT := current_setting('lock_timeout');
    latest BIGINT;
    first TIMESTAMP;
BEGIN
    -- All that is locked below, those that the rows refer to included, before anything is done. Calls lock these tables in
    -- any order, so whoever waits here lets go long before a deadlock would be found (1 s), and tries again.
    FOR try IN 1 .. 100 LOOP
        BEGIN
            PERFORM set_config('lock_timeout', CASE WHEN try < 100 THEN '100ms' ELSE patience END, TRUE);
            LOCK TABLE accounts, operators, lockers, tariffs, subscriptions, occupations, payments, presentations, journal
                IN ACCESS EXCLUSIVE MODE;
            EXIT;
        EXCEPTION WHEN lock_not_available THEN
            IF try = 100 THEN
                RAISE;
            END IF;
            PERFORM pg_sleep(0.05 + random() / 10);
        END;
    END LOOP;
    PERFORM set_config('lock_timeout', patience, TRUE);
    latest := GREATEST(CAST(extract(epoch FROM now() + INTERVAL '7 days') * 1000 AS BIGINT),
        (SELECT MAX(started_at) FROM payments), (SELECT MAX(at) FROM journal));
    first := date_trunc('month', to_timestamp(latest / 1000) AT TIME ZONE 'UTC') + INTERVAL '1 month';
    EXECUTE format($f$
        CREATE FUNCTION months_begin() RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CAST(%1$s AS BIGINT)';
        CREATE FUNCTION first_id_of_month(instant BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $sql$
            SELECT CASE WHEN instant < %1$s THEN 0 ELSE CAST(
                extract(year FROM to_timestamp(instant / 1000) AT TIME ZONE 'UTC') * 100
                + extract(month FROM to_timestamp(instant / 1000) AT TIME ZONE 'UTC') AS BIGINT) * 10000000000 END
        $sql$ $f$, CAST(extract(epoch FROM first AT TIME ZONE 'UTC') * 1000 AS BIGINT));
END $$;
-- +goose StatementEnd
COMMENT ON FUNCTION months_begin() IS 'the instant, in ms, from which rows lie in a partition of their month';
COMMENT ON FUNCTION first_id_of_month(BIGINT) IS 'the lowest id of the month (UTC) of an instant; 0 before the first month. Below 2^53, for JavaScript';

-- The lowest id of the month in which another id lies. No row has an id so large that the end of its month is no BIGINT.
CREATE FUNCTION first_id_beside(other BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    'SELECT LEAST(other, 9000000000000000000) / 10000000000 * 10000000000';

-- The views of analysts follow the tables under their new names: their texts are kept, and read again at the end.
CREATE TEMPORARY TABLE views_by_name ON COMMIT DROP AS
SELECT schemaname, viewname, definition FROM pg_views
WHERE schemaname = CASE current_schema() WHEN 'public' THEN 'bi' ELSE current_schema() || '_bi' END;
-- +goose StatementBegin
CREATE FUNCTION read_views_again() RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    v RECORD;
BEGIN
    FOR v IN SELECT * FROM views_by_name LOOP
        EXECUTE format('CREATE OR REPLACE VIEW %I.%I AS %s', v.schemaname, v.viewname, v.definition);
    END LOOP;
END $$;
-- +goose StatementEnd

-- Makes a table the first partition of a partitioned one that takes its name, indexes, references and numbers. Unique
-- indexes other than the primary key are in each partition and not on the whole: PostgreSQL allows them there only for the
-- column of the partitions. Equal values lie in the same partition (rule), which makes them unique on the whole.
-- +goose StatementBegin
CREATE FUNCTION partition_by_month(whole TEXT, by TEXT, rule TEXT, rule_before TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    before TEXT := whole || '_before';
    other TEXT := whole || '_other';
    high TEXT := CASE by WHEN 'id' THEN '10000000000' ELSE months_begin()::text END;
    last BIGINT;
    used BOOLEAN;
    made RECORD;
    refers TEXT;
    indexes TEXT[];
BEGIN
    EXECUTE format('SELECT last_value, is_called FROM %s', pg_get_serial_sequence(whole, 'id')) INTO last, used;
    EXECUTE format('ALTER TABLE %I ALTER COLUMN id DROP IDENTITY', whole);
    SELECT string_agg(format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)), ', ' ORDER BY conname) INTO refers
    FROM pg_constraint WHERE conrelid = whole::regclass AND contype = 'f';
    FOR made IN SELECT c.relname, i.indisprimary, pg_get_indexdef(i.indexrelid) AS definition
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indrelid = whole::regclass AND (NOT i.indisunique OR i.indisprimary) ORDER BY c.relname
    LOOP
        IF NOT made.indisprimary THEN
            indexes := indexes || made.definition; -- names the whole
        END IF;
-- expand: the whole gets an index of the same name
        EXECUTE format('ALTER INDEX %I RENAME TO %I', made.relname, before || substr(made.relname, length(whole) + 1));
    END LOOP;
-- expand: the whole takes the name
    EXECUTE format('ALTER TABLE %I RENAME TO %I', whole, before);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%I)', whole, before, by);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY', whole);
    PERFORM setval(pg_get_serial_sequence(whole, 'id'), last, used);
    IF by = 'id' THEN
        EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (id)', whole);
    END IF;
    IF refers <> '' THEN
        EXECUTE format('ALTER TABLE %I %s', whole, refers);
    END IF;
    FOR i IN 1 .. coalesce(array_length(indexes, 1), 0) LOOP
        EXECUTE indexes[i];
    END LOOP;
    -- Rows of a month whose partition was not made in time lie in the partition `…_other`.
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', other, before);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s)', other, whole || '_month', rule);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', whole, other);
    -- One pass over the rows; attaching then needs none.
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s), ADD CONSTRAINT %I CHECK (%I IS NOT NULL AND %I < %s)',
        before, whole || '_month', rule_before, whole || '_bound', by, by, high);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', whole, before, high);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', before, whole || '_bound');
END $$;
-- +goose StatementEnd

-- What ties the rows of a partition to its month, between two ids or instants. The planner leaves partitions out by it.
-- +goose StatementBegin
CREATE FUNCTION month_rule(whole TEXT, low BIGINT, high BIGINT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE whole
        WHEN 'occupations' THEN format('started_at >= %s AND started_at < %s', low, high)
        WHEN 'payments' THEN format('started_at >= %s AND started_at < %s AND (occupation_id IS NULL OR occupation_id >= %s AND occupation_id < %s)',
            low, high, first_id_of_month(low), first_id_of_month(high))
        WHEN 'presentations' THEN format('payment_id >= %s AND payment_id < %s', first_id_of_month(low), first_id_of_month(high))
        WHEN 'journal' THEN format('at >= %s AND at < %s', low, high)
    END
$$;
-- +goose StatementEnd

-- expand: created again below, for all partitions
DROP TRIGGER journal_append_only ON journal;
ALTER TABLE presentations DROP CONSTRAINT presentations_payment_id_fkey;
ALTER TABLE payments DROP CONSTRAINT payments_occupation_id_fkey;
SELECT partition_by_month('occupations', 'id', 'first_id_beside(id) = first_id_of_month(started_at)', format('started_at < %s', months_begin()));
SELECT partition_by_month('payments', 'id',
    'first_id_beside(id) = first_id_of_month(started_at) AND (occupation_id IS NULL OR first_id_beside(occupation_id) = first_id_beside(id))',
    format('started_at < %s AND (occupation_id IS NULL OR occupation_id < 10000000000)', months_begin()));
SELECT partition_by_month('presentations', 'id', 'first_id_beside(id) = first_id_beside(payment_id)', 'payment_id < 10000000000');
SELECT partition_by_month('journal', 'at', 'at IS NOT NULL', 'at IS NOT NULL');
ALTER TABLE payments ADD CONSTRAINT payments_occupation_id_fkey FOREIGN KEY (occupation_id) REFERENCES occupations (id);
ALTER TABLE presentations ADD CONSTRAINT presentations_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments (id);
ALTER TABLE journal_before DROP CONSTRAINT journal_month;
ALTER TABLE journal_other DROP CONSTRAINT journal_month;
CREATE TRIGGER journal_append_only BEFORE UPDATE ON journal
    FOR EACH ROW EXECUTE FUNCTION journal_refuse_update();
SELECT read_views_again();
-- expand: created above
DROP FUNCTION partition_by_month(TEXT, TEXT, TEXT, TEXT);

-- Attaches a table as the partition of a month; makes it first if there is none of its name.
-- +goose StatementBegin
CREATE FUNCTION attach_month(whole TEXT, instant BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    month TIMESTAMP := date_trunc('month', to_timestamp(instant / 1000) AT TIME ZONE 'UTC');
    low BIGINT := CAST(extract(epoch FROM month AT TIME ZONE 'UTC') * 1000 AS BIGINT);
    high BIGINT := CAST(extract(epoch FROM (month + INTERVAL '1 month') AT TIME ZONE 'UTC') * 1000 AS BIGINT);
    part TEXT := whole || '_' || to_char(month, 'YYYYMM');
BEGIN
    IF low < months_begin() THEN
        RAISE EXCEPTION 'the months begin later than %', month;
    END IF;
    IF to_regclass(quote_ident(part)) IS NULL THEN
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', part, whole || '_other');
        EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS %I', part, whole || '_month');
        EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s)', part, whole || '_month', month_rule(whole, low, high));
    END IF;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', whole, part,
        CASE whole WHEN 'journal' THEN low ELSE first_id_of_month(low) END, CASE whole WHEN 'journal' THEN high ELSE first_id_of_month(high) END);
END $$;
-- +goose StatementEnd

-- Detaches the partition of a month, whose rows nothing refers to any more: attempts first, then payments, then stays.
-- +goose StatementBegin
CREATE FUNCTION detach_month(whole TEXT, instant BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    part TEXT := whole || '_' || to_char(to_timestamp(instant / 1000) AT TIME ZONE 'UTC', 'YYYYMM');
    reference RECORD;
BEGIN
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', whole, part);
    -- A detached table would keep its references, and with them the rows that it refers to. Attaching makes them again.
    FOR reference IN SELECT conname FROM pg_constraint WHERE conrelid = part::regclass AND contype = 'f' AND conparentid = 0 LOOP
        EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', part, reference.conname);
    END LOOP;
END $$;
-- +goose StatementEnd

-- The first month; the server's job makes the others.
SELECT attach_month(whole, months_begin()) FROM unnest(ARRAY['occupations', 'payments', 'presentations', 'journal']) whole;

-- +goose Down
-- Migration 62 has made the tables plain again, and dropped the functions.
SELECT 1;
