-- PostgreSQL has got a table for the limits by the hour. Here one process counts, in memory.
UPDATE pioche SET pinged = pinged;
