-- Whom a class may push aside is looked for in all of the organisation, in the order in which they go.
CREATE INDEX allocation_pushable ON allocation (organisation_id, priority, admitted_at DESC, id) WHERE preemptible AND NOT reserved AND state IN ('admitted', 'running');
ALTER POLICY of_queue ON allocation USING (organisation_id = ANY (string_to_array((SELECT current_setting('app.lane', true)), ','))
  AND (state = 'waiting' AND waiting_since IS NOT NULL OR (burst OR preemptible) AND NOT reserved AND state IN ('admitted', 'running')));
