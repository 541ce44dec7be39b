package people_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/text"
	"consigne/internal/readmodel/people"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// Whatever one node writes about people, other nodes' lists at once show what a naive filter of everything
// written picks, whether they read along the list or by index.
func TestAccountsAreThoseThatANaiveFilterFinds(t *testing.T) {
	testenv.Checks(t, "30")
	for engine, address := range map[string]string{
		"sqlite":   storetest.SQLiteURL(t),
		"postgres": storetest.PostgresURL(t),
	} {
		t.Run(engine, func(t *testing.T) {
			ctx := context.Background()
			writes, node := storetest.Open(t, address), storetest.Open(t, address)
			people.ManyBeyond(t, 2)
			for _, name := range []string{"Un", "Deux"} {
				storetest.Must(t)(writes.CreateOperator(ctx, operator.Operator{Name: name}, storetest.Now))
			}
			rapid.Check(t, func(t *rapid.T) {
				// Lists would also find the people of earlier runs.
				for _, table := range []string{`account_roles`, `account_operators`, `accounts`} {
					fine(t, writes.Exec(ctx, "test", `DELETE FROM `+table))
				}
				crowd := crowd{}
				for range rapid.IntRange(1, 8).Draw(t, "batches") {
					// mostly one, so that no other change hides a missed one
					changes := rapid.SampledFrom([]int{1, 1, 1, 6}).Draw(t, "changes")
					fine(t, writes.Atomically(ctx, func(ctx context.Context) error {
						for range changes {
							if err := crowd.change(ctx, t, writes); err != nil {
								return err
							}
						}
						return nil
					}))
					for _, filter := range []account.Filter{
						drawAccountFilter(t), drawAccountFilter(t),
						{OperatorID: rapid.Int64Range(0, 2).Draw(t, "of"), Roles: []access.Role{drawRole.Draw(t, "role")}},
						{OperatorID: rapid.Int64Range(0, 2).Draw(t, "of"), Roles: []access.Role{drawRole.Draw(t, "role")}},
					} {
						offset, limit := rapid.IntRange(0, 3).Draw(t, "offset"), rapid.IntRange(1, 5).Draw(t, "limit")
						want := crowd.filtered(filter)
						total := len(want)
						want = want[min(offset, total):min(offset+limit, total)]
						accounts, gotTotal, err := node.Accounts(ctx, filter, offset, limit)
						fine(t, err)
						got := []int64{}
						for _, u := range accounts {
							got = append(got, u.ID)
						}
						if gotTotal != total || !slices.Equal(got, want) {
							t.Fatalf("%+v from %d: got %v of %d, want %v of %d among %+v", filter, offset, got, gotTotal, want, total, crowd)
						}
					}
				}
			})
		})
	}
}

