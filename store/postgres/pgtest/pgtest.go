//go:build unix

// Package pgtest gives tests databases of their own: in the cluster that
// CHATMRPT_TEST_POSTGRES_URL names, or in a private one that is started for them
// and removed afterwards, whoever runs them.
package pgtest

import (
	"bytes"
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// errNotInstalled means that there are no programs to start a cluster with.
var errNotInstalled = errors.New("PostgreSQL is not installed here (Debian: apt-get install postgresql)")

// NewDatabase returns the URL of an empty database that is dropped when the test
// ends. Where there is no PostgreSQL the test is skipped, or fails under CI or
// CHATMRPT_REQUIRE_POSTGRES.
func NewDatabase(t testing.TB) string {
	t.Helper()
	cluster, err := cluster()
	if errors.Is(err, errNotInstalled) && os.Getenv("CI")+os.Getenv("CHATMRPT_REQUIRE_POSTGRES") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("a PostgreSQL cluster for the tests: %v", err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	execute(t, cluster, "CREATE DATABASE "+name+" TEMPLATE template0")
	t.Cleanup(func() { execute(t, cluster, "DROP DATABASE "+name+" WITH (FORCE)") })
	database := *cluster
	database.Path = "/" + name
	return database.String()
}

// Execute carries out one command in the database of a URL.
func Execute(t testing.TB, database, sql string) {
	t.Helper()
	parsed, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, parsed, sql)
}

func execute(t testing.TB, database *url.URL, sql string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, database.String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // its work is done
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// cluster is the URL of the cluster for this process.
var cluster = sync.OnceValues(func() (*url.URL, error) {
	if given := os.Getenv("CHATMRPT_TEST_POSTGRES_URL"); given != "" {
		return url.Parse(given)
	}
	programs, err := findPrograms()
	if err != nil {
		return nil, err
	}
	folder, err := startCluster(programs)
	if err != nil {
		return nil, err
	}
	return &url.URL{Scheme: "postgres", User: url.User("postgres"), Path: "/postgres", RawQuery: "host=" + url.QueryEscape(folder)}, nil
})

// findPrograms is the folder of initdb and pg_ctl, of the newest version where
// there are several.
func findPrograms() (folder string, err error) {
	if initdb, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(initdb), nil
	}
	newest := 0
	installed, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	for _, initdb := range installed {
		bin := filepath.Dir(initdb)
		if version, err := strconv.Atoi(filepath.Base(filepath.Dir(bin))); err == nil && version > newest {
			newest, folder = version, bin
		}
	}
	if folder == "" {
		return "", errors.Join(err, errNotInstalled)
	}
	return folder, nil
}

//go:embed cluster.sh
var clusterScript string

// startCluster starts a cluster that lives as long as this process and returns
// the folder of its socket.
func startCluster(programs string) (folder string, err error) {
	if folder, err = os.MkdirTemp("", "chatmrpt-postgres-"); err != nil {
		return "", err
	}
	script := exec.Command("sh", "-c", clusterScript) //nolint:noctx // it ends with the process
	script.Env = []string{"CLUSTER=" + folder, "PATH=" + programs + ":/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"}
	script.Dir = folder
	if os.Geteuid() == 0 { // PostgreSQL does not run as root
		if err := runUnprivileged(script); err != nil {
			return "", err
		}
	}
	var trouble bytes.Buffer
	script.Stderr = &trouble
	if _, err := script.StdinPipe(); err != nil { // closed by the end of this process alone
		return "", err
	}
	out, err := script.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := script.Start(); err != nil {
		return "", err
	}
	if _, err := io.ReadFull(out, make([]byte, len("ready"))); err != nil {
		return "", fmt.Errorf("it does not start: %w\n%s", script.Wait(), &trouble)
	}
	go func() { _ = script.Wait() }() // keeps the pipe from being collected as garbage
	return folder, nil
}

// runUnprivileged has the command run as postgres, or as nobody, in its folder.
func runUnprivileged(command *exec.Cmd) error {
	account, err := user.Lookup("postgres")
	if err != nil {
		if account, err = user.Lookup("nobody"); err != nil {
			return err
		}
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return err
	}
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	return os.Chown(command.Dir, int(uid), int(gid))
}
