-- name: AddUser :execrows
INSERT INTO users (name, role, password, created_at) VALUES (@name, @role, @password, @created_at)
ON CONFLICT DO NOTHING;

-- name: User :one
SELECT * FROM users WHERE name = @name;

-- name: Users :many
SELECT * FROM users ORDER BY name COLLATE "C";

-- name: SetPassword :execrows
UPDATE users SET password = @password WHERE name = @name;

-- name: RemoveUser :execrows
DELETE FROM users WHERE name = @name;

-- name: AddLogin :exec
INSERT INTO logins (token, username, expires) VALUES (@token, @username, @expires);

-- name: Login :one
SELECT * FROM logins WHERE token = @token;

-- name: RemoveLogin :exec
DELETE FROM logins WHERE token = @token;

-- name: RemoveLoginsOf :exec
DELETE FROM logins WHERE username = @username;

-- name: RemoveLoginsBefore :exec
DELETE FROM logins WHERE expires < @at;
