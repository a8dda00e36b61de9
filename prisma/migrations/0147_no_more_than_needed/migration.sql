-- Row security hides from the planner how many admins there are: it takes them for one, and goes through all pairs of them, and for each through the invitations.
-- By what they have in common they are joined once, however many they are.
ALTER FUNCTION links_between_tenants(timestamptz) SET enable_nestloop = off;

-- What is to be sealed is taken by turns, one of each stream and then the next of each. How many turns make `most` is known by the numbers alone, before any record is read:
-- where many streams have much that waits, to hash `most` of every one of them takes longer than a statement may, and nothing is sealed again.
CREATE OR REPLACE FUNCTION to_be_sealed(most int) RETURNS TABLE (tenant_id text, stream text, head bigint, sealed bigint, sequence bigint, hash bytea, in_place boolean, in_time boolean, at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH moved AS MATERIALIZED (SELECT h.*, greatest(h.head - h.sealed, 1) AS waiting FROM stream_heads() h WHERE h.head <> h.sealed),
    -- Those that have fewer are done before the others: so many of theirs, and so many streams to take the rest from by turns.
    done AS (SELECT coalesce(sum(m.waiting) OVER shortest - m.waiting, 0) AS fewer, count(*) OVER () - row_number() OVER shortest + 1 AS others FROM moved m WINDOW shortest AS (ORDER BY m.waiting, m.tenant_id, m.stream)),
    turns AS (SELECT least(most, greatest(1, max(ceil((most - d.fewer) / d.others))))::int AS many FROM done d)
  SELECT h.tenant_id, h.stream, h.head, h.sealed, r.sequence, r.hash, r.in_place, r.in_time, r.at
  FROM moved h CROSS JOIN turns t LEFT JOIN LATERAL hashes_of_stream(h.tenant_id, h.stream, h.sealed + 1, 9223372036854775807, t.many) r ON true
  ORDER BY coalesce(r.sequence, h.sealed) - h.sealed, h.tenant_id, h.stream LIMIT most
$$;
