-- What is done by one at a time waits for a lock of a table, which only whoever may write there can take. One by a mere number is anybody's who is in the database: the web process alone could have
-- kept the record from being found, a month from being taken away and a hold from being placed, for as long as it liked, and nobody would have seen who.
DO $$
DECLARE
  many record;
  was text;
BEGIN
  FOR many IN SELECT * FROM (VALUES
    ('project_records(int)', 'PERFORM pg_advisory_xact_lock(hashtext(''project_records''))', 'LOCK TABLE public.record_projected IN SHARE UPDATE EXCLUSIVE MODE'),
    ('forget_lines()', 'PERFORM pg_advisory_xact_lock(hashtext(''project_records''))', 'LOCK TABLE public.record_projected IN SHARE UPDATE EXCLUSIVE MODE'),
    ('make_record_partition(date)', 'PERFORM pg_advisory_xact_lock(hashtext(''make_record_partition''))', 'LOCK TABLE public.record_month IN SHARE UPDATE EXCLUSIVE MODE'),
    ('take_record_month(date, bigint, text, bytea, text)', 'PERFORM pg_advisory_xact_lock(hashtext(''make_record_partition''))', 'LOCK TABLE public.record_month IN SHARE UPDATE EXCLUSIVE MODE'),
    -- Placing one writes there, and so waits by itself.
    ('holds_of(text)', 'PERFORM pg_advisory_xact_lock_shared(hashtext(''legal_hold''))', 'LOCK TABLE public.legal_hold IN SHARE MODE')
  ) AS locks (name, asks, takes) LOOP
    was := pg_get_functiondef(many.name::regprocedure);
    IF position(many.asks IN was) = 0 THEN RAISE EXCEPTION '% waits otherwise than was thought', many.name; END IF;
    EXECUTE replace(was, many.asks, many.takes);
  END LOOP;
END $$;
DROP TRIGGER legal_hold_waits ON legal_hold;
DROP FUNCTION legal_hold_waits();
