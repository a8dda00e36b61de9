-- That a tenant's personal data is to go: asked by one, signed by another, taken back by anybody of them until it is due, carried out by the engine, and certified when the log has it.
CREATE TABLE erasure (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  tenant_id text NOT NULL REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  asked_at timestamptz(3) NOT NULL,
  asked_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  signed_at timestamptz(3) CHECK (signed_at >= asked_at),
  signed_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  due_at timestamptz(3) CHECK (due_at >= signed_at),
  taken_back_at timestamptz(3) CHECK (taken_back_at >= asked_at),
  taken_back_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  erased_at timestamptz(3) CHECK (erased_at >= due_at),
  -- What there was of each, and the number of the deed that says so.
  found jsonb,
  sequence bigint CHECK (sequence > 0),
  note text CHECK (length(note) <= 65536),
  certified_at timestamptz(3) CHECK (certified_at >= erased_at),
  told text[] NOT NULL DEFAULT '{}',
  CONSTRAINT erasure_signed CHECK (num_nonnulls(signed_at, signed_by, due_at) IN (0, 3)),
  CONSTRAINT erasure_by_two CHECK (signed_by <> asked_by),
  CONSTRAINT erasure_taken_back CHECK (num_nonnulls(taken_back_at, taken_back_by) IN (0, 2) AND (taken_back_at IS NULL OR erased_at IS NULL)),
  CONSTRAINT erasure_erased CHECK ((erased_at IS NULL OR signed_at IS NOT NULL) AND (erased_at IS NULL) = (found IS NULL)),
  CONSTRAINT erasure_certified CHECK (num_nonnulls(note, certified_at) IN (0, 2) AND (note IS NULL OR sequence IS NOT NULL))
);
CREATE UNIQUE INDEX erasure_once ON erasure (tenant_id) WHERE taken_back_at IS NULL;
CREATE INDEX erasure_asked ON erasure (asked_at, id);
CREATE INDEX erasure_of_tenant ON erasure (tenant_id, asked_at, id);
CREATE INDEX erasure_asked_by ON erasure (asked_by);
CREATE INDEX erasure_signed_by ON erasure (signed_by) WHERE signed_by IS NOT NULL;
CREATE INDEX erasure_taken_back_by ON erasure (taken_back_by) WHERE taken_back_by IS NOT NULL;
COMMENT ON TABLE erasure IS 'class: sensitive, personal. Which tenants’ personal data is to go or is gone, who asked and who signed, by their ids.';
ALTER TABLE erasure ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON erasure TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
CREATE POLICY of_tenant ON erasure TO bailiwick_web, bailiwick_engine USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
CREATE POLICY of_platform ON erasure TO bailiwick_web, bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY erasing ON erasure TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'erase');
CREATE POLICY telling_of_erasures ON role_binding FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'erase' AND namespace_id IS NULL);
GRANT SELECT ON erasure TO bailiwick_web;
GRANT SELECT, INSERT, UPDATE (signed_at, signed_by, due_at, taken_back_at, taken_back_by, sequence, note, certified_at, told) ON erasure TO bailiwick_engine;

