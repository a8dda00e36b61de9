-- How somebody wishes to be written to. No row is the usual: once a day, at eight.
CREATE TABLE mail_preference (
  person_id uuid PRIMARY KEY REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  mail text NOT NULL CHECK (mail IN ('off', 'daily', 'at_once')),
  hour int NOT NULL CHECK (hour BETWEEN 0 AND 23),
  changed_at timestamptz(3) NOT NULL
);
ALTER TABLE notice ADD mailed_at timestamptz(3) CHECK (mailed_at >= at);
CREATE INDEX notice_unmailed ON notice (person_id, at) WHERE read_at IS NULL AND mailed_at IS NULL;

ALTER TABLE mail_preference ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON mail_preference TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
CREATE POLICY of_person ON mail_preference TO bailiwick_web, bailiwick_engine USING (person_id::text = (SELECT current_setting('app.person_id', true)));
-- Whose day it is, is asked of all at once; what they hold and where they are written to, of one at a time.
CREATE POLICY delivering ON mail_preference FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'deliver');
CREATE POLICY delivering ON notice FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'deliver');
CREATE POLICY delivering ON role_binding FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'deliver' AND person_id::text = (SELECT current_setting('app.person_id', true)));

GRANT SELECT ON mail_preference TO bailiwick_web, bailiwick_engine;
GRANT INSERT, UPDATE (mail, hour, changed_at) ON mail_preference TO bailiwick_engine;
GRANT UPDATE (mailed_at) ON notice TO bailiwick_engine;
COMMENT ON TABLE mail_preference IS 'class: internal, personal. How somebody wishes to be written to.';
