// Package withpostgres_test tells in the output of `go test ./...` whether PostgreSQL was tried. Go hides what passing
// packages print, except for « [no tests to run] », which stands behind this package's name without PostgreSQL.
package withpostgres_test

import (
	"database/sql"
	"flag"
	"fmt"
	"os"
	"testing"

	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if !storetest.HasPostgres() && !testenv.Required() {
		fmt.Println(storetest.NotTried)
		if err := flag.Set("test.run", "^$"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// Under `make test` this fails when there is no PostgreSQL.
func TestPostgresAnswers(t *testing.T) {
	server, err := sql.Open("pgx", storetest.PostgresURL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Close() }()
	if err := server.PingContext(t.Context()); err != nil {
		t.Error(err)
	}
}
