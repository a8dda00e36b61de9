-- What the fleet had and had free was kept of every ten minutes, and nobody asks for it: what it has now, its nodes say.
DROP TABLE capacity_use;
