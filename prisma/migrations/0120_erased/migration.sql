-- Since when a tenant is erased stands with the tenant, beside since when it is frozen: whoever may see that it exists may see that, and no thaw is possible, whoever asks.
ALTER TABLE tenant ADD COLUMN erased_at timestamptz(3);
ALTER TABLE tenant_past ADD COLUMN erased_at timestamptz(3);
-- That it was erased is no change of today, and leaves no row of what it was before.
ALTER TABLE tenant DISABLE TRIGGER keep_past;
SELECT set_config('app.loading', 'on', true);
UPDATE tenant t SET erased_at = e.erased_at FROM erasure e WHERE e.tenant_id = t.id AND e.erased_at IS NOT NULL;
SELECT set_config('app.loading', '', true);
ALTER TABLE tenant ENABLE TRIGGER keep_past;
ALTER TABLE tenant ADD CONSTRAINT tenant_erased CHECK (erased_at IS NULL OR frozen_at IS NOT NULL);
DO $$
DECLARE columns text;
BEGIN
  SELECT string_agg(format('t.%I', attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute WHERE attrelid = 'public.tenant'::regclass AND attnum > 0 AND NOT attisdropped;
  EXECUTE format($v$CREATE OR REPLACE VIEW past.tenant WITH (security_invoker = true) AS
    SELECT %1$s FROM public.tenant t WHERE t.created_at <= (SELECT past.moment()) AND NOT EXISTS (SELECT FROM public.tenant_past e WHERE e.id = t.id AND e.until > (SELECT past.moment()))
    UNION ALL
    SELECT %1$s FROM public.tenant_past t WHERE t.created_at <= (SELECT past.moment()) AND t.until > (SELECT past.moment())
      AND NOT EXISTS (SELECT FROM public.tenant_past e WHERE e.id = t.id AND e.until > (SELECT past.moment()) AND e.until < t.until)$v$, columns);
END $$;

-- Carries one out, if it may be: all of it in the transaction of whoever asks, or none. The engine cannot delete what goes here, and whoever becomes the engine cannot have more of it gone than two people signed.
CREATE OR REPLACE FUNCTION erase_tenant(an_erasure uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE place text; now_at timestamptz := clock_timestamp(); gone_at timestamptz; before text := current_setting('app.loading', true); own uuid[]; counted jsonb := '{}'; many bigint;
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
  UPDATE erasure SET erased_at = greatest(now_at, due_at), found = counted WHERE id = an_erasure RETURNING erased_at INTO gone_at;
  UPDATE tenant SET frozen_at = coalesce(frozen_at, now_at), erased_at = gone_at WHERE id = place;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
  RETURN counted;
END $$;
