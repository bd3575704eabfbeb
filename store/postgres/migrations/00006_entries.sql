-- +goose Up

CREATE TABLE entries (
    id       bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind     text        NOT NULL,
    username text        NOT NULL,
    session  text        REFERENCES sessions (id) ON DELETE CASCADE, -- NULL: it stays
    name     text        NOT NULL,
    title    text        NOT NULL,
    body     text        NOT NULL,
    result   text        NOT NULL,
    at       timestamptz NOT NULL,
    words    tsvector    NOT NULL -- as package memory gives them
);

CREATE INDEX entries_user ON entries (username, kind, id);
CREATE INDEX entries_session ON entries (session);
CREATE INDEX entries_skill ON entries (name, id) WHERE kind = 'skill';
CREATE UNIQUE INDEX entries_result ON entries (session, result) WHERE kind = 'result';
CREATE INDEX entries_words ON entries USING gin (words);

-- +goose Down
DROP TABLE entries;
