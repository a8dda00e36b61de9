-- Which of these sessions are open no more, or are not known: whoever waits to be told is let go by that, whoever ended it and wherever. It runs as the owner, because
-- one question a second asks for everybody who waits, and tells nothing but which of the tokens that were asked about have no open session.
CREATE FUNCTION sessions_over(asked bytea[]) RETURNS SETOF bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.watching', 'on', true);
  RETURN QUERY SELECT one FROM unnest(asked) AS one WHERE NOT EXISTS (SELECT FROM session WHERE token_hash = one AND ended_at IS NULL);
  PERFORM set_config('app.watching', '', true);
END $$;
REVOKE ALL ON FUNCTION sessions_over(bytea[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sessions_over(bytea[]) TO bailiwick_web;
DO $$
BEGIN
  EXECUTE format('CREATE POLICY watching ON session FOR SELECT TO %I USING ((SELECT current_setting(''app.watching'', true)) = ''on'')', current_user);
END $$;
