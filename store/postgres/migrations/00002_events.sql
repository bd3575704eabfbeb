-- +goose Up

-- Events stay when their session goes. The payload is JSON as core/telemetry
-- writes it, kept as it came.
CREATE TABLE events (
    id       bigint      NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    type     text        NOT NULL,
    at       timestamptz NOT NULL,
    session  text        NOT NULL,
    username text        NOT NULL,
    payload  json        NOT NULL
);

CREATE INDEX events_session ON events (session, id);
CREATE INDEX events_at ON events (at);

-- +goose Down
DROP TABLE events;
