-- Nothing was recorded before the database was made, whenever it says that it happened.
CREATE FUNCTION database_made() RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ SELECT min(started_at) FROM public._prisma_migrations $$;
REVOKE ALL ON FUNCTION database_made() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION database_made() TO bailiwick_engine;
