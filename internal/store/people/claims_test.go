package people_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/machines/idempotency"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

const herEmail = "lea@x.test"

// claimed is a store with a person of operator 1 on whom operator 2 has a claim.
type claimed struct {
	*store.Store
	account.Claim
}

// claim creates a person of operator 1 and a claim of operator 2 on them.
func claim(t *testing.T, s *store.Store, email string) claimed {
	t.Helper()
	ctx := t.Context()
	person := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: email, LastName: "Elle", Active: true},
		storetest.Now))
	storetest.Check(t, s.KnowAccount(ctx, person, 1))
	own := storetest.Must(t)(s.CreateAccount(ctx,
		account.Account{Email: email, LastName: "Envoyé", Active: true, Unconfirmed: true}, storetest.Now))
	storetest.Check(t, s.RememberCustomer(ctx, own, 2))
	made := account.Claim{AccountID: own, OperatorID: 2, OwnerID: person, Email: email, At: storetest.Now}
	storetest.Check(t, s.KeepClaim(ctx, made))
	return claimed{s, made}
}

// twoPlaces creates two operators, with a station and a locker each.
func twoPlaces(t *testing.T, s *store.Store) {
	t.Helper()
	for id := range int64(2) {
		storetest.Must(t)(s.CreateOperator(t.Context(), operator.Operator{Name: fmt.Sprint("Exploitant ", id+1)},
			storetest.Now))
		site := storetest.Must(t)(s.CreateStation(t.Context(),
			station.Station{OperatorID: id + 1, Name: "Gare", Kind: station.Individual, Active: true}, storetest.Now))
		storetest.Must(t)(s.CreateLocker(t.Context(),
			station.Locker{StationID: site, Name: "A1", Type: station.Bike, Active: true, Capacity: 1}, storetest.Now))
	}
}

func (c claimed) stay(t *testing.T, accountID, operatorID int64, daysAgo int) {
	t.Helper()
	started := storetest.Now.AddDate(0, 0, -daysAgo)
	ended := started.Add(time.Hour)
	storetest.Check(t, c.ImportUnbilledStays(t.Context(), []stay.Stay{{
		OperatorID: operatorID, LockerID: operatorID, AccountID: accountID, Place: 1, StartedAt: started, EndedAt: &ended,
		Price: 100,
	}}))
}

// A claim's account has the same e-mail as the person's without being the same account: the e-mail
// finds only the person's account, and opens nothing of the claim's.
func TestAClaimIsAnAccountOfItsOwn(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		twoPlaces(t, s)
		c := claim(t, s, herEmail)
		if got, err := s.AccountByEmail(ctx, herEmail); err != nil || got.ID != c.OwnerID || got.Unconfirmed {
			t.Errorf("by e-mail: %+v, %v", got, err)
		}
		if got, err := s.AccountByID(ctx, c.AccountID); err != nil || got.Email != herEmail || !got.Unconfirmed {
			t.Errorf("the claim: %+v, %v", got, err)
		}
		for operatorID, want := range map[int64]int64{1: c.OwnerID, 2: c.AccountID} {
			list, total, err := s.Accounts(ctx, account.Filter{OperatorID: operatorID, Search: "lea"}, 0, 10)
			if err != nil || total != 1 || list[0].ID != want {
				t.Errorf("at operator %d: %+v, %v", operatorID, list, err)
			}
		}
		other := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: herEmail, Active: true, Unconfirmed: true},
			storetest.Now))
		if err := s.KeepClaim(ctx,
			account.Claim{AccountID: other, OperatorID: 2, OwnerID: c.OwnerID, Email: herEmail, At: storetest.Now}); err == nil {
			t.Error("two claims of one operator on one e-mail")
		}
	})
}

