package people_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/signon"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// The database decides which of two providers is compulsory for a domain, and whose a person at a provider is.
func TestTheDatabaseDecides(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) {
		ctx, signons := t.Context(), database
		numbers := make(chan int, 4)
		for i := range cap(numbers) {
			numbers <- i
		}
		made := storetest.Race(cap(numbers), func() bool {
			issuer := fmt.Sprintf("https://%d.test", <-numbers) // before the transaction, which may run twice
			err := database.Atomically(ctx, func(ctx context.Context) error {
				p := signon.Provider{
					Label: "Ville", Issuer: issuer, ClientID: "c", Domains: []string{"agglo.fr", "ville.fr"},
					Required: true, Active: true,
				}
				_, err := signons.CreateProvider(ctx, p)
				return err
			})
			if err != nil && !fault.Is(err, fault.KindInvalid) {
				t.Error(err)
			}
			return err == nil
		})
		if list, err := signons.Providers(ctx); made != 1 || err != nil || len(list) != 1 || len(list[0].Domains) != 2 {
			t.Errorf("%d providers are compulsory for one domain: %+v, %v", made, list, err)
		}
		if p, err := signons.CompulsoryFor(ctx, "ville.fr"); err != nil || p.Label != "Ville" {
			t.Errorf("compulsory: %q, %v", p.Label, err)
		}
		if _, err := signons.CompulsoryFor(ctx, "autre.fr"); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("no provider: %v", err)
		}

		people := []int64{}
		for i := range 2 {
			id, err := database.CreateAccount(ctx, account.Account{Email: fmt.Sprintf("p%d@ville.fr", i), Active: true}, noon)
			storetest.Check(t, err)
			people = append(people, id)
		}
		link := func(accountID int64, issuer, subject string) bool {
			id, err := signons.CreateIdentity(ctx,
				signon.Identity{AccountID: accountID, Issuer: issuer, Subject: subject, CreatedAt: noon, UsedAt: noon}, nil)
			storetest.Check(t, err)
			return id != 0
		}
		for _, c := range []struct {
			account         int64
			issuer, subject string
			linked          bool
		}{
			{people[0], "https://a.test", "1", true},
			{people[0], "https://b.test", "1", true},
			{people[1], "https://b.test", "1", false}, // whose the person is
			{people[0], "https://a.test", "2", false}, // who is somebody else there
			{people[1], "https://a.test", "2", true},
		} {
			if got := link(c.account, c.issuer, c.subject); got != c.linked {
				t.Errorf("%+v: %v", c, got)
			}
		}
		if removed, err := signons.DeleteIdentity(ctx, people[1], 1); err != nil || removed {
			t.Errorf("another's identity is removed: %v, %v", removed, err)
		}
	})
}

// An account that has an identity at one of the others gets none. Of two nodes that link it at once for two providers
// one does, also where a transaction sees what was committed after its start, so that nothing but the lock decides.
func TestOneProviderLinksAnAccount(t *testing.T) {
	storetest.OnEachAddress(t, func(t *testing.T, address string) {
		nodes := []*store.Store{storetest.Open(t, address), storetest.Open(t, address)}
		const first, second = "https://a.test", "https://b.test"
		link := func(ctx context.Context, node *store.Store, account int64, issuer, other string, then func()) bool {
			identity := signon.Identity{
				AccountID: account, Issuer: issuer, Subject: fmt.Sprint(account), CreatedAt: noon, UsedAt: noon,
			}
			made := int64(0)
			err := node.Atomically(ctx, func(ctx context.Context) error {
				var err error
				made, err = node.CreateIdentity(ctx, identity, []string{other})
				then()
				return err
			})
			if err != nil {
				t.Error(err)
			}
			return made != 0
		}
		for name, ctx := range map[string]context.Context{
			"serializable": t.Context(), "read committed": db.ReadCommitted(t.Context()),
		} {
			typed := account.Account{Email: fmt.Sprintf("%d@ville.fr", len(name)), Active: true}
			person, err := nodes[0].CreateAccount(ctx, typed, noon)
			storetest.Check(t, err)
			begun, late := make(chan struct{}), make(chan bool)
			go func() {
				<-begun
				late <- link(ctx, nodes[1], person, second, first, func() {})
			}()
			hold := sync.OnceFunc(func() {
				close(begun)
				time.Sleep(300 * time.Millisecond) // for which the other node waits
			})
			if early := link(ctx, nodes[0], person, first, second, hold); !early || <-late {
				t.Errorf("%s: the first node links: %v; then the second may not", name, early)
			}
			linked, err := nodes[0].Identities(ctx, person)
			if err != nil || len(linked) != 1 || linked[0].Issuer != first {
				t.Errorf("%s: %+v, %v", name, linked, err)
			}
			// The provider of the first is no more.
			if !link(ctx, nodes[1], person, second, "https://c.test", func() {}) {
				t.Errorf("%s: an identity of a provider that is no more keeps others out", name)
			}
		}
	})
}

// Whoever brings a state back first takes it; what nobody brought back is swept.
func TestDepartures(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) {
		ctx, signons := t.Context(), database
		for i, hash := range []string{"taken", "left"} {
			storetest.Check(t, signons.KeepDeparture(ctx,
				signon.Departure{StateHash: hash, ProviderID: int64(i), BrowserHash: "b", Secrets: "s", ExpiresAt: noon}))
		}
		takes := storetest.Race(8, func() bool {
			departure, err := signons.TakeDeparture(ctx, "taken")
			if err != nil && !fault.Is(err, fault.KindNotFound) {
				t.Error(err)
			}
			return err == nil && departure == signon.Departure{
				StateHash: "taken", BrowserHash: "b", Secrets: "s",
				ExpiresAt: noon,
			}
		})
		if takes != 1 {
			t.Errorf("taken %d times", takes)
		}
		storetest.Check(t, database.Sweep(ctx, noon.Add(time.Minute)))
		if _, err := signons.TakeDeparture(ctx, "left"); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("not swept: %v", err)
		}
	})
}
