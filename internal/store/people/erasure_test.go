package people_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/savedview"
	"consigne/internal/domain/machines/idempotency"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/paging"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// After an erasure, nothing of the person is left in the database: neither in a table nor in the
// bytes of its files as they lie, while the node runs, after it has stopped, and in a backup.
func TestErasureLeavesNothing(t *testing.T) {
	for engine, address := range storetest.URLs(t) {
		for _, kind := range []account.Erasure{account.Anonymisation, account.Deletion} {
			t.Run(engine+"/"+string(kind), func(t *testing.T) {
				ctx := context.Background()
				s := storetest.Open(t, address)
				made := storetest.TariffOrNew(t, s)
				person := account.Account{
					LastName: "Zwingelstein", FirstName: "Ixchelle", Email: "Ixchelle.ÉZw@exemple.test", Phone: "0699887766",
					PasswordHash: "argonhash", Active: true,
					Company: account.Company{Name: "Quincaillerie Ixelles", SIREN: "999999022", Address: "7 impasse Vauxhall"},
					Roles:   map[int64][]access.Role{1: {access.Customer, access.Hotline}},
				}
				other := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: string(kind) + "@autre.test", Active: true},
					storetest.Now))
				id := storetest.Must(t)(s.CreateAccount(ctx, person, storetest.Now))
				storetest.Check(t, s.CreateSession(ctx,
					account.Session{
						ID: "s" + string(kind), AccountID: id, CreatedAt: storetest.Now, RotatedAt: storetest.Now,
						ExpiresAt: storetest.Now,
					}))
				storetest.Check(t, s.QueueMail(ctx, outbox.Invitation, id, storetest.Now))
				storetest.Check(t, s.QueueMailTo(ctx, outbox.PasswordReset, person.Email, storetest.Now))
				storetest.Must(t)(s.CreateContact(ctx,
					operator.Contact{OperatorID: 1, LastName: person.LastName, Email: "ixchelle.ézw@EXEMPLE.test"}))
				storetest.Must(t)(s.CreateContact(ctx, operator.Contact{OperatorID: 1, LastName: "Sans adresse"}))
				storetest.Check(t, s.AddBeneficiaries(ctx, made, []string{person.Email}, storetest.Now.Add(-time.Hour)))
				listed, err := s.TariffByID(ctx, made)
				storetest.Check(t, err)
				removed := slices.IndexFunc(listed.Beneficiaries,
					func(b tariff.Beneficiary) bool { return b.Email == person.Email })
				// of which the history still tells
				storetest.Check(t, s.DeleteBeneficiary(ctx, listed.Beneficiaries[removed].ID, storetest.Now))
				storetest.Check(t, s.AddBeneficiaries(ctx, made, []string{person.Email}, storetest.Now))
				for accountID, filters := range map[int64]string{
					id: `{"costMin":100}`, 0: `{"nom":"Zwingelstein"}`,
					-1: `{"search":"zwingelsteiner"}`,
				} {
					if accountID < 1 {
						accountID = other
					}
					storetest.Must(t)(s.CreateView(ctx,
						savedview.View{AccountID: accountID, OperatorID: 1, Name: filters[:6], Filters: filters}))
				}
				// bodies of any shape
				for i, body := range []string{
					`{"user":{"nom":"Zwingelstein","id":0}}`, `[{"titulaire":"Ixchelle"}]`,
					`0699887766`,
				} {
					_, err = s.KeepIdempotencyRecord(ctx, "c", fmt.Sprint(kind, i),
						idempotency.Record{Status: 201, Body: body, AccountID: id}, storetest.Now, storetest.Now)
					storetest.Check(t, err)
				}
				_, err = s.KeepIdempotencyRecord(ctx, "c", fmt.Sprint(kind, "of another"),
					idempotency.Record{Status: 201, AccountID: id + 1}, storetest.Now, storetest.Now)
				storetest.Check(t, err)
				_, err = s.KeepIdempotencyRecord(ctx, "c", fmt.Sprint(kind, "of nobody"), idempotency.Record{Status: 200},
					storetest.Now, storetest.Now)
				storetest.Check(t, err)

				receipt := storetest.Must(t)(receiptOf(t, s, id))

				told := stay.Stay{OperatorID: 1, LockerID: 1, AccountID: id, Place: 9, StartedAt: storetest.Now.Add(-time.Hour)}
				told.ID = storetest.Must(t)(s.StartStay(ctx, told))
				told.EndedAt, told.EndComment = new(storetest.Now), "Ne se souvenait pas de la porte"
				if first, err := s.EndStay(ctx, told); err != nil || !first {
					t.Fatal(first, err)
				}

				remains := []string{
					"quincaillerie", "vauxhall", "999999022", "souvenait pas", "zwingelstein",
					"ixchelle", ".ézw@", ".ezw@", "0699887766", "argonhash", "**** 4711",
				}
				before := storetest.Dump(t, s, engine, address)
				storetest.Check(t, s.Atomically(ctx, func(ctx context.Context) error {
					contacts, err := s.Erase(ctx, id, kind, storetest.Now)
					if len(contacts) != 1 || contacts[0].OperatorID != 1 {
						t.Errorf("contacts: %+v", contacts)
					}
					return err
				}))
				if kept, err := s.DocumentByID(ctx, receipt); err != nil || kept.Record.Customer != "Usager anonymisé" ||
					kept.Record.Total != 50 {
					t.Errorf("receipt: %+v, %v", kept.Record, err)
				}
				for _, of := range []string{"of another", "of nobody"} {
					if _, err := s.IdempotencyRecord(ctx, "c", fmt.Sprint(kind, of), storetest.Now.Add(-time.Hour)); err != nil {
						t.Errorf("an answer %s: %v", of, err)
					}
				}
				for accountID, want := range map[int64]int{id: 0, other: 1} {
					if views, err := s.AllOf(ctx, accountID); err != nil || len(views) != want {
						t.Errorf("views of %d: %+v, %v", accountID, views, err)
					}
				}
				storetest.Check(t, s.EraseViews(ctx, other))
				stones, err := s.Tombstones(ctx)
				storetest.Check(t, err)
				if last := stones[len(stones)-1]; last.AccountID != id || last.Kind != kind {
					t.Errorf("tombstones: %+v", stones)
				}
				storetest.Check(t, s.CutLog(ctx)) // as the job does
				after := map[string][]byte{"running": storetest.Dump(t, s, engine, address)}
				if engine == "sqlite" {
					path := db.SQLitePath(address)
					storetest.Must(t)(db.CopySQLite(ctx, path, path+"-"+string(kind)))
					after["backup"] = storetest.SQLiteBytes(t, path+"-"+string(kind))
					storetest.Check(t, s.Close())
					after["stopped"] = storetest.SQLiteBytes(t, path)
				}
				for _, trace := range remains {
					if !bytes.Contains(before, []byte(trace)) {
						t.Errorf("%q was not there", trace)
					}
					for where, bytesThere := range after {
						if bytes.Contains(bytesThere, []byte(trace)) {
							t.Errorf("%q is left, %s", trace, where)
						}
					}
				}
			})
		}
	}
}

