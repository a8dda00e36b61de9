-- Who opens a session of somebody's shares their row, and who ends sessions of theirs has it alone: one after the other. A row, which only whoever may write there can hold: by a mere number the web
-- process alone could keep everybody from being locked out.
CREATE FUNCTION hold_person(a_person uuid, alone boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loading', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  IF alone THEN PERFORM FROM person WHERE id = a_person FOR NO KEY UPDATE;
  ELSE PERFORM FROM person WHERE id = a_person FOR SHARE; END IF;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
END $$;
REVOKE ALL ON FUNCTION hold_person(uuid, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hold_person(uuid, boolean) TO bailiwick_engine;
