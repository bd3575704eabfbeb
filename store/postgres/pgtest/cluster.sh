# Starts a private PostgreSQL cluster in the folder CLUSTER, says "ready" and
# removes it when standard input ends: the end of the tests, however they end,
# closes it. The cluster is reached by a socket in its folder, and by nothing else.
set -eu
stop() {
    trap - EXIT
    pg_ctl --pgdata "$CLUSTER/data" --mode immediate --silent stop
    rm -rf "$CLUSTER"
}
trap stop EXIT HUP INT TERM
initdb --pgdata "$CLUSTER/data" --username postgres --auth trust --encoding UTF8 --locale C --no-sync >"$CLUSTER/log"
pg_ctl --pgdata "$CLUSTER/data" --log "$CLUSTER/log" --silent --wait --timeout 60 start --options \
    "-k '$CLUSTER' -c listen_addresses='' -c max_connections=300 -c fsync=off -c full_page_writes=off"
echo ready
cat >/dev/null
