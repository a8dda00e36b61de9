-- What a tenant's own rule says yes to, without asking anybody: what may go by it is marked when it is asked, and looked at once by a lane, which says what became of that.
ALTER TABLE request
  ADD COLUMN by_rule text CHECK (by_rule IN ('due', 'approved', 'drawn', 'asked')),
  -- What of its asker's budget was spent on it: devices times hours.
  ADD COLUMN device_hours bigint CHECK (device_hours >= 0),
  DROP CONSTRAINT request_decided,
  ADD CONSTRAINT request_decided CHECK ((state = 'open') = (decided_at IS NULL) AND (state IN ('open', 'lapsed') OR by_rule IS NOT DISTINCT FROM 'approved') = (decided_by IS NULL) AND (state = 'refused') = (decision_reason IS NOT NULL)),
  DROP CONSTRAINT request_four_eyes,
  ADD CONSTRAINT request_four_eyes CHECK (CASE state
    WHEN 'withdrawn' THEN decided_by = requested_by OR allocation_id IS NOT NULL
    WHEN 'open' THEN true WHEN 'lapsed' THEN true
    ELSE by_rule IS NOT DISTINCT FROM 'approved' OR decided_by <> requested_by AND (state = 'refused' OR decided_by::text IS DISTINCT FROM payload ->> 'admin') END),
  -- Nothing above a tenant goes by its rule, and nothing that is not an allocation.
  ADD CONSTRAINT request_by_rule CHECK (by_rule IS NULL OR level = 'tenant' AND kind = 'allocation.admit'),
  ADD CONSTRAINT request_gone_by_rule CHECK (by_rule IS DISTINCT FROM 'approved' OR state = 'approved' AND device_hours IS NOT NULL AND carried_out_at IS NOT NULL);
CREATE INDEX request_due_by_rule ON request (requested_at) WHERE by_rule = 'due' AND state = 'open';
CREATE INDEX request_of_rule ON request (tenant_id, requested_by, requested_at) WHERE by_rule IN ('approved', 'drawn');

-- The rule's word is nobody's: it stands for no person, in no role, and no person can write it.
ALTER TABLE request_word
  DROP CONSTRAINT request_word_kind_check, ADD CONSTRAINT request_word_kind_check CHECK (kind IN ('yes', 'no', 'question', 'answer', 'recusal', 'change', 'rule')),
  DROP CONSTRAINT request_word_check1, ADD CONSTRAINT request_word_by CHECK ((kind IN ('change', 'rule')) = (person_id IS NULL)),
  ADD CONSTRAINT request_word_of_rule CHECK (kind <> 'rule' OR role IS NULL AND body IS NOT NULL);
GRANT UPDATE (by_rule, device_hours) ON request TO bailiwick_engine;
