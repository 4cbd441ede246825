-- Tables, where their logs end, the logs, and people. What every entry changes is narrow and
-- apart (`heads`), and the log grows at its end only, whichever table an entry belongs to:
-- so few pages are written for many entries.

CREATE TABLE tables (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  secret BLOB NOT NULL,
  created INTEGER NOT NULL,
  phase TEXT NOT NULL,
  listed INTEGER NOT NULL,
  body BLOB NOT NULL
);
CREATE INDEX tables_listed ON tables (created) WHERE listed = 1 AND phase <> 'over';
CREATE INDEX tables_phase ON tables (phase);

CREATE TABLE heads (
  id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  touched INTEGER NOT NULL,
  due INTEGER
);
CREATE INDEX heads_due ON heads (due) WHERE due IS NOT NULL;

CREATE TABLE log (
  id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (id, seq)
);

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
