-- Advisory locks belong to a connection, or to a transaction, and end with it.

-- name: TryLock :one
SELECT pg_try_advisory_lock(@key);

-- name: Unlock :exec
SELECT pg_advisory_unlock(@key);

-- name: LockTransaction :exec
SELECT pg_advisory_xact_lock(@key);