// receiptOf creates a stay of a person that was paid by card, and returns the id of its receipt.
func receiptOf(t *testing.T, s *store.Store, accountID int64) (int64, error) {
	t.Helper()
	ctx, ended, charge := t.Context(), storetest.Now, fmt.Sprint("charge-", accountID)
	o := stay.Stay{
		OperatorID: 1, LockerID: 1, AccountID: accountID, Place: 1, StartedAt: ended.Add(-time.Hour),
		EndedAt: &ended, Price: 50,
	}
	p := payment.NewForStay(o)
	p.Status, p.SettledAt, p.DueAt, p.Attempts = payment.Paid, &ended, nil, 1
	storetest.Check(t, s.ImportStays(ctx, []payment.Billed{{Stay: o, Payment: p, Attempts: []payment.Attempt{{
		UUID: charge, Kind: payment.Charge, Number: 1, Amount: 50, Outcome: payment.Paid, At: ended, AnsweredAt: &ended,
	}}}}))
	attempt, err := s.AttemptByUUID(ctx, charge)
	storetest.Check(t, err)
	storetest.Check(t, s.CreateDocument(ctx, document.Document{
		OperatorID: 1, Kind: document.Receipt, Year: 2026, Rank: accountID, PaymentID: attempt.PaymentID, Attempt: charge,
		Record: document.Record{
			Number: charge, IssuedAt: ended, SettledAt: ended, Total: 50,
			Customer: "Ixchelle Zwingelstein", Card: "**** 4711",
			Company: &account.Company{Name: "Quincaillerie Ixelles", SIREN: "999999022", Address: "7 impasse Vauxhall"},
		},
	}))
	list, err := s.DocumentsOf(ctx, []int64{attempt.PaymentID})
	return list[0].ID, err
}

// A restored backup contains persons who were erased since: the list of tombstones erases them
// again, and nobody else.
func TestTombstonesCleanseARestoredBackup(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, restored *store.Store) {
		ctx := context.Background()
		for _, name := range []string{"a", "b", "c", "d"} {
			storetest.Must(t)(restored.CreateAccount(ctx,
				account.Account{Email: name + "@exemple.test", LastName: name, Active: true}, storetest.Now))
		}
		accounts, err := account.NewService(restored, storetest.Fixed(storetest.Now),
			account.Options{Secret: bytes.Repeat([]byte("secret"), 6)})
		storetest.Check(t, err)
		stones := []account.Tombstone{
			{AccountID: 1, Kind: account.Deletion, At: storetest.Now},
			{AccountID: 3, Kind: account.Anonymisation, At: storetest.Now},
			{AccountID: 9, Kind: account.Deletion, At: storetest.Now},
			{AccountID: 4, Kind: account.Deletion, At: storetest.Now.Add(-time.Hour)}, // another account has this number since
		}
		for _, want := range []int{2, 0} { // a second run does no harm
			if erased, err := accounts.EraseAgain(ctx, stones); err != nil || erased != want {
				t.Errorf("erased %d, want %d: %v", erased, want, err)
			}
		}
		page, err := restored.AuditLines(ctx, audit.Filter{}, paging.First(10))
		lines, total := page.Items, page.Total
		storetest.Check(t, err)
		if total != 2 || lines[0].Action != audit.AccountAnonymised ||
			lines[1].Object != (audit.Object{Kind: audit.KindAccount, ID: 1}) {
			t.Errorf("audit log: %+v", lines)
		}
		list, err := accounts.Tombstones(ctx)
		storetest.Check(t, err)
		for _, innocent := range []string{"b", "d"} {
			if _, err := accounts.ByEmail(ctx, innocent+"@exemple.test"); err != nil || len(list) != 2 {
				t.Errorf("%s: %v, tombstones: %+v", innocent, err, list)
			}
		}
	})
}
