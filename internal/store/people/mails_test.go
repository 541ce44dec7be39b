package people_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestMailsAreQueuedForAccounts(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "É@exemple.test", Active: true}, storetest.Now))
		storetest.Check(t, s.QueueMailTo(ctx, outbox.PasswordReset, " é@EXEMPLE.test", storetest.Now))
		mail, err := storetest.ClaimMail(ctx, s, storetest.Now, time.Minute)
		if err != nil || mail.Kind != outbox.PasswordReset || mail.AccountID != id || !mail.CreatedAt.Equal(storetest.Now) {
			t.Fatalf("%+v, %v", mail, err)
		}
		if mail, err := storetest.ClaimMail(ctx, s, storetest.Now, time.Minute); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("it is being sent: %+v, %v", mail, err)
		}
		storetest.Check(t, s.DropMail(ctx, mail.ID))
		storetest.Check(t, s.QueueMailTo(ctx, outbox.PasswordReset, "personne@exemple.test", storetest.Now))
		if mail, err := storetest.ClaimMail(ctx, s, storetest.Now, time.Minute); err != nil || mail.AccountID != 0 {
			t.Errorf("a mail to nobody: %+v, %v", mail, err)
		}
	})
}

// The code of a door is sent before the mails that wait.
func TestACodePassesOtherMails(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		storetest.Check(t, s.ImportUnbilledStays(ctx,
			[]stay.Stay{{OperatorID: 1, LockerID: storetest.NewLocker(t, s), AccountID: 1, Place: 1, StartedAt: storetest.Now}}))
		storetest.Check(t, s.QueueMail(ctx, outbox.Banned, 1, storetest.Now.Add(-time.Hour)))
		storetest.Check(t, s.QueueCodeMail(ctx, 1, 1, storetest.Now))
		first, err := storetest.ClaimMail(ctx, s, storetest.Now, time.Minute)
		if err != nil || first.Kind != outbox.DoorCode || first.AccountID != 1 || first.StayID != 1 ||
			!first.CreatedAt.Equal(storetest.Now) {
			t.Errorf("first: %+v, %v", first, err)
		}
	})
}

// When a person is erased, a mail that has ended becomes due again without an account; a mail that
// is being sent does so when its lease ends.
func TestMailsOfAnErasedAccount(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, storetest.Now))
		claim := func(at time.Time) outbox.Mail {
			t.Helper()
			mail, err := storetest.ClaimMail(ctx, s, at, time.Minute)
			storetest.Check(t, err)
			return mail
		}
		for range 3 {
			storetest.Check(t, s.QueueMail(ctx, outbox.Invitation, id, storetest.Now))
		}
		kept := claim(storetest.Now)
		if held, err := s.KeepMail(ctx, kept.ID, storetest.Now); err != nil || !held {
			t.Errorf("keep: %v, %v", held, err)
		}
		storetest.Check(t, s.FinishWork(ctx, queue.Mails, "essai", []int64{kept.ID}))
		storetest.Check(t, storetest.ParkMail(ctx, s, 2, storetest.Now))
		sending := claim(storetest.Now)
		later := storetest.Now.Add(30 * time.Second)
		storetest.Check(t, s.Atomically(ctx, func(ctx context.Context) error {
			_, err := s.Erase(ctx, id, account.Deletion, later)
			return err
		}))
		for range 2 {
			again := claim(later)
			if again.AccountID != 0 || again.ID == sending.ID {
				t.Errorf("due again: %+v", again)
			}
			storetest.Check(t, s.DropMail(ctx, again.ID))
		}
		if _, err := storetest.ClaimMail(ctx, s, later, time.Minute); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("another sends it: %v", err)
		}
		if held, err := s.KeepMail(ctx, sending.ID, later); err != nil || held {
			t.Errorf("the mail of an erased person is kept: %v, %v", held, err)
		}
		if again := claim(storetest.Now.Add(time.Minute)); again.ID != sending.ID || again.AccountID != 0 {
			t.Errorf("after its lease: %+v", again)
		}
	})
}
