-- That somebody was reminded that an allocation ends: so many days before this end of it, once. Nought days is that it has ended. An end that was moved is another one.
CREATE TABLE reminder (
  allocation_id uuid NOT NULL REFERENCES allocation ON DELETE CASCADE,
  ends_at timestamptz(3) NOT NULL,
  days int NOT NULL CHECK (days IN (0, 1, 7, 30, 60)),
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (allocation_id, ends_at, days)
);
-- What its cluster said of an allocation's GPUs, by the day: the sum of so many samples, in thousandths. A day without a row was not measured.
CREATE TABLE use_day (
  allocation_id uuid NOT NULL REFERENCES allocation ON DELETE CASCADE,
  day date NOT NULL,
  tenant_id text NOT NULL,
  namespace_id text NOT NULL,
  samples int NOT NULL CHECK (samples > 0),
  gpu_use bigint NOT NULL CHECK (gpu_use BETWEEN 0 AND samples * 1000::bigint),
  PRIMARY KEY (allocation_id, day)
);
CREATE INDEX use_day_age ON use_day (day);
CREATE INDEX allocation_expired ON allocation (ended_at) WHERE state = 'expired';

ALTER TABLE reminder ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE use_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['reminder', 'use_day'] LOOP
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
  END LOOP;
END $$;
CREATE POLICY reminding ON reminder TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'lease');
CREATE POLICY reminding ON allocation FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'lease');
CREATE POLICY reminding ON role_binding FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'lease' AND role = 'tenant_admin');
CREATE POLICY of_tenant ON use_day FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true))
  AND ((SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))));
CREATE POLICY measuring ON use_day TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet');
GRANT SELECT, INSERT ON reminder TO bailiwick_engine;
GRANT SELECT ON use_day TO bailiwick_web;
GRANT SELECT, INSERT, DELETE, UPDATE (samples, gpu_use) ON use_day TO bailiwick_engine;
COMMENT ON TABLE reminder IS 'class: internal. Which reminders of an end were given.';
COMMENT ON TABLE use_day IS 'class: sensitive. How much of its GPUs an allocation used, by the day, for a week.';
