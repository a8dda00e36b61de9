-- A feed gives the record of a place, as it grows, to a receiver that somebody named: of a tenant, or of the platform, and then it is all of it. The address may itself be a secret, so it is sealed like the key by
-- which its receiver knows us; its host is shown.
CREATE TABLE feed (
  id uuid PRIMARY KEY,
  tenant_id text REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  way text NOT NULL CHECK (way IN ('webhook', 'syslog')),
  format text NOT NULL CHECK (format IN ('recorded', 'ocsf', 'ecs')),
  host text NOT NULL CHECK (length(host) BETWEEN 1 AND 261),
  address bytea NOT NULL CHECK (length(address) BETWEEN 29 AND 4096),
  -- Syslog signs nothing.
  secret bytea CHECK (length(secret) BETWEEN 29 AND 256),
  made_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  made_at timestamptz(3) NOT NULL,
  paused_at timestamptz(3) CHECK (paused_at >= made_at),
  given_up_at timestamptz(3) CHECK (given_up_at >= made_at),
  ended_at timestamptz(3) CHECK (ended_at >= made_at),
  taken bigint NOT NULL DEFAULT 0 CHECK (taken >= 0),
  taken_at timestamptz(3),
  tries int NOT NULL DEFAULT 0 CHECK (tries >= 0),
  next_at timestamptz(3) NOT NULL DEFAULT now(),
  failure text CHECK (failure ~ '^[a-z_]{1,40}$'),
  status int CHECK (status BETWEEN 100 AND 599),
  failing_since timestamptz(3),
  test_asked_at timestamptz(3),
  tested_at timestamptz(3),
  test_failure text CHECK (test_failure ~ '^[a-z_]{1,40}$'),
  test_status int CHECK (test_status BETWEEN 100 AND 599),
  CONSTRAINT feed_signs CHECK ((way = 'webhook') = (secret IS NOT NULL)),
  CONSTRAINT feed_fails_for_a_reason CHECK ((failure IS NULL) = (failing_since IS NULL) AND (failure IS NULL) = (tries = 0))
);
CREATE INDEX feed_of_place ON feed (tenant_id, made_at);
CREATE INDEX feed_made_by ON feed (made_by);

