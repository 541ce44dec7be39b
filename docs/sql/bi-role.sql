-- The role consigne_bi for analysts and Metabase: it reads the views of the schema bi and nothing else. To be run in
-- Consigne's database by a superuser, or by the owner of the database with CREATEROLE; again after an upgrade, if you like:
-- it changes nothing then. Give it a password afterwards (\password consigne_bi).
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'consigne_bi') THEN
        CREATE ROLE consigne_bi;
    END IF;
END $$;
ALTER ROLE consigne_bi LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS CONNECTION LIMIT 20;
ALTER ROLE consigne_bi SET default_transaction_read_only = on;
ALTER ROLE consigne_bi SET statement_timeout = '60s';
ALTER ROLE consigne_bi SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE consigne_bi SET search_path = bi;
ALTER ROLE consigne_bi SET timezone = 'Europe/Paris';

GRANT USAGE ON SCHEMA bi TO consigne_bi;
GRANT SELECT ON ALL TABLES IN SCHEMA bi TO consigne_bi;
-- Views that an upgrade adds or makes again are Consigne's, which owns the schema.
DO $$
BEGIN
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA bi GRANT SELECT ON TABLES TO consigne_bi',
        (SELECT CAST(nspowner AS regrole) FROM pg_namespace WHERE nspname = 'bi'));
END $$;
