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

// Under `make test` this fails when there is no PostgreSQL, or no other with a replica.
func TestPostgresAndItsReplicaAnswer(t *testing.T) {
	primary, replica := storetest.ReplicatedURLs(t)
	for _, address := range []string{storetest.PostgresURL(t), primary, replica} {
		server, err := sql.Open("pgx", address)
		if err != nil {
			t.Fatal(err)
		}
		if err := server.PingContext(t.Context()); err != nil {
			t.Error(err)
		}
		_ = server.Close()
	}
}
