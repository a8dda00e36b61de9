-- The browser's door counts how often it is asked in the same rows as the machines': whoever is told to wait at one has not their second over again at the other.
CREATE POLICY counting_at_browsers ON rate TO bailiwick_web USING (true);
GRANT SELECT, INSERT, UPDATE (points, expire), DELETE ON rate TO bailiwick_web;
COMMENT ON TABLE rate IS 'class: internal, personal, transient. How often somebody asked within the second: tenants, tokens, sessions, and addresses of whoever is nobody.';
