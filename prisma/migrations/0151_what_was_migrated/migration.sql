-- By which a process knows whether this is the database that it was written for. Of what was migrated, its names alone are told, and one that stopped in the middle is not done.
CREATE FUNCTION migrations_done() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ SELECT migration_name::text FROM public._prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL $$;
REVOKE ALL ON FUNCTION migrations_done() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION migrations_done() TO bailiwick_web, bailiwick_engine;
