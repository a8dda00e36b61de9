-- By which request somebody was let elevate for longer than they may by themselves. One yes is for one elevation.
ALTER TABLE elevation ADD COLUMN request_id uuid UNIQUE REFERENCES request ON DELETE RESTRICT;
