-- +goose Up

-- The client's name for its request, so that a repeated one is answered and not
-- carried out again. NULL where it gave none.
ALTER TABLE turns ADD COLUMN key TEXT;

CREATE UNIQUE INDEX turns_key ON turns (session, key) WHERE key IS NOT NULL;

-- +goose Down
DROP INDEX turns_key;
ALTER TABLE turns DROP COLUMN key;
