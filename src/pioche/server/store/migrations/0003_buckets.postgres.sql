-- What was taken of the limits by the hour, for all workers: `full_at`, in seconds since 1970,
-- is the moment at which a bucket will be full again; then its row is removed. After a crash
-- of the database all are full, which costs less than to keep them on disk.
CREATE UNLOGGED TABLE buckets (
  key text PRIMARY KEY,
  full_at double precision NOT NULL
);
CREATE INDEX buckets_full_at ON buckets (full_at);