-- How far a feed's receiver is in each stream of the record.
CREATE TABLE feed_place (
  feed_id uuid NOT NULL REFERENCES feed ON DELETE RESTRICT,
  tenant_id text NOT NULL,
  stream text NOT NULL CHECK (stream IN ('deed', 'access')),
  sequence bigint NOT NULL CHECK (sequence >= 0),
  PRIMARY KEY (feed_id, tenant_id, stream)
);
COMMENT ON TABLE feed IS 'class: highly sensitive. Where the record of a place goes; addresses and keys as ciphertext.';
COMMENT ON TABLE feed_place IS 'class: internal. How far the receiver of a feed is in each stream of the record.';

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['feed', 'feed_place'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
    EXECUTE format($p$CREATE POLICY feeding_as_owner ON %I TO %I USING ((SELECT current_setting('app.loop', true)) = 'feed')$p$, t, current_user);
    EXECUTE format($p$CREATE POLICY feeding ON %I TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'feed')$p$, t);
    EXECUTE format($p$CREATE POLICY of_tenant ON %I FOR SELECT TO bailiwick_web, bailiwick_engine USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*')$p$, t);
  END LOOP;
  -- The functions below run as the owner, for feeds alone.
  FOREACH t IN ARRAY ARRAY['record', 'access_head'] LOOP
    EXECUTE format($p$CREATE POLICY feeding_as_owner ON %I FOR SELECT TO %I USING ((SELECT current_setting('app.loop', true)) = 'feed')$p$, t, current_user);
  END LOOP;
END $$;
DROP POLICY of_tenant ON feed;
CREATE POLICY of_tenant ON feed TO bailiwick_web, bailiwick_engine USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
CREATE POLICY of_platform ON feed TO bailiwick_web, bailiwick_engine USING (tenant_id IS NULL AND (SELECT current_setting('app.platform', true)) = 'on');

-- Whoever reads for people reads neither addresses nor keys.
GRANT SELECT (id, tenant_id, title, way, format, host, made_by, made_at, paused_at, given_up_at, ended_at, taken, taken_at, tries, next_at, failure, status, failing_since, test_asked_at, tested_at, test_failure, test_status) ON feed TO bailiwick_web;
GRANT SELECT, INSERT, UPDATE (paused_at, given_up_at, ended_at, taken, taken_at, tries, next_at, failure, status, failing_since, test_asked_at, tested_at, test_failure, test_status) ON feed TO bailiwick_engine;
GRANT SELECT, INSERT, UPDATE (sequence) ON feed_place TO bailiwick_engine;

-- How far each stream of the record has come.
CREATE FUNCTION record_heads() RETURNS TABLE (tenant_id text, stream text, head bigint)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(a.tenant_id, 'platform'), 'deed', a.deed_sequence FROM account a WHERE a.kind IN ('platform', 'tenant') UNION ALL SELECT a.tenant_id, 'access', a.sequence FROM access_head a
$$;
-- Where each feed is, of those that are to be followed.
CREATE FUNCTION feeds_behind() RETURNS TABLE (feed_id uuid, tenant_id text, stream text, done bigint, head bigint)
LANGUAGE sql STABLE AS $$
  SELECT f.id, h.tenant_id, h.stream, coalesce(p.sequence, 0), h.head FROM feed f JOIN record_heads() h ON f.tenant_id IS NULL OR f.tenant_id = h.tenant_id
  LEFT JOIN feed_place p ON p.feed_id = f.id AND p.tenant_id = h.tenant_id AND p.stream = h.stream
  WHERE f.ended_at IS NULL AND h.head > coalesce(p.sequence, 0)
$$;

-- A feed that goes on from here: what was recorded before is not for it.
CREATE FUNCTION begin_feed(a_feed uuid) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loop', true); many int;
BEGIN
  PERFORM set_config('app.loop', 'feed', true);
  INSERT INTO feed_place (feed_id, tenant_id, stream, sequence) SELECT b.feed_id, b.tenant_id, b.stream, b.head FROM feeds_behind() b WHERE b.feed_id = a_feed ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS many = ROW_COUNT;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
  RETURN many;
END $$;

-- Which feeds have something to do: a receiver that is behind and may be tried, or a test that somebody waits for. Whoever waited longest comes first.
CREATE FUNCTION feeds_due() RETURNS TABLE (feed_id uuid, tenant_id text, test boolean, behind boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT * FROM (
    SELECT f.id, f.tenant_id, f.test_asked_at IS NOT NULL AND f.tested_at IS NULL AS test, f.paused_at IS NULL AND f.given_up_at IS NULL AND f.next_at <= clock_timestamp() AND f.id IN (SELECT b.feed_id FROM feeds_behind() b) AS behind
    FROM feed f WHERE f.ended_at IS NULL ORDER BY coalesce(f.taken_at, f.made_at), f.id) AS due
  WHERE test OR behind
$$;

-- What a feed's receiver is given next: of the streams that are its own, the oldest first, and of each stream by number. A clock that went back moves nothing before what stands ahead of it in its stream.
-- Nothing else of the record can be had by it.
CREATE FUNCTION feed_records(a_feed uuid, most int) RETURNS TABLE (tenant_id text, stream text, sequence bigint, at timestamptz, bytes bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH found AS (
    SELECT b.tenant_id, b.stream, r.sequence, r.at, max(r.at) OVER (PARTITION BY b.tenant_id, b.stream ORDER BY r.sequence) AS reached
    FROM feeds_behind() b JOIN feed f ON f.id = b.feed_id AND f.paused_at IS NULL AND f.given_up_at IS NULL
    CROSS JOIN LATERAL (SELECT r.sequence, r.at FROM record r WHERE r.tenant_id = b.tenant_id AND r.stream = b.stream AND r.sequence > b.done AND r.sequence <= b.head ORDER BY r.sequence LIMIT most) r
    WHERE b.feed_id = a_feed),
  next AS (SELECT * FROM found ORDER BY reached, tenant_id, stream, sequence LIMIT most)
  SELECT n.tenant_id, n.stream, n.sequence, n.at, r.bytes FROM next n JOIN record r ON r.tenant_id = n.tenant_id AND r.stream = n.stream AND r.sequence = n.sequence AND r.at = n.at
  ORDER BY n.reached, n.tenant_id, n.stream, n.sequence
$$;

-- How many records each feed of the place is behind, and since when the oldest of them waits.
CREATE FUNCTION feed_lags() RETURNS TABLE (feed_id uuid, records bigint, since timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE whole boolean := current_setting('app.platform', true) = 'on'; own text := CASE WHEN current_setting('app.namespaces', true) = '*' THEN current_setting('app.tenant_id', true) END; before text := current_setting('app.loop', true);
BEGIN
  PERFORM set_config('app.loop', 'feed', true);
  RETURN QUERY SELECT b.feed_id, sum(b.head - b.done)::bigint, min(r.at) FROM feeds_behind() b JOIN feed f ON f.id = b.feed_id AND CASE WHEN whole THEN f.tenant_id IS NULL ELSE f.tenant_id = own END
    LEFT JOIN LATERAL (SELECT r.at FROM record r WHERE r.tenant_id = b.tenant_id AND r.stream = b.stream AND r.sequence > b.done ORDER BY r.sequence LIMIT 1) r ON true GROUP BY b.feed_id;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;
REVOKE ALL ON FUNCTION record_heads(), feeds_behind(), begin_feed(uuid), feeds_due(), feed_records(uuid, int), feed_lags() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_feed(uuid), feeds_due(), feed_records(uuid, int) TO bailiwick_engine;
GRANT EXECUTE ON FUNCTION feed_lags() TO bailiwick_web;
