-- name: AddEntry :exec
INSERT INTO entries (kind, username, session, name, title, body, result, at, words)
VALUES (@kind, @username, nullif(@session::text, ''), @name, @title, @body, @result, @at, to_tsvector('simple', @words::text))
ON CONFLICT DO NOTHING;

-- name: Entries :many
SELECT kind, username, coalesce(session, '')::text AS session, name, title, body, result, at FROM entries
WHERE username = @username AND kind = @kind ORDER BY id;

-- name: SearchEntries :many
SELECT e.kind, e.username, coalesce(e.session, '')::text AS session, e.name, e.title, e.body, e.result, e.at FROM entries e
WHERE e.words @@ to_tsquery('simple', @query::text) AND CASE e.kind
    WHEN 'skill' THEN NOT EXISTS (SELECT FROM entries l WHERE l.kind = 'skill' AND l.name = e.name AND l.id > e.id)
    ELSE e.username = @username AND (e.session IS NULL OR e.session = @session::text OR @global::boolean)
END
ORDER BY ts_rank(e.words, to_tsquery('simple', @query::text), 1) DESC, e.id DESC LIMIT @at_most::bigint;

-- name: FindResult :one
SELECT kind, username, coalesce(session, '')::text AS session, name, title, body, result, at FROM entries
WHERE username = @username AND kind = 'result' AND result = @id ORDER BY id DESC LIMIT 1;

-- name: FindSkill :one
SELECT kind, username, coalesce(session, '')::text AS session, name, title, body, result, at, count(*) OVER () AS versions
FROM entries WHERE kind = 'skill' AND name = @name ORDER BY id DESC LIMIT 1;

-- name: Skills :many
SELECT DISTINCT ON (name COLLATE "C") kind, username, coalesce(session, '')::text AS session, name, title, ''::text AS body, result, at
FROM entries WHERE kind = 'skill' ORDER BY name COLLATE "C", id DESC;
