-- When a key was last used, to the hour. For a device, `label` is now what it is called in the
-- list of a person's devices; it is empty for those that came before.
ALTER TABLE keys ADD COLUMN seen bigint;
