-- Whoever asked for something changes what they ask for, as long as nobody has decided it: of what class, what for, and so on whose level it is decided.
GRANT UPDATE (class, priority, preemptible, reserved) ON allocation TO bailiwick_engine;
GRANT UPDATE (level, purpose) ON request TO bailiwick_engine;