// Whatever both accounts did and pay with, a merge gives each stay, payment and role to the person,
// keeps one card per operator (the latest), leaves the rollups as a rebuild would make them, and
// keeps nothing of the claim's account.
func TestMergedClaims(t *testing.T) {
	testenv.Checks(t, "30")
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		twoPlaces(t, s)
		n := 0
		rapid.Check(t, func(r *rapid.T) {
			n++
			c := claim(t, s, fmt.Sprintf("p%d@x.test", n))
			stays := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4)
			mine, theirs := stays.Draw(r, "hers"), stays.Draw(r, "of the claim")
			for _, ago := range mine {
				c.stay(t, c.OwnerID, 1, ago)
			}
			for _, ago := range theirs {
				c.stay(t, c.AccountID, 2, ago)
			}
			latest := map[int64]string{}
			for i, saved := range rapid.SliceOfN(rapid.IntRange(0, 2), 0, 4).Draw(r, "cards") {
				holder, operatorID := []int64{c.OwnerID, c.AccountID, c.OwnerID}[saved], []int64{1, 2, 2}[saved]
				pan := fmt.Sprint("carte ", i)
				storetest.Check(t, s.SaveCard(ctx, holder, operatorID, payment.Card{Reference: pan, PAN: pan},
					storetest.Now.Add(time.Duration(i)*time.Second)))
				latest[operatorID] = pan
			}
			storetest.Check(t, s.Atomically(ctx,
				func(ctx context.Context) error { return s.MergeClaim(ctx, c.Claim, storetest.Now) }))

			if _, err := s.AccountByID(ctx, c.AccountID); !fault.Is(err, fault.KindNotFound) {
				r.Errorf("the account of the claim is still there: %v", err)
			}
			if _, total, err := s.PaymentsOf(ctx, c.OwnerID, 0, 10); err != nil || total != len(mine)+len(theirs) {
				r.Errorf("%d payments, want %d, %v", total, len(mine)+len(theirs), err)
			}
			for operatorID := range int64(2) {
				card, err := s.CardOf(ctx, c.OwnerID, operatorID+1)
				if card.PAN != latest[operatorID+1] {
					r.Errorf("card at %d: %+v, %v, want %q", operatorID+1, card, err, latest[operatorID+1])
				}
			}
			customer, err := s.CustomerOf(ctx, c.AccountID, 2)
			if err != nil || customer.ID != c.OwnerID || !customer.Known {
				r.Errorf("by the number of the claim: %+v, %v", customer, err)
			}
			if _, err := s.CustomerOf(ctx, c.AccountID, 1); !fault.Is(err, fault.KindNotFound) {
				r.Errorf("by that number at the other operator: %v", err)
			}
			details, err := s.AccountDetails(ctx, c.OwnerID, 2)
			if err != nil || len(details.Memberships) != 1 ||
				!slices.Equal(details.Memberships[0].Roles, []access.Role{access.Customer}) || details.OnlyKnown != 1 {
				r.Errorf("the person: %+v, %v", details, err)
			}
			if _, err := s.ClaimByAccount(ctx, c.AccountID); !fault.Is(err, fault.KindNotFound) {
				r.Errorf("the claim is still open: %v", err)
			}
			kept, err := storetest.Rollups(ctx, s)
			storetest.Check(t, err)
			storetest.Check(t, s.RebuildRollups(ctx))
			if rebuilt, err := storetest.Rollups(ctx, s); err != nil || !slices.Equal(kept, rebuilt) {
				r.Errorf("the rollups are not those of the rows, %v:\n%v\n%v", err, kept, rebuilt)
			}
		})
	})
}

