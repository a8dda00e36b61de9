-- A batch that was decided on what the one before it leaves says what it took for granted, once it holds it. Where anything of that is otherwise, nothing of the batch happens.
CREATE FUNCTION as_assumed(holds boolean) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF holds IS NOT TRUE THEN RAISE EXCEPTION 'assumed otherwise' USING ERRCODE = 'BW001'; END IF;
END $$;
REVOKE EXECUTE ON FUNCTION as_assumed(boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION as_assumed(boolean) TO bailiwick_engine;
