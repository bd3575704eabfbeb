-- +goose Up

CREATE TABLE entries (
    id      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind    TEXT    NOT NULL,
    user    TEXT    NOT NULL,
    session TEXT    REFERENCES sessions (id) ON DELETE CASCADE, -- NULL: it stays
    name    TEXT    NOT NULL,
    title   TEXT    NOT NULL,
    body    TEXT    NOT NULL,
    result  TEXT    NOT NULL,
    at      INTEGER NOT NULL
) STRICT;

CREATE INDEX entries_user ON entries (user, kind, id);
CREATE INDEX entries_session ON entries (session);
CREATE INDEX entries_skill ON entries (name, id) WHERE kind = 'skill';
CREATE UNIQUE INDEX entries_result ON entries (session, result) WHERE kind = 'result';

-- The words of an entry under its id, as package memory gives them.
CREATE VIRTUAL TABLE entry_words USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0');

-- +goose StatementBegin
CREATE TRIGGER entries_deleted AFTER DELETE ON entries BEGIN
    DELETE FROM entry_words WHERE rowid = old.id;
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER entries_deleted;
DROP TABLE entry_words;
DROP TABLE entries;
