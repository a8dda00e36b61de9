-- Whoever closes a case, or takes a step of it, holds it before they look at it, by writing what is there already: it stays open by that.
CREATE POLICY holding ON case_file FOR UPDATE TO bailiwick_engine USING (closed_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on') WITH CHECK (closed_at IS NULL);
