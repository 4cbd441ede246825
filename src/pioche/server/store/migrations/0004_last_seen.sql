-- When a server last served this database, by a clock that could be trusted. After a start, a
-- clock that is far ahead of it may be wrong.
ALTER TABLE pioche ADD COLUMN seen bigint NOT NULL DEFAULT 0;
