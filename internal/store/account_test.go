package store_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consigne/internal/domain/account"
	"consigne/internal/domain/operator"
	"consigne/internal/domain/outbox"
	"consigne/internal/domain/queue"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// now is a whole second, because the database stores milliseconds.
var now = time.Date(2026, 3, 10, 8, 30, 0, 0, time.UTC)

func TestAccounts(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		operatorID := must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, now))
		id := must(t)(s.CreateAccount(ctx, account.Account{
			Email: "Zoe@Exemple.test", LastName: "Zola", FirstName: "Zoé", Active: true,
			Roles: map[int64][]access.Role{operatorID: {access.Manager, access.Customer}},
		}, now))

		got, err := s.AccountByEmail(ctx, " zoe@exemple.TEST ")
		if err != nil || got.ID != id || got.Email != "Zoe@Exemple.test" || !got.Active || got.Admin {
			t.Fatalf("by e-mail, without case: %+v, %v", got, err)
		}
		if !slices.Equal(got.Roles[operatorID], []access.Role{access.Manager, access.Customer}) {
			t.Errorf("roles: %v", got.Roles)
		}
		if _, err := s.CreateAccount(ctx, account.Account{Email: "ZOE@exemple.test"}, now); !fault.Is(err, fault.Invalid) {
			t.Errorf("the same e-mail in other case: got %v, want a refusal", err)
		}
		for _, missing := range []func() error{
			func() error { _, err := s.AccountByEmail(ctx, "personne@exemple.test"); return err },
			func() error { _, err := s.AccountByID(ctx, id+1); return err },
		} {
			if err := missing(); !fault.Is(err, fault.NotFound) {
				t.Errorf("unknown account: got %v", err)
			}
		}
	})
}

func TestActorIsReadAfresh(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		operatorID := must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, now))
		id := must(t)(s.CreateAccount(ctx, account.Account{
			Email: "a@exemple.test", Active: true, Roles: map[int64][]access.Role{operatorID: {access.Hotline}},
		}, now))
		session := account.Session{ID: "s1", AccountID: id, Generation: 1, CreatedAt: now, RotatedAt: now, ExpiresAt: now.Add(time.Hour)}
		check(t, s.CreateSession(ctx, session))

		actor, err := s.ActorOf(ctx, "s1", now)
		if err != nil || actor.AccountID != id || !actor.Can(access.EventsWrite, operatorID) {
			t.Fatalf("in force: %+v, %v", actor, err)
		}
		refused := func(why string, at time.Time) {
			t.Helper()
			if _, err := s.ActorOf(ctx, "s1", at); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s: got %v, want not found", why, err)
			}
		}
		refused("at its end", now.Add(time.Hour))
		check(t, s.SetActive(ctx, id, false))
		refused("banned", now)
		check(t, s.SetActive(ctx, id, true))
		check(t, s.EndSessionsOf(ctx, id, now))
		refused("ended", now)
	})
}

func TestRotationHasOneWinner(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		id := must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, now))
		session := account.Session{ID: "s1", AccountID: id, Generation: 1, CreatedAt: now, RotatedAt: now, ExpiresAt: now.Add(time.Hour)}
		check(t, s.CreateSession(ctx, session))
		if winners := race(20, func() bool {
			var moved bool
			err := s.Atomically(ctx, func(ctx context.Context) (err error) {
				moved, err = s.RotateSession(ctx, session)
				return err
			})
			if err != nil {
				t.Error(err)
			}
			return moved
		}); winners != 1 {
			t.Errorf("%d callers rotated the same generation", winners)
		}
		got, err := s.SessionByID(ctx, "s1")
		if err != nil || got.Generation != 2 || !got.CreatedAt.Equal(now) {
			t.Errorf("after rotation: %+v, %v", got, err)
		}
	})
}

// Whoever asks for forgotten passwords without end keeps no invitation from going out.
func TestLinksAreCountedByKind(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		id := must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, now))
		accounts, err := account.NewService(s.ForAccounts(), fixed(now), bytes.Repeat([]byte("secret"), 6))
		check(t, err)
		for kind, open := range map[string]func(context.Context, int64) (account.Account, string, error){
			"forgotten password": accounts.OpenPasswordLink, "invitation": accounts.OpenInvitation,
		} {
			for i := range 6 {
				if _, _, err := open(ctx, id); fault.Is(err, fault.NotFound) != (i == 5) {
					t.Errorf("%s %d: %v", kind, i+1, err)
				}
			}
		}
	})
}

