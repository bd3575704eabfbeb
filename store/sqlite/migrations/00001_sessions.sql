-- +goose Up

-- Times are microseconds since 1970 (UTC). Documents are JSON as the Go types
-- of core/session and core/schemaregistry write it.
CREATE TABLE sessions (
    id         TEXT    NOT NULL PRIMARY KEY,
    user       TEXT    NOT NULL,
    version    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    states     TEXT    NOT NULL  -- session.State and the ones to undo, see states.go
) STRICT;

CREATE INDEX sessions_latest ON sessions (user, updated_at);

CREATE TABLE turns (
    session TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    turn    TEXT    NOT NULL, -- session.Turn
    PRIMARY KEY (session, number)
) STRICT;

CREATE TABLE results (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    id      TEXT NOT NULL,
    turn    INTEGER NOT NULL,
    result  TEXT NOT NULL, -- session.ResultRef
    PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;

-- Audit records stay when their session goes, and may have none.
CREATE TABLE audits (
    number  INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    session TEXT    NOT NULL,
    audit   TEXT    NOT NULL -- schemaregistry.Audit
) STRICT;

CREATE INDEX audits_session ON audits (session, number);

-- +goose Down
DROP TABLE audits;
DROP TABLE results;
DROP TABLE turns;
DROP TABLE sessions;
