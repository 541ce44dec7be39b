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

// A version that does not know the schema neither starts nor goes on serving.
func TestALaterSchemaIsRefused(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.Check(t, s.Exec(t.Context(), "test", `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)`))
		for what, err := range map[string]error{"Migrate": s.Migrate(t.Context()), "Ready": s.Ready(t.Context())} {
			if newer, ok := errors.AsType[db.NewerSchema](err); !ok || newer.Version != 99999 || newer.Known < 11 {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}

func TestOpenRefusesOtherAddresses(t *testing.T) {
	for _, address := range []string{"", "sqlite:", "mysql://localhost/x", "consigne.db"} {
		if _, err := store.Open(address); err == nil {
			t.Errorf("%q was opened", address)
		}
	}
}
