-- Who is erased with a tenant held nothing where a hold stands: of what the law wants kept somewhere else nothing goes by what becomes of this one. And nobody comes into an erased tenant by a group.
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
  -- Whoever is just coming in by a link or a group is in before, and is found; whoever comes after finds neither.
  PERFORM 1 FROM invitation WHERE tenant_id = place FOR UPDATE;
  PERFORM 1 FROM group_binding WHERE tenant_id = place FOR UPDATE;
  -- Whoever holds or held something here, holds nothing anywhere else, and held nothing where a hold stands now.
  SELECT coalesce(array_agg(DISTINCT b.person_id), '{}') INTO own FROM role_binding b WHERE b.tenant_id = place
    AND NOT EXISTS (SELECT FROM role_binding o WHERE o.person_id = b.person_id AND o.tenant_id IS DISTINCT FROM place
      AND (o.valid_to IS NULL OR o.valid_to > now_at OR EXISTS (SELECT FROM legal_hold h WHERE h.lifted_at IS NULL AND h.of_tenant = o.tenant_id)));

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
  -- Whoever comes by a group would come into a tenant that nobody can be in any more, and their name with them.
  UPDATE group_binding SET valid_to = greatest(now_at, valid_from) WHERE tenant_id = place AND (valid_to IS NULL OR valid_to > now_at);
  UPDATE erasure SET erased_at = greatest(now_at, due_at), found = counted WHERE id = an_erasure RETURNING erased_at INTO gone_at;
  UPDATE tenant SET frozen_at = coalesce(frozen_at, now_at), erased_at = gone_at WHERE id = place;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
  RETURN counted;
END $$;

SELECT set_config('app.loading', 'on', true);
UPDATE group_binding b SET valid_to = greatest(clock_timestamp(), b.valid_from) FROM tenant t WHERE t.id = b.tenant_id AND t.erased_at IS NOT NULL AND (b.valid_to IS NULL OR b.valid_to > clock_timestamp());
SELECT set_config('app.loading', '', true);
