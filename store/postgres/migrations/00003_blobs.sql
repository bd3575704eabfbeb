-- +goose Up

-- The content of uploads and results by its SHA-256, in parts of 4 MB, so that
-- no process ever holds a large file a second time. The first part is always
-- there. Uploads hardly compress, and trying takes longer than writing them.
CREATE TABLE blobs (
    hash    bytea  NOT NULL,
    part    bigint NOT NULL, -- 0, 1, ...
    content bytea  NOT NULL,
    PRIMARY KEY (hash, part)
);

ALTER TABLE blobs ALTER COLUMN content SET STORAGE EXTERNAL;

-- +goose Down
DROP TABLE blobs;
