package store_test

import (
	"context"
	"slices"
	"testing"

	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestBothEnginesHaveTheSameSchema(t *testing.T) {
	ctx := context.Background()
	lite, postgres := storetest.Open(t, storetest.SQLiteURL(t)), storetest.Open(t, storetest.PostgresURL(t))
	for what, list := range map[string]func(*store.Store) ([]string, error){
		"columns": func(s *store.Store) ([]string, error) { return s.Columns(ctx) },
		"indexes": func(s *store.Store) ([]string, error) { return s.Indexes(ctx) },
	} {
		a, err := list(lite)
		check(t, err)
		b, err := list(postgres)
		check(t, err)
		slices.Sort(a)
		slices.Sort(b)
		if len(a) == 0 || !slices.Equal(a, b) {
			t.Errorf("%s differ:\nsqlite   %v\npostgres %v", what, a, b)
		}
	}
}

func TestReadyNeedsTheSchema(t *testing.T) {
	for engine, address := range map[string]string{"sqlite": storetest.SQLiteURL(t), "postgres": storetest.PostgresURL(t)} {
		t.Run(engine, func(t *testing.T) {
			s, err := store.Open(address)
			check(t, err)
			defer func() { _ = s.Close() }()
			if s.Ready(context.Background()) == nil {
				t.Error("ready before the first migration")
			}
			check(t, s.Migrate(context.Background()))
			check(t, s.Migrate(context.Background())) // a second node finds nothing to do
			if err := s.Ready(context.Background()); err != nil {
				t.Errorf("not ready after the migrations: %v", err)
			}
		})
	}
}

func TestOpenRefusesOtherAddresses(t *testing.T) {
	for _, address := range []string{"", "sqlite:", "mysql://localhost/x", "consigne.db"} {
		if _, err := store.Open(address); err == nil {
			t.Errorf("%q was opened", address)
		}
	}
}
