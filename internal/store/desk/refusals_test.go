package desk_test

import (
	"testing"
	"time"

	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/people/account"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// A door that refuses in a loop leaves ten lines a minute; a locker of another operator none. An erased person is named
// by none, and after a week nothing is left.
func TestRefusalsAreBounded(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		locker := storetest.NewLocker(t, s)
		person := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "zoe@exemple.test", Active: true},
			storetest.Now))
		keep := func(operatorID, accountID int64, after time.Duration) {
			t.Helper()
			at := storetest.Now.Add(after)
			storetest.Check(t, s.KeepRefusal(ctx, refusal.Refusal{
				At: at, OperatorID: operatorID, LockerID: locker, AccountID: accountID, Kind: refusal.Occupied,
			}, 10, at.Add(-time.Minute)))
		}
		for i := range 40 {
			keep(1, person, time.Duration(i)*time.Second)
		}
		keep(2, person, 5*time.Minute)
		keep(1, 0, 5*time.Minute)
		kept := func() (all, named int) {
			list, err := s.RefusalsAt(ctx, locker, storetest.Now.Add(-time.Hour), 50)
			storetest.Check(t, err)
			own, err := s.RefusalsTo(ctx, person, 1, storetest.Now.Add(-time.Hour), 50)
			storetest.Check(t, err)
			return len(list), len(own)
		}
		if all, named := kept(); all != 11 || named != 10 {
			t.Errorf("%d refusals, %d of the person", all, named)
		}
		_, err := s.Erase(ctx, person, account.Deletion, storetest.Now)
		storetest.Check(t, err)
		if all, named := kept(); all != 11 || named != 0 {
			t.Errorf("after the erasure %d refusals, %d of the person", all, named)
		}
		storetest.Check(t, s.TrimRefusals(ctx, storetest.Now.Add(time.Minute)))
		if all, _ := kept(); all != 1 {
			t.Errorf("after the trim %d refusals", all)
		}
	})
}