func TestPasswordLinkOpensOnce(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		id := must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, now))
		for _, hash := range []string{"h1", "h2"} {
			check(t, s.CreatePasswordLink(ctx, account.PasswordLink{TokenHash: hash, AccountID: id, CreatedAt: now, ExpiresAt: now.Add(time.Hour)}))
		}
		if owner, err := s.PasswordLinkOwner(ctx, "h1", now); err != nil || owner != id {
			t.Fatalf("owner: %d, %v", owner, err)
		}
		if _, err := s.PasswordLinkOwner(ctx, "h1", now.Add(time.Hour)); !fault.Is(err, fault.NotFound) {
			t.Errorf("expired link: %v", err)
		}
		if count, err := s.CountPasswordLinks(ctx, id, now.Add(-time.Hour), time.Hour); err != nil || count != 2 {
			t.Errorf("count: %d, %v", count, err)
		}
		winners := race(20, func() bool {
			var first bool
			err := s.Atomically(ctx, func(ctx context.Context) (err error) {
				first, err = s.UsePasswordLink(ctx, "h1", now)
				return err
			})
			if err != nil {
				t.Error(err)
			}
			return first
		})
		if winners != 1 {
			t.Errorf("%d callers used one link", winners)
		}
		if first, err := s.UsePasswordLink(ctx, "h2", now); err != nil || first {
			t.Errorf("the account's other link must be used up as well: %v, %v", first, err)
		}
	})
}

func TestAttemptsSideBySideAreAllCounted(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		count := func(at time.Time) (int, time.Time) {
			n, since, err := s.CountAttempt(ctx, "b", at, time.Minute)
			if err != nil {
				t.Error(err)
			}
			return n, since
		}
		if within := race(20, func() bool { n, _ := count(now); return n <= 5 }); within != 5 {
			t.Errorf("%d of 20 attempts saw room for 5", within)
		}
		check(t, s.ForgiveAttempt(ctx, "b"))
		if n, since := count(now.Add(59 * time.Second)); n != 20 || !since.Equal(now) {
			t.Errorf("within the window: %d since %s", n, since)
		}
		if n, _ := count(now.Add(time.Minute)); n != 1 {
			t.Errorf("a new window starts at %d", n)
		}
		if n, since := count(now.Add(-time.Hour)); n != 2 || !since.Equal(now.Add(-time.Hour)) {
			t.Errorf("when the clock went back: %d since %s", n, since)
		}
	})
}

// claimMail claims the mail that has been due longest. It returns fault.NotFound when none is due.
func claimMail(ctx context.Context, s *store.Store, at time.Time, lease time.Duration) (outbox.Mail, error) {
	items, err := s.ClaimWork(ctx, queue.Claim{Kind: queue.Mails, Holder: "essai", DueBy: at, Until: at.Add(lease), Most: 1})
	if err != nil {
		return outbox.Mail{}, err
	}
	if len(items) == 0 {
		return outbox.Mail{}, fault.Missing()
	}
	return s.MailByID(ctx, items[0].ID)
}

// parkMail parks a mail, as its last failed try would.
func parkMail(ctx context.Context, s *store.Store, id int64, at time.Time) error {
	claim := queue.Claim{Kind: queue.Mails, Holder: "essai", DueBy: at, Until: at.Add(time.Minute)}
	if _, _, err := s.ClaimItem(ctx, claim, id); err != nil {
		return err
	}
	return s.FailWork(ctx, queue.Failure{Kind: queue.Mails, ID: id, Holder: "essai", At: at, Cause: queue.CauseError, Parked: true})
}