// A total is exact up to the cap. Pages go on behind it.
func TestTotalsOfPeopleStop(t *testing.T) {
	for engine, address := range map[string]string{
		"sqlite":   storetest.SQLiteURL(t),
		"postgres": storetest.PostgresURL(t),
	} {
		t.Run(engine, func(t *testing.T) {
			s, many := storetest.Open(t, address), paging.MostCounted+25
			storetest.InBulk(t, address, func(do func(query string)) {
				do(fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
					INSERT INTO accounts (email, email_key, email_folded, last_name, last_folded, first_name, first_folded, created_at)
					SELECT i || '@exemple.test', i || '@exemple.test', i || '@exemple.test', 'X', 'x' || (i %% 70), 'Y', 'y', 0
					FROM n`, many))
			})
			s.People.Timeout = time.Minute
			for _, c := range []struct {
				filter       account.Filter
				offset       int
				shown, total int
				capped       bool
			}{
				{account.Filter{}, many - 5, 5, paging.MostCounted, true},
				{account.Filter{Search: "exemple"}, 0, 10, paging.MostCounted, true},
				{account.Filter{Search: "exemple"}, paging.MostCounted + 20, 5, paging.MostCounted, true},
				{account.Filter{Search: "y"}, 0, 10, paging.MostCounted, true},
				{account.Filter{LastName: "x33", Search: "exe"}, 1420, 9, 1429, false},
			} {
				list, total, err := s.Accounts(t.Context(), c.filter, c.offset, 10)
				storetest.Check(t, err)
				if shown, capped := c.filter.Shown(total); len(list) != c.shown || shown != c.total || capped != c.capped {
					t.Errorf("%+v: %d of %d, %v", c, len(list), shown, capped)
				}
			}
			s.People.Timeout = 1
			if _, _, err := s.Accounts(t.Context(), account.Filter{}, 0, 10); !fault.Is(err, fault.KindUnavailable) ||
				!fault.Of(err).Expected {
				t.Error(err)
			}
		})
	}
}

// crowd holds all people that should exist; Roles has a key for each operator that knows them.
type crowd []*account.Account

func (c *crowd) change(ctx context.Context, t *rapid.T, s *store.Store) error {
	what := rapid.IntRange(0, 9).Draw(t, "what")
	if what < 3 || len(*c) == 0 {
		a := account.Account{
			Admin: rapid.IntRange(0, 4).Draw(t, "admin") == 0, Active: true,
			Roles: map[int64][]access.Role{},
		}
		drawIdentity(t, &a)
		var err error
		if a.ID, err = s.CreateAccount(ctx, a, storetest.Now); err != nil {
			return err
		}
		*c = append(*c, &a)
		if rapid.Bool().Draw(t, "near") {
			return nil
		}
		const far = 1_000_000_000 // far from the next number, so in another block
		if err := s.Exec(ctx, "test", fmt.Sprintf(`UPDATE accounts SET id = id + %d WHERE id = %d`, far, a.ID)); err != nil {
			return err
		}
		a.ID += far
		return s.SetIdentity(ctx, a)
	}
	a := rapid.SampledFrom(*c).Draw(t, "whom")
	host, role := rapid.Int64Range(1, 2).Draw(t, "operator"), drawRole.Draw(t, "role")
	switch what {
	case 3:
		if a.Email == "" { // erased: never changed again
			return nil
		}
		drawIdentity(t, a)
		return s.SetIdentity(ctx, *a)
	case 4:
		a.Roles[host] = slices.Clone(a.Roles[host]) // an operator may know an account without a role
		return s.KnowAccount(ctx, a.ID, host)
	case 5, 6:
		a.Roles[host] = append(a.Roles[host], role)
		return s.GrantRole(ctx, a.ID, host, role)
	case 7, 8:
		if held := a.Roles[host]; len(held) > 0 {
			role = held[0]
			a.Roles[host] = slices.DeleteFunc(held, func(r access.Role) bool { return r == role })
			if len(a.Roles[host]) == 0 { // nobody here has stays, so the operator forgets the account
				delete(a.Roles, host)
			}
		}
		_, err := s.TakeRole(ctx, a.ID, host, role)
		return err
	}
	if rapid.Bool().Draw(t, "deleted") {
		*c = slices.DeleteFunc(*c, func(other *account.Account) bool { return other == a })
		_, err := s.Erase(ctx, a.ID, account.Deletion, storetest.Now)
		return err
	}
	a.LastName, a.FirstName, a.Email, a.Phone, a.Admin = account.AnonymisedName, "", "", "", false
	for host, held := range a.Roles {
		a.Roles[host] = slices.DeleteFunc(held, func(r access.Role) bool { return r != access.Customer })
	}
	_, err := s.Erase(ctx, a.ID, account.Anonymisation, storetest.Now)
	return err
}

// filtered lists the ids of the people that a filter picks, by name.
func (c crowd) filtered(filter account.Filter) []int64 {
	picked := slices.DeleteFunc(slices.Clone(c), func(a *account.Account) bool { return !picks(filter, a) })
	slices.SortFunc(picked, func(a, b *account.Account) int {
		return cmp.Or(cmp.Compare(text.Fold(a.LastName), text.Fold(b.LastName)),
			cmp.Compare(text.Fold(a.FirstName), text.Fold(b.FirstName)), cmp.Compare(a.ID, b.ID))
	})
	numbers := []int64{}
	for _, a := range picked {
		numbers = append(numbers, a.ID)
	}
	return numbers
}

func picks(filter account.Filter, a *account.Account) bool {
	roles := slices.Concat(slices.Collect(maps.Values(a.Roles))...)
	if filter.OperatorID != 0 {
		var knows bool
		if roles, knows = a.Roles[filter.OperatorID]; !knows {
			return false
		}
	}
	matches := len(filter.Roles) == 0 && !filter.Admins || filter.Admins && a.Admin ||
		slices.ContainsFunc(roles, func(r access.Role) bool { return slices.Contains(filter.Roles, r) })
	has := func(typed string, fields ...string) bool {
		for word := range strings.FieldsSeq(typed) {
			if !slices.ContainsFunc(fields,
				func(field string) bool { return strings.Contains(text.Fold(field), text.Fold(word)) }) {
				return false
			}
		}
		return true
	}
	called := filter.Phone != "" && strings.Contains(a.Phone, filter.Phone)
	return matches && (called || has(filter.Search, a.LastName, a.FirstName, a.Email)) &&
		has(filter.LastName, a.LastName) && has(filter.FirstName, a.FirstName) && has(filter.Email, a.Email)
}

var (
	drawRole = rapid.SampledFrom([]access.Role{access.Manager, access.Hotline, access.Technician, access.Customer})
	// Few letters, so that much is found, and characters with a meaning in search patterns.
	drawName = rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(strings.Split(`é|E|a|œ|oe|Ç|-| |%|_|'|"|\|*`, "|")), 0,
			4).Draw(t, "letters"), "")
	})
)

var emails int // numbers the e-mails, so that no two are the same

func drawIdentity(t *rapid.T, a *account.Account) {
	emails++
	a.LastName, a.FirstName = drawName.Draw(t, "last name"), drawName.Draw(t, "first name")
	a.Phone = rapid.SampledFrom([]string{"", "0612345678", "0712341234"}).Draw(t, "phone")
	a.Email = fmt.Sprintf("%s%d@Exemple.test", strings.ReplaceAll(drawName.Draw(t, "e-mail"), " ", ""), emails)
}

func drawAccountFilter(t *rapid.T) account.Filter {
	typed := func(what string) string {
		if rapid.IntRange(0, 3).Draw(t, "by "+what) > 0 {
			return ""
		}
		return rapid.OneOf(drawName,
			rapid.SampledFrom([]string{"exemple", "@EXEMPLE.test", "anonymis util", "1", "e1"})).Draw(t, what)
	}
	return account.Filter{
		OperatorID: rapid.Int64Range(0, 2).Draw(t, "of"), Search: typed("search"),
		Phone: rapid.SampledFrom([]string{"", "", "1234", "06123"}).Draw(t, "phone"), LastName: typed("nom"),
		FirstName: typed("prénom"), Email: typed("email"),
		Roles: rapid.SliceOfN(drawRole, 0, 2).Draw(t, "roles"), Admins: rapid.IntRange(0, 3).Draw(t, "administrators") == 0,
	}
}

func fine(t *rapid.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
