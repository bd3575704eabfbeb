-- +goose Up

CREATE TABLE uses (
    id   INTEGER PRIMARY KEY,
    user TEXT    NOT NULL,
    tool TEXT    NOT NULL,
    at   INTEGER NOT NULL
) STRICT;

CREATE INDEX uses_user_tool_at ON uses (user, tool, at);

-- +goose Down
DROP TABLE uses;
