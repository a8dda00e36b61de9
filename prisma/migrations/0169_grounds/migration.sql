-- On what grounds whoever shows this session or token may do anything: the person, what they showed, what they hold and for whom they decide. It says whether any of it changed between two
-- questions, and nothing else. Asked in the middle of a deed, it looks as whoever shows it, and leaves whose deed it is as it was.
CREATE FUNCTION grounds_of(shown bytea) RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  whose text := coalesce(current_setting('app.person_id', true), '');
  by_hash text := coalesce(current_setting('app.token_hash', true), '');
  grounds text;
BEGIN
  PERFORM set_config('app.person_id', '', true), set_config('app.token_hash', encode(shown, 'hex'), true);
  SELECT concat_ws(' | ', way.ends, coalesce(p.disabled_at::text, '-'),
    (SELECT coalesce(string_agg(concat_ws(' ', b.id, coalesce(b.valid_to::text, '-'), coalesce(v.version::text, '-')), ',' ORDER BY b.id, v.version), '-')
      FROM role_binding b LEFT JOIN custom_role_version v ON v.role_id = b.custom_role AND v.valid_from <= moment AND (v.valid_to IS NULL OR v.valid_to > moment)
      WHERE b.person_id = p.id AND b.valid_from <= moment AND (b.valid_to IS NULL OR b.valid_to > moment)),
    (SELECT coalesce(string_agg(concat_ws(' ', d.giver, d.role, coalesce(d.tenant_id, '-'), d.until), ',' ORDER BY d.giver, d.role, d.tenant_id), '-') FROM delegated_to(p.id, moment) d),
    (SELECT coalesce(string_agg(concat_ws(' ', g.id, g.until), ',' ORDER BY g.id), '-') FROM break_glass g WHERE g.person_id = p.id AND g.ended_at IS NULL AND g.opens_at <= moment AND g.until > moment))
  INTO grounds FROM (
    SELECT s.person_id, concat_ws(' ', s.id, coalesce(s.ended_at::text, '-'), coalesce(e.ended_at::text, '-')) AS ends FROM session s LEFT JOIN elevation e ON e.id = s.elevation_id WHERE s.token_hash = shown
    UNION ALL SELECT t.person_id, concat_ws(' ', t.id, coalesce(t.ended_at::text, '-')) FROM token t WHERE t.token_hash = shown) way JOIN person p ON p.id = way.person_id;
  PERFORM set_config('app.person_id', whose, true), set_config('app.token_hash', by_hash, true);
  RETURN encode(sha256(convert_to(coalesce(grounds, ''), 'UTF8')), 'hex');
END $$;
REVOKE ALL ON FUNCTION grounds_of(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION grounds_of(bytea) TO bailiwick_engine;
