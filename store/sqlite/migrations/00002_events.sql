-- +goose Up

-- Events stay when their session goes. The payload is JSON as core/telemetry
-- writes it, kept as it came.
CREATE TABLE events (
    id      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    type    TEXT    NOT NULL,
    at      INTEGER NOT NULL, -- microseconds since 1970 (UTC)
    session TEXT    NOT NULL,
    user    TEXT    NOT NULL,
    payload TEXT    NOT NULL
) STRICT;

CREATE INDEX events_session ON events (session, id);
CREATE INDEX events_at ON events (at);

-- +goose Down
DROP TABLE events;
