-- +goose Up

-- Documents are JSON as the Go types of core/session and core/schemaregistry
-- write it. They are of type json, which keeps them as they came, and not jsonb,
-- which cannot hold the NUL characters of a damaged file. For the same reason
-- nothing may look into them: -> and ->> refuse a document with a NUL.
CREATE TABLE sessions (
    id         text        NOT NULL PRIMARY KEY,
    username   text        NOT NULL,
    version    bigint      NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    opening    json        NOT NULL, -- what was said first, a JSON string
    states     json        NOT NULL  -- session.State and the ones to undo, see package document
);

CREATE INDEX sessions_latest ON sessions (username, updated_at, id);

CREATE TABLE turns (
    session text   NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    number  bigint NOT NULL,
    key     text, -- the client's name for its request; NULL where it gave none
    turn    json   NOT NULL, -- session.Turn
    PRIMARY KEY (session, number),
    UNIQUE (session, key)
);

CREATE TABLE results (
    session text   NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    id      text   NOT NULL,
    turn    bigint NOT NULL,
    result  json   NOT NULL, -- session.ResultRef
    PRIMARY KEY (session, id)
);

-- Audit records stay when their session goes, and may have none.
CREATE TABLE audits (
    number  bigint NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    session text   NOT NULL,
    audit   json   NOT NULL -- schemaregistry.Audit
);

CREATE INDEX audits_session ON audits (session, number);

-- +goose Down
DROP TABLE audits;
DROP TABLE results;
DROP TABLE turns;
DROP TABLE sessions;
