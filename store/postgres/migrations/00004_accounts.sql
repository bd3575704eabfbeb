-- +goose Up

CREATE TABLE users (
    name       text        NOT NULL PRIMARY KEY,
    role       text        NOT NULL,
    password   text        NOT NULL, -- its argon2id hash in the PHC format
    created_at timestamptz NOT NULL
);

CREATE TABLE logins (
    token    text        NOT NULL PRIMARY KEY, -- the SHA-256 of the token
    username text        NOT NULL REFERENCES users (name) ON DELETE CASCADE,
    expires  timestamptz NOT NULL
);

CREATE INDEX logins_username ON logins (username);
CREATE INDEX logins_expires ON logins (expires);

-- +goose Down
DROP TABLE logins;
DROP TABLE users;
