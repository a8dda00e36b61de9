-- Whoever is just coming into a tenant by a link or a group is in it before it is erased, and is found; whoever comes after finds neither. Between the two somebody was in with their name, and was not among those who were erased.
DO $$
DECLARE
  was text := pg_get_functiondef('erase_tenant(uuid)'::regprocedure);
  finds text := '  -- Whoever holds or held something here, holds nothing anywhere else';
BEGIN
  IF position(finds IN was) = 0 THEN RAISE EXCEPTION 'erase_tenant finds people otherwise than was thought'; END IF;
  EXECUTE replace(was, finds, $f$  PERFORM 1 FROM invitation WHERE tenant_id = place FOR UPDATE;
  PERFORM 1 FROM group_binding WHERE tenant_id = place FOR UPDATE;
$f$ || finds);
END $$;