// Stays begin while the claim is being confirmed: afterwards each belongs to the person, and
// neither side fails.
func TestAStayBeginsWhileAClaimIsConfirmed(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		twoPlaces(t, s)
		for round := range 20 {
			c := claim(t, s, fmt.Sprintf("p%d@x.test", round))
			outcomes := make([]error, 4)
			var all sync.WaitGroup
			for i := range outcomes {
				all.Go(func() {
					outcomes[i] = s.Atomically(ctx, func(ctx context.Context) error {
						if i == 0 {
							return s.MergeClaim(ctx, c.Claim, storetest.Now)
						}
						customer, err := s.CustomerOf(ctx, c.AccountID, 2)
						if err != nil {
							return err
						}
						started := storetest.Now.AddDate(0, 0, -i-4*round)
						_, err = s.StartStay(ctx, stay.Stay{
							OperatorID: 2, LockerID: 2, AccountID: customer.ID, Place: 1, StartedAt: started,
							EndedAt: new(started.Add(time.Hour)),
						})
						return err
					})
				})
			}
			all.Wait()
			storetest.Check(t, errors.Join(outcomes...))
			if _, total, err := s.StaysOf(ctx, c.OwnerID, 2, 0, 10); err != nil || total != 3 {
				t.Fatalf("round %d: %d stays of the person, %v", round, total, err)
			}
		}
	})
}

// A person is erased after a claim was confirmed. Nothing that was answered under the claim's
// number names them any more, and a backup from before the confirmation, in which the claim is
// an account of its own, loses both.
func TestErasureReachesConfirmedClaims(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		twoPlaces(t, s)
		c := claim(t, s, herEmail)
		other := claim(t, s, "zoe@x.test")
		_, err := s.KeepIdempotencyRecord(ctx, "c", "k",
			idempotency.Record{Status: 201, Body: `{"nom":"Envoyé"}`, AccountID: c.AccountID}, storetest.Now, storetest.Now)
		storetest.Check(t, err)
		accounts, err := account.NewService(s, storetest.Fixed(storetest.Now),
			account.Options{Secret: bytes.Repeat([]byte("secret"), 6)})
		storetest.Check(t, err)
		for _, kind := range []account.Erasure{account.Anonymisation, account.Deletion} {
			backup := errors.New("back to the backup")
			undone := func(act func(ctx context.Context) error) {
				t.Helper()
				err := s.Atomically(ctx, func(ctx context.Context) error {
					storetest.Check(t, act(ctx))
					return backup
				})
				if !errors.Is(err, backup) {
					t.Fatal(err)
				}
			}
			at := storetest.Now.Add(time.Hour)
			var stones []account.Tombstone
			undone(func(ctx context.Context) error {
				if err := s.MergeClaim(ctx, c.Claim, storetest.Now); err != nil {
					return err
				}
				if _, err := s.Erase(ctx, c.OwnerID, kind, at); err != nil {
					return err
				}
				if _, err := s.IdempotencyRecord(ctx, "c", "k", storetest.Now.Add(-time.Hour)); !fault.Is(err, fault.KindNotFound) {
					t.Errorf("%s: what was answered under the claim's number: %v", kind, err)
				}
				var err error
				stones, err = s.Tombstones(ctx)
				return err
			})
			if want := []account.Tombstone{
				{AccountID: c.OwnerID, Kind: kind, At: at},
				{AccountID: c.AccountID, Kind: kind, At: at},
			}; !slices.Equal(stones, want) {
				t.Errorf("tombstones %+v, want %+v", stones, want)
			}
			undone(func(ctx context.Context) error {
				if erased, err := accounts.EraseAgain(ctx, stones); err != nil || erased != 2 {
					t.Errorf("%s: %d erased in the backup, %v", kind, erased, err)
				}
				for _, id := range []int64{c.OwnerID, c.AccountID} {
					if left, err := s.AccountByID(ctx, id); err == nil &&
						(left.Email != "" || left.LastName != account.AnonymisedName) {
						t.Errorf("%s: left of account %d: %q, %q", kind, id, left.Email, left.LastName)
					}
				}
				for _, id := range []int64{other.OwnerID, other.AccountID} {
					if left, err := s.AccountByID(ctx, id); err != nil || left.Email == "" {
						t.Errorf("%s: account %d of somebody else: %+v, %v", kind, id, left, err)
					}
				}
				return nil
			})
		}
	})
}
