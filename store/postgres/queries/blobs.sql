-- A part that was damaged is written again, one that is as it should be is not.
-- name: PutPart :exec
INSERT INTO blobs (hash, part, content) VALUES (@hash, @part, @content)
ON CONFLICT (hash, part) DO UPDATE SET content = excluded.content WHERE blobs.content <> excluded.content;

-- name: BlobSize :one
SELECT count(*) AS parts, coalesce(sum(length(content)), 0)::bigint AS bytes FROM blobs WHERE hash = @hash;

-- name: Part :one
SELECT content FROM blobs WHERE hash = @hash AND part = @part;
