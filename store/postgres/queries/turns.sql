-- name: InsertTurn :exec
INSERT INTO turns (session, number, key, turn) VALUES (@session, @number, nullif(@key::text, ''), @turn);

-- name: InsertResult :exec
INSERT INTO results (session, id, turn, result) VALUES (@session, @id, @turn, @result);

-- name: Turns :many
SELECT turn FROM turns WHERE session = @session AND number > @after ORDER BY number LIMIT @at_most::bigint;

-- name: TurnByKey :one
SELECT turn FROM turns WHERE session = @session AND key = @key::text;

-- name: Result :one
SELECT result FROM results WHERE session = @session AND id = @id;

-- name: InsertAudit :exec
INSERT INTO audits (session, audit) VALUES (@session, @audit);

-- name: Audits :many
SELECT audit FROM audits WHERE session = @session ORDER BY number;
