-- name: Uses :many
SELECT at FROM uses WHERE username = @username AND tool = @tool AND at >= @since ORDER BY at;

-- name: ForgetUses :exec
DELETE FROM uses WHERE username = @username AND tool = @tool AND at < @before;

-- name: AddUse :exec
INSERT INTO uses (username, tool, at) VALUES (@username, @tool, @at);

-- name: RemoveUse :exec
DELETE FROM uses WHERE id = (
    SELECT u.id FROM uses u WHERE u.username = @username AND u.tool = @tool AND u.at = @at LIMIT 1
);
