-- When a set of policies was first used nobody asks: each decision says when it was made, and under which.
DROP VIEW past.policy_set;
ALTER TABLE policy_set DROP COLUMN first_used_at;
CREATE VIEW past.policy_set WITH (security_invoker = true) AS SELECT digest, body FROM public.policy_set;
GRANT SELECT ON past.policy_set TO bailiwick_web;
