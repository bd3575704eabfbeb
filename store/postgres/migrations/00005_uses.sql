-- +goose Up

CREATE TABLE uses (
    id       bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text        NOT NULL,
    tool     text        NOT NULL,
    at       timestamptz NOT NULL
);

CREATE INDEX uses_username_tool_at ON uses (username, tool, at);

-- +goose Down
DROP TABLE uses;