func TestMailsAreQueuedForAccounts(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		id := must(t)(s.CreateAccount(ctx, account.Account{Email: "É@exemple.test", Active: true}, now))
		check(t, s.QueueMailTo(ctx, outbox.PasswordReset, " é@EXEMPLE.test", now))
		mail, err := claimMail(ctx, s, now, time.Minute)
		if err != nil || mail.Kind != outbox.PasswordReset || mail.AccountID != id || !mail.CreatedAt.Equal(now) {
			t.Fatalf("%+v, %v", mail, err)
		}
		if mail, err := claimMail(ctx, s, now, time.Minute); !fault.Is(err, fault.NotFound) {
			t.Errorf("it is being sent: %+v, %v", mail, err)
		}
		check(t, s.DropMail(ctx, mail.ID))
		check(t, s.QueueMailTo(ctx, outbox.PasswordReset, "personne@exemple.test", now))
		if mail, err := claimMail(ctx, s, now, time.Minute); err != nil || mail.AccountID != 0 {
			t.Errorf("a mail to nobody: %+v, %v", mail, err)
		}
	})
}

// When a person is erased, a mail that has ended becomes due again without an account; a mail that
// is being sent does so when its lease ends.
func TestMailsOfAnErasedPerson(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		id := must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, now))
		claim := func(at time.Time) outbox.Mail {
			t.Helper()
			mail, err := claimMail(ctx, s, at, time.Minute)
			check(t, err)
			return mail
		}
		for range 3 {
			check(t, s.QueueMail(ctx, outbox.Invitation, id, now))
		}
		kept := claim(now)
		if held, err := s.KeepMail(ctx, kept.ID, now); err != nil || !held {
			t.Errorf("keep: %v, %v", held, err)
		}
		check(t, s.FinishWork(ctx, queue.Mails, "essai", []int64{kept.ID}))
		check(t, parkMail(ctx, s, 2, now))
		sending := claim(now)
		later := now.Add(30 * time.Second)
		check(t, s.Atomically(ctx, func(ctx context.Context) error {
			_, err := s.Erase(ctx, id, account.Deletion, later)
			return err
		}))
		for range 2 {
			again := claim(later)
			if again.AccountID != 0 || again.ID == sending.ID {
				t.Errorf("due again: %+v", again)
			}
			check(t, s.DropMail(ctx, again.ID))
		}
		if _, err := claimMail(ctx, s, later, time.Minute); !fault.Is(err, fault.NotFound) {
			t.Errorf("another sends it: %v", err)
		}
		if held, err := s.KeepMail(ctx, sending.ID, later); err != nil || held {
			t.Errorf("the letter of an erased person is kept: %v, %v", held, err)
		}
		if again := claim(now.Add(time.Minute)); again.ID != sending.ID || again.AccountID != 0 {
			t.Errorf("after its lease: %+v", again)
		}
	})
}

func TestSweep(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		id := must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, now))
		for name, expires := range map[string]time.Time{"old": now.Add(-time.Hour), "new": now.Add(time.Hour)} {
			check(t, s.CreateSession(ctx, account.Session{ID: name, AccountID: id, Generation: 1, CreatedAt: now, RotatedAt: now, ExpiresAt: expires}))
		}
		check(t, s.Sweep(ctx, now))
		if _, err := s.SessionByID(ctx, "old"); !fault.Is(err, fault.NotFound) {
			t.Errorf("an expired session stays: %v", err)
		}
		if _, err := s.SessionByID(ctx, "new"); err != nil {
			t.Errorf("a session in force is gone: %v", err)
		}
	})
}

func TestAtomically(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		boom := errors.New("boom")
		err := s.Atomically(ctx, func(ctx context.Context) error {
			must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test"}, now))
			return boom
		})
		if !errors.Is(err, boom) {
			t.Errorf("the error is lost: %v", err)
		}
		if empty, err := s.Empty(ctx); err != nil || !empty {
			t.Errorf("half of a failed write stays: %v, %v", empty, err)
		}
	})
}

// race runs n concurrent calls and returns how many of them returned true.
func race(n int, call func() bool) int {
	var wins atomic.Int64
	var group sync.WaitGroup
	start := make(chan struct{})
	for range n {
		group.Go(func() {
			<-start
			if call() {
				wins.Add(1)
			}
		})
	}
	close(start)
	group.Wait()
	return int(wins.Load())
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// must returns the id, or fails the test if there is an error.
func must(t *testing.T) func(int64, error) int64 {
	return func(id int64, err error) int64 {
		t.Helper()
		check(t, err)
		return id
	}
}
