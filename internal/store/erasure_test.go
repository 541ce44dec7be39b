package store_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/account"
	"consigne/internal/domain/idempotency"
	"consigne/internal/domain/journal"
	"consigne/internal/domain/operator"
	"consigne/internal/domain/outbox"
	"consigne/internal/domain/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// After an erasure, nothing of the person is left in the database: neither in a table nor in the
// bytes of its file.
func TestErasureLeavesNothing(t *testing.T) {
	for engine, address := range storetest.URLs(t) {
		for _, kind := range []account.Erasure{account.Anonymisation, account.Deletion} {
			t.Run(engine+"/"+string(kind), func(t *testing.T) {
				ctx := context.Background()
				s := storetest.Open(t, address)
				made := aTariffIfNone(t, s)
				person := account.Account{
					LastName: "Zwingelstein", FirstName: "Ixchelle", Email: "Ixchelle.ÉZw@exemple.test", Phone: "0699887766", PasswordHash: "argonhash", Active: true,
					Roles: map[int64][]access.Role{1: {access.Customer, access.Hotline}},
				}
				id := must(t)(s.CreateAccount(ctx, person, now))
				check(t, s.CreateSession(ctx, account.Session{ID: "s" + string(kind), AccountID: id, CreatedAt: now, RotatedAt: now, ExpiresAt: now}))
				check(t, s.QueueMail(ctx, outbox.Invitation, id, now))
				check(t, s.QueueMailTo(ctx, outbox.PasswordReset, person.Email, now))
				must(t)(s.CreateContact(ctx, operator.Contact{OperatorID: 1, LastName: person.LastName, Email: "ixchelle.ézw@EXEMPLE.test"}))
				must(t)(s.CreateContact(ctx, operator.Contact{OperatorID: 1, LastName: "Sans adresse"}))
				check(t, s.AddBeneficiaries(ctx, made, []string{person.Email}))
				for i, body := range []string{`{"user":{"nom":"Zwingelstein","id":0}}`, `[{"titulaire":"Ixchelle"}]`, `0699887766`} { // bodies of any shape
					check(t, s.KeepAnswer(ctx, "c", fmt.Sprint(kind, i), idempotency.Answer{Status: 201, Body: body, AccountID: id}, now))
				}
				check(t, s.KeepAnswer(ctx, "c", fmt.Sprint(kind, "of another"), idempotency.Answer{Status: 201, AccountID: id + 1}, now))
				check(t, s.KeepAnswer(ctx, "c", fmt.Sprint(kind, "of nobody"), idempotency.Answer{Status: 200}, now))

				traces := []string{"zwingelstein", "ixchelle", "0699887766", "argonhash"}
				before := dumpOf(t, s, engine, address)
				check(t, s.Atomically(ctx, func(ctx context.Context) error {
					contacts, err := s.Erase(ctx, id, kind, now)
					if len(contacts) != 1 || contacts[0].OperatorID != 1 {
						t.Errorf("contacts: %+v", contacts)
					}
					return err
				}))
				for _, of := range []string{"of another", "of nobody"} {
					if _, err := s.KeptAnswer(ctx, "c", fmt.Sprint(kind, of), now.Add(-time.Hour)); err != nil {
						t.Errorf("an answer %s: %v", of, err)
					}
				}
				stones, err := s.Tombstones(ctx)
				check(t, err)
				if last := stones[len(stones)-1]; last.AccountID != id || last.Kind != kind {
					t.Errorf("tombstones: %+v", stones)
				}
				after := dumpOf(t, s, engine, address)
				for _, trace := range traces {
					if !bytes.Contains(before, []byte(trace)) || bytes.Contains(after, []byte(trace)) {
						t.Errorf("%q: there before %v, after %v", trace, bytes.Contains(before, []byte(trace)), bytes.Contains(after, []byte(trace)))
					}
				}
			})
		}
	}
}

