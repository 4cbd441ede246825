"""Statements that add something unless there is enough of it, whoever asks at the same time."""

from pioche.server.token_bucket import ROUNDING

ADD_KEY = """
INSERT INTO keys (hash, person, kind, label, created, expires)
VALUES ($1, $2, $3, $4, $5, $6) RETURNING 1
"""
# The lock comes first, in a statement of its own: the next one then sees the keys that were
# added while this one waited.
LOCK_PERSON = "SELECT FROM people WHERE id = $1 FOR NO KEY UPDATE"
ADD_KEY_BELOW = """
INSERT INTO keys (hash, person, kind, label, created, expires)
SELECT $1, $2, $3, $4, $5, $6 WHERE $7 > (
  SELECT count(*) FROM keys
  WHERE person = $2 AND kind = $3 AND (expires IS NULL OR expires > $5)
) RETURNING 1
"""

COUNT_TABLES = """
SELECT count(*) FROM sits JOIN tables USING (id) WHERE person = $1 AND phase <> 'over'
"""

# The clock of the database counts, for those of the workers may differ.
NOW = "extract(epoch FROM clock_timestamp())::double precision"

# `excluded.full_at` is now and the time of one token ($2); $3 is the depth of the bucket in
# seconds. A bucket that says it will be full much later than that was filled by a clock that
# went wrong, so it counts as full. Whoever changes a row has its lock and sees it as it is, so
# no token is taken twice; the wait of who gets none is only as good as the last look at it.
TAKE_TOKEN = f"""
WITH taken AS (
  INSERT INTO buckets AS bucket (key, full_at)
  VALUES ($1, {NOW} + $2::double precision)
  ON CONFLICT (key) DO UPDATE SET full_at = excluded.full_at + CASE
    WHEN bucket.full_at > excluded.full_at + $3 THEN 0
    ELSE greatest(bucket.full_at - (excluded.full_at - $2), 0)
  END
  WHERE bucket.full_at <= excluded.full_at - 2 * $2 + $3::double precision + {ROUNDING}
    OR bucket.full_at > excluded.full_at + $3
  RETURNING 1
)
SELECT CASE WHEN EXISTS (SELECT FROM taken) THEN 0 ELSE greatest(
  (SELECT full_at + $2 - {NOW} - $3 FROM buckets WHERE key = $1), {ROUNDING}
) END
"""
REMOVE_FULL_BUCKETS = f"DELETE FROM buckets WHERE full_at < {NOW}"
