-- Tables, their logs, and people. `tables` holds what changes with every entry, so that
-- one row says which seq comes next, what is due and what lists show.

CREATE TABLE tables (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  secret BLOB NOT NULL,
  created INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  touched INTEGER NOT NULL,
  due INTEGER,
  phase TEXT NOT NULL,
  listed INTEGER NOT NULL,
  body BLOB NOT NULL
);
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_listed ON tables (created) WHERE listed = 1 AND phase <> 'over';
CREATE INDEX tables_phase ON tables (phase);

CREATE TABLE log (
  id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (id, seq)
) WITHOUT ROWID;

CREATE TABLE sits (
  person TEXT NOT NULL,
  id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  PRIMARY KEY (person, id)
) WITHOUT ROWID;
CREATE INDEX sits_id ON sits (id);

CREATE TABLE people (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  avatar TEXT NOT NULL,
  created INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE keys (
  hash BLOB PRIMARY KEY,
  person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER
) WITHOUT ROWID;
CREATE INDEX keys_person ON keys (person);
CREATE INDEX keys_expires ON keys (expires) WHERE expires IS NOT NULL;
