-- name: CreateSession :exec
INSERT INTO sessions (id, username, version, created_at, updated_at, opening, states)
VALUES (@id, @username, 0, @created_at, @updated_at, '""', @states);

-- name: LoadSession :one
SELECT * FROM sessions WHERE id = @id;

-- name: LatestSession :one
SELECT * FROM sessions WHERE username = @username ORDER BY updated_at DESC, id DESC LIMIT 1;

-- name: DescribeSession :one
SELECT id, username, version, created_at, updated_at, opening FROM sessions WHERE id = @id;

-- name: ListSessions :many
SELECT id, username, version, created_at, updated_at, opening FROM sessions
WHERE username = @username AND (@after_id::text = '' OR (updated_at, id) < (@after_updated, @after_id))
ORDER BY updated_at DESC, id DESC LIMIT @at_most::bigint;

-- name: DeleteSession :execrows
DELETE FROM sessions WHERE id = @id;

-- name: SessionExists :one
SELECT EXISTS (SELECT FROM sessions WHERE id = @id);

-- name: UpdateSession :execrows
UPDATE sessions SET
    version = version + 1,
    updated_at = @updated_at,
    opening = CASE version WHEN 0 THEN @opening ELSE opening END,
    states = @states
WHERE id = @id AND version = @version;
