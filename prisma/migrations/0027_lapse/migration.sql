-- What nobody answered in its time is over by that time; a loop writes it down. What an allocation is promised meanwhile lapses with the promise, by a lane.
CREATE POLICY lapsing ON request FOR UPDATE TO bailiwick_engine USING (state = 'open' AND kind <> 'allocation.admit' AND deadline <= now() AND (SELECT current_setting('app.loop', true)) = 'requests')
  WITH CHECK (state = 'lapsed' AND decided_by IS NULL);