-- Carries one out, if it may be: all of it in the transaction of whoever asks, or none. The engine cannot delete what goes here, and whoever becomes the engine cannot have more of it gone than two people signed.
CREATE FUNCTION erase_tenant(an_erasure uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE place text; now_at timestamptz := clock_timestamp(); before text := current_setting('app.loading', true); own uuid[]; counted jsonb := '{}'; many bigint;
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  SELECT tenant_id INTO place FROM erasure WHERE id = an_erasure AND signed_by <> asked_by AND taken_back_at IS NULL AND erased_at IS NULL AND due_at <= now_at FOR UPDATE;
  IF place IS NULL OR EXISTS (SELECT FROM holds_of(place)) THEN
    PERFORM set_config('app.loading', coalesce(before, ''), true);
    RETURN NULL;
  END IF;
  -- Whoever holds or held something here, and holds nothing anywhere else.
  SELECT coalesce(array_agg(DISTINCT b.person_id), '{}') INTO own FROM role_binding b WHERE b.tenant_id = place
    AND NOT EXISTS (SELECT FROM role_binding o WHERE o.person_id = b.person_id AND o.tenant_id IS DISTINCT FROM place AND (o.valid_to IS NULL OR o.valid_to > now_at));

  INSERT INTO data_key (tenant_id, wrapped, destroyed_at) VALUES (place, NULL, now_at) ON CONFLICT (tenant_id) DO UPDATE SET wrapped = NULL, destroyed_at = coalesce(data_key.destroyed_at, excluded.destroyed_at);
  SELECT counted || jsonb_build_object('deedRecords', coalesce((SELECT deed_sequence FROM account WHERE kind = 'tenant' AND tenant_id = place), 0), 'accessRecords', coalesce((SELECT sequence FROM access_head WHERE tenant_id = place), 0)) INTO counted;
  UPDATE access_inbox SET body = body || jsonb_build_object('actor', (body -> 'actor') || '{"username": null, "sourceIP": null, "userAgent": null}') WHERE jsonb_typeof(body -> 'actor') = 'object' AND (tenant_id = place OR body #>> '{actor,userId}' = ANY (own::text[]));
  UPDATE webhook SET ended_at = coalesce(ended_at, now_at) WHERE tenant_id = place;
  GET DIAGNOSTICS many = ROW_COUNT; counted := counted || jsonb_build_object('webhooks', many);
  UPDATE feed SET ended_at = coalesce(ended_at, now_at) WHERE tenant_id = place;
  GET DIAGNOSTICS many = ROW_COUNT; counted := counted || jsonb_build_object('feeds', many);
  UPDATE invitation SET email = 'erased-' || id || '@erased.invalid', withdrawn_at = CASE WHEN used_at IS NULL THEN coalesce(withdrawn_at, now_at) ELSE withdrawn_at END WHERE tenant_id = place OR used_by = ANY (own);
  GET DIAGNOSTICS many = ROW_COUNT; counted := counted || jsonb_build_object('invitations', many);
  UPDATE outbox SET body = '{}', ended_at = coalesce(ended_at, now_at), outcome = coalesce(outcome, 'dropped') WHERE tenant_id = place OR person_id = ANY (own) OR webhook_id IN (SELECT id FROM webhook WHERE tenant_id = place);
  GET DIAGNOSTICS many = ROW_COUNT; counted := counted || jsonb_build_object('messages', many);
  DELETE FROM notice WHERE person_id = ANY (own) OR body ->> 'place' = place OR needs ->> 'tenant' = place;
  GET DIAGNOSTICS many = ROW_COUNT; counted := counted || jsonb_build_object('notices', many);

  -- Their ids stay, because what was done is known by them.
  UPDATE person SET email = 'erased-' || id || '@erased.invalid', name = 'Erased person', disabled_at = coalesce(disabled_at, now_at) WHERE id = ANY (own);
  GET DIAGNOSTICS many = ROW_COUNT; counted := counted || jsonb_build_object('people', many);
  DELETE FROM local_account WHERE person_id = ANY (own);
  DELETE FROM federated_identity WHERE person_id = ANY (own);
  DELETE FROM person_group WHERE person_id = ANY (own);
  DELETE FROM challenge WHERE person_id = ANY (own);
  DELETE FROM sign_in WHERE person_id = ANY (own);
  UPDATE answered SET answer = NULL WHERE person_id = ANY (own);
  UPDATE session SET source_address = 'erased', user_agent = 'erased', provider_session = NULL, ended_at = coalesce(ended_at, now_at), ended_because = coalesce(ended_because, 'ended_by_platform') WHERE person_id = ANY (own);
  GET DIAGNOSTICS many = ROW_COUNT; counted := counted || jsonb_build_object('sessions', many);
  -- What a passkey signed can be checked as long as its public key is there.
  UPDATE factor SET label = 'Erased', removed_at = coalesce(removed_at, now_at) WHERE person_id = ANY (own);
  UPDATE token SET title = 'Erased', ended_at = coalesce(ended_at, now_at) WHERE person_id = ANY (own);
  UPDATE recovery_code SET replaced_at = now_at WHERE person_id = ANY (own) AND used_at IS NULL AND replaced_at IS NULL;

  PERFORM set_config('app.now', to_char(now_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), true);
  UPDATE tenant SET frozen_at = now_at WHERE id = place AND frozen_at IS NULL;
  UPDATE erasure SET erased_at = greatest(now_at, due_at), found = counted WHERE id = an_erasure;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
  RETURN counted;
END $$;
REVOKE ALL ON FUNCTION erase_tenant(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_tenant(uuid) TO bailiwick_engine;
