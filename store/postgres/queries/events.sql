-- name: AppendEvents :copyfrom
INSERT INTO events (type, at, session, username, payload) VALUES (@type, @at, @session, @username, @payload);

-- name: Events :many
SELECT id, type, at, session, username, payload FROM events
WHERE id > @after
  AND (@type::text = '' OR type = @type)
  AND (@session::text = '' OR session = @session)
  AND at >= @since
ORDER BY id LIMIT @at_most::bigint;

-- name: ForgetEvents :execrows
DELETE FROM events
WHERE events.id IN (SELECT old.id FROM events AS old WHERE old.at < @before ORDER BY old.at LIMIT @at_most::bigint);
