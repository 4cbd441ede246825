-- A database of version 1, of SQLite, as the first release left it. Never changes.

CREATE TABLE pioche (version bigint NOT NULL, pinged bigint NOT NULL);
INSERT INTO pioche (version, pinged) VALUES (1, 7);

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

INSERT INTO people (id, name, avatar, created) VALUES
  ('ann', 'Ann', 'fox', 1700000000000),
  ('zoe', 'Zoé', 'owl', 1700000000001);
INSERT INTO keys (hash, person, kind, label, created, expires) VALUES
  (x'00ff', 'ann', 'cookie', '', 1700000000000, NULL),
  (x'01', 'ann', 'token', 'my bot', 1700000000002, 1800000000000);
INSERT INTO tables (id, code, secret, created, phase, listed, body) VALUES
  (1, 'first', x'0a0b', 1700000000000, 'open', 1, x'7b7d'),
  (4, 'fourth', x'0c', 1700000000004, 'over', 0, x'7b2261223a317d');
INSERT INTO heads (id, seq, touched, due) VALUES
  (1, 2, 1700000000009, 1700000000100),
  (4, 1, 1700000000005, NULL);
INSERT INTO sits (person, id) VALUES ('ann', 1), ('zoe', 1), ('ann', 4);
INSERT INTO log (id, seq, body) VALUES
  (1, 1, x'7b2231223a317d'),
  (1, 2, x'7b2232223a327d'),
  (4, 1, x'7b7d');
