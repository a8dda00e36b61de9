-- Whose places are taken again and again is looked for in all tenants at once.
CREATE INDEX decision_preempting ON decision (at, tenant_id) WHERE action = 'allocations.preempt';
CREATE POLICY preempting ON decision FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch' AND action = 'allocations.preempt');