// dumpOf returns everything in the database as lower-case text.
func dumpOf(t *testing.T, s *store.Store, engine, file string) []byte {
	t.Helper()
	ctx := context.Background()
	if engine == "sqlite" {
		check(t, s.Exec(ctx, `VACUUM`))
		check(t, s.Exec(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`))
		content := []byte{}
		for _, suffix := range []string{"", "-wal"} {
			part, err := os.ReadFile(strings.TrimPrefix(file, "sqlite:") + suffix)
			if err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			content = append(content, part...)
		}
		return bytes.ToLower(content)
	}
	rows, err := s.Dump(ctx)
	check(t, err)
	return bytes.ToLower([]byte(strings.Join(rows, "\n")))
}

func aTariffIfNone(t *testing.T, s *store.Store) int64 {
	t.Helper()
	if list, err := s.TariffsOf(context.Background(), 1); err == nil && len(list) > 0 {
		return list[0].ID
	}
	return aTariff(t, s).ID
}

// A restored backup contains persons who were erased since: the list of tombstones erases them
// again, and nobody else.
func TestTombstonesCleanseARestoredBackup(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, restored *store.Store) {
		ctx := context.Background()
		for _, name := range []string{"a", "b", "c", "d"} {
			must(t)(restored.CreateAccount(ctx, account.Account{Email: name + "@exemple.test", LastName: name, Active: true}, now))
		}
		accounts, err := account.NewService(restored.ForAccounts(), fixed(now), bytes.Repeat([]byte("secret"), 6))
		check(t, err)
		stones := []account.Tombstone{
			{AccountID: 1, Kind: account.Deletion, At: now},
			{AccountID: 3, Kind: account.Anonymisation, At: now},
			{AccountID: 9, Kind: account.Deletion, At: now},
			{AccountID: 4, Kind: account.Deletion, At: now.Add(-time.Hour)}, // another account has this number since
		}
		for _, want := range []int{2, 0} { // a second run does no harm
			if erased, err := accounts.EraseAgain(ctx, stones); err != nil || erased != want {
				t.Errorf("erased %d, want %d: %v", erased, want, err)
			}
		}
		lines, total, err := restored.JournalLines(ctx, journal.Filter{}, 0, 10)
		check(t, err)
		if total != 2 || lines[0].Action != journal.AccountAnonymised || lines[1].Object != (journal.Object{Kind: journal.KindAccount, ID: 1}) {
			t.Errorf("journal: %+v", lines)
		}
		list, err := accounts.Tombstones(ctx)
		check(t, err)
		for _, innocent := range []string{"b", "d"} {
			if _, err := accounts.ByEmail(ctx, innocent+"@exemple.test"); err != nil || len(list) != 2 {
				t.Errorf("%s: %v, tombstones: %+v", innocent, err, list)
			}
		}
	})
}

// The migration links idempotency records kept before it to the persons whom they name.
func TestKeptAnswersFindTheirPersons(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		made := aTariff(t, s)
		guest := must(t)(s.CreateAccount(ctx, account.Account{Email: "guest@exemple.test"}, now))
		subscriber := must(t)(s.CreateAccount(ctx, account.Account{Email: "subscriber@exemple.test"}, now))
		bought := must(t)(s.CreateSubscription(ctx, subscription.Subscription{OperatorID: 1, AccountID: subscriber, TariffID: made.ID, TariffVersion: made.Version, StartsAt: now}))
		check(t, s.Downgrade(ctx, 16))
		answers := []struct {
			body    string
			account int64
		}{
			{fmt.Sprintf(`{"id":7,"user":{"id":%d,"nom":"Zoé"},"casier":{"id":1}}`, guest), guest},
			{fmt.Sprintf(`{"id":%d,"debut":"2026-11-22T10:00:00+01:00","date_prochain_paiement":null,"libelle":"Mois"}`, bought), subscriber},
			{`{"id":9999,"date_prochain_paiement":"2026-12-22T10:00:00+01:00"}`, 0}, // a subscription that does not exist
			{`{"id":1}`, 0},
			{`{"detail":"de \"user\":{\"id\":2,"}`, 0},
			{`no JSON`, 0},
			{``, 0},
		}
		for i, a := range answers {
			check(t, s.Exec(ctx, fmt.Sprintf(`INSERT INTO idempotent_answers (caller, key, request_hash, status, body, created_at)
				VALUES ('c', '%d', 'h', 201, '%s', %d)`, i, a.body, now.UnixMilli())))
		}
		check(t, s.Migrate(ctx))
		for i, a := range answers {
			kept, err := s.KeptAnswer(ctx, "c", fmt.Sprint(i), now.Add(-time.Hour))
			if err != nil || kept.AccountID != a.account || kept.Body != a.body {
				t.Errorf("%s: of %d, want %d, %v", a.body, kept.AccountID, a.account, err)
			}
		}
	})
}
