-- +goose Up

CREATE TABLE users (
    name       TEXT    NOT NULL PRIMARY KEY,
    role       TEXT    NOT NULL,
    password   TEXT    NOT NULL, -- its argon2id hash in the PHC format
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE logins (
    token   TEXT    NOT NULL PRIMARY KEY, -- the SHA-256 of the token
    user    TEXT    NOT NULL REFERENCES users (name) ON DELETE CASCADE,
    expires INTEGER NOT NULL
) STRICT;

CREATE INDEX logins_user ON logins (user);
CREATE INDEX logins_expires ON logins (expires);

-- +goose Down
DROP TABLE logins;
DROP TABLE users;
