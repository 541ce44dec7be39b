package db_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/account"
	"consigne/internal/domain/operator"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestBothEnginesHaveTheSameSchema(t *testing.T) {
	ctx := context.Background()
	lite, postgres := storetest.Open(t, storetest.EmptySQLiteURL(t)), storetest.Open(t, storetest.EmptyPostgresURL(t))
	for what, list := range map[string]func(*store.Store) ([]string, error){
		"columns": func(s *store.Store) ([]string, error) { return s.Columns(ctx) },
		"indexes": func(s *store.Store) ([]string, error) { return s.Indexes(ctx) },
	} {
		a, err := list(lite)
		storetest.Check(t, err)
		b, err := list(postgres)
		storetest.Check(t, err)
		slices.Sort(a)
		slices.Sort(b)
		if len(a) == 0 || !slices.Equal(a, b) {
			t.Errorf("%s differ:\nsqlite   %v\npostgres %v", what, a, b)
		}
	}
}

func TestReadyNeedsTheSchema(t *testing.T) {
	for engine, address := range storetest.EmptyURLs(t) {
		t.Run(engine, func(t *testing.T) {
			s, err := store.Open(address)
			storetest.Check(t, err)
			defer func() { _ = s.Close() }()
			if s.Ready(context.Background()) == nil {
				t.Error("ready before the first migration")
			}
			storetest.Check(t, s.Migrate(context.Background()))
			storetest.Check(t, s.Migrate(context.Background())) // a second node finds nothing to do
			if err := s.Ready(context.Background()); err != nil {
				t.Errorf("not ready after the migrations: %v", err)
			}
		})
	}
}

// After the migration of e-mails, existing e-mails open the same accounts as before, are found
// without their accents, and queued mails refer to their account.
func TestEmailsAreFoldedAfterwards(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		storetest.Must(t)(s.Operators.CreateOperator(ctx, operator.Operator{Name: "Élan"}, storetest.Now))
		for _, email := range []string{"Zoé@exemple.test", "zoe@exemple.test"} {
			id := storetest.Must(t)(s.Accounts.CreateAccount(ctx, account.Account{Email: email, LastName: "Zola", Active: true}, storetest.Now))
			storetest.Check(t, s.Accounts.KnowAccount(ctx, id, 1))
		}
		storetest.Must(t)(s.Accounts.CreateAccount(ctx, account.Account{Email: "erased@exemple.test"}, storetest.Now))
		_, err := s.Erasure.Erase(ctx, 3, account.Deletion, storetest.Now)
		storetest.Check(t, err)
		storetest.Check(t, s.Downgrade(ctx, 5))
		storetest.Check(t, s.Exec(ctx, "test", `UPDATE account_operators SET email_folded = (SELECT email_folded FROM accounts WHERE id = account_id)`))
		for _, recipient := range []string{"Zoé@exemple.test", "ZOE@exemple.test", "personne@exemple.test"} {
			storetest.Check(t, s.Exec(ctx, "test", `INSERT INTO mails (kind, recipient, created_at, due_at) VALUES ('invitation', '`+recipient+`', 0, 0)`))
		}
		storetest.Check(t, s.Migrate(ctx))
		for _, operatorID := range []int64{0, 1} {
			for search, want := range map[string]int{"zoe@": 2, "zoé@": 2, "zo": 2, "test": 2, "erased": 0} {
				if _, total, err := s.Accounts.Accounts(ctx, account.Filter{OperatorID: operatorID, Search: search}, 0, 10); err != nil || total != want {
					t.Errorf("%q at %d: %d, %v", search, operatorID, total, err)
				}
			}
		}
		for email, want := range map[string]int64{"ZOÉ@exemple.test": 1, "zoe@EXEMPLE.test": 2} {
			if got, err := s.Accounts.AccountByEmail(ctx, email); err != nil || got.ID != want {
				t.Errorf("%s: %+v, %v", email, got, err)
			}
		}
		for _, want := range []int64{1, 2} {
			if mail, err := storetest.ClaimMail(ctx, s, storetest.Now, time.Minute); err != nil || mail.AccountID != want {
				t.Errorf("mail: %+v, %v", mail, err)
			}
		}
		if mail, err := storetest.ClaimMail(ctx, s, storetest.Now, time.Minute); !fault.Is(err, fault.NotFound) {
			t.Errorf("a mail to nobody: %+v, %v", mail, err)
		}
	})
}

// A node goes on, and starts, on a later schema until a migration says that its version may not run beside it.
func TestALaterSchema(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		calls := func() map[string]error {
			return map[string]error{"Migrate": s.Migrate(t.Context()), "Ready": s.Ready(t.Context())}
		}
		storetest.Check(t, s.Exec(t.Context(), "test", `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)`))
		for what, err := range calls() {
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
		storetest.Check(t, s.Exec(t.Context(), "test", `UPDATE schema_support SET oldest = 99998`))
		for what, err := range calls() {
			if newer, ok := errors.AsType[db.NewerSchema](err); !ok || newer.Version != 99999 || newer.Oldest != 99998 || newer.Known < 11 {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}

// A migration that finds a table in use lets the calls behind it pass, and tries again.
func TestAMigrationWaitsWithoutHoldingUpCalls(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.EmptyPostgresURL(t))
	storetest.NewLocker(t, s)
	storetest.Check(t, s.Downgrade(t.Context(), 20)) // 21 adds a column to stations
	reading, release, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- s.Atomically(t.Context(), func(ctx context.Context) error {
			err := s.Exec(ctx, "hold", `LOCK TABLE stations IN ACCESS SHARE MODE`)
			close(reading)
			<-release
			return err
		})
	}()
	<-reading
	migrated := make(chan error, 1)
	go func() { migrated <- s.Migrate(t.Context()) }()
	for began, longest := time.Now(), time.Duration(0); time.Since(began) < 4*time.Second; time.Sleep(50 * time.Millisecond) {
		call := time.Now()
		if _, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM stations`); err != nil {
			t.Error(err)
		}
		if longest = max(longest, time.Since(call)); longest > 8*time.Second {
			t.Fatalf("a call waited for %v", longest)
		}
	}
	close(release)
	storetest.Check(t, <-done)
	storetest.Check(t, <-migrated)
}

func TestOpenRefusesOtherAddresses(t *testing.T) {
	for _, address := range []string{"", "sqlite:", "mysql://localhost/x", "consigne.db"} {
		if _, err := store.Open(address); err == nil {
			t.Errorf("%q was opened", address)
		}
	}
}
