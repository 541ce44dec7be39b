package access_test

import (
	"slices"
	"strings"
	"testing"

	"consigne/internal/kernel/access"
)

// Repeats the table of rights (docs/rules.md#rights) independently of the matrix, so that a change of a
// right must be made in both places.
const rightsTable = `
EXPLOITANTS_LECTURE              | x | x | x
EXPLOITANTS_ECRITURE             |   |   |
STATIONS_LECTURE                 | x | x | x
STATIONS_ECRITURE                | x |   |
CASIERS_LECTURE                  | x | x | x
CASIERS_ECRITURE                 | x |   | x
TARIFS_LECTURE                   | x | x |
TARIFS_ECRITURE                  | x |   |
USER_GESTIONNAIRES_LECTURE       | x |   |
USER_GESTIONNAIRES_ECRITURE      |   |   |
USER_HOTLINE_LECTURE             | x | x |
USER_HOTLINE_ECRITURE            | x |   |
USER_MAINTENEURS_LECTURE         | x |   | x
USER_MAINTENEURS_ECRITURE        | x |   |
EVENEMENTS_LECTURE               | x | x | x
EVENEMENTS_ECRITURE              | x | x |
MODE_MAINTENANCE_MOBILE_ECRITURE | x |   | x
`

func TestMatrix(t *testing.T) {
	rows := strings.Split(strings.TrimSpace(rightsTable), "\n")
	if len(rows) != 17 || len(access.All()) != 17 {
		t.Fatalf("want 17 rights, have %d in the table and %d in the matrix", len(rows), len(access.All()))
	}
	for _, row := range rows {
		cells := strings.Split(row, "|")
		right := access.Right("DROIT_" + strings.TrimSpace(cells[0]))
		if !slices.Contains(access.All(), right) {
			t.Errorf("%s is missing from the matrix", right)
		}
		for i, role := range []access.Role{access.Manager, access.Hotline, access.Technician} {
			want := strings.TrimSpace(cells[i+1]) == "x"
			if got := access.Grants([]access.Role{role}, right); got != want {
				t.Errorf("%s for %s: got %v, want %v", right, role, got, want)
			}
		}
		if access.Grants([]access.Role{access.Customer}, right) {
			t.Errorf("%s must not come with Utilisateur", right)
		}
	}
}

func TestActor(t *testing.T) {
	multi := access.Actor{Roles: map[int64][]access.Role{
		1: {access.Manager}, 2: {access.Hotline, access.Customer}, 3: {access.Customer},
	}}
	admin := access.Actor{Admin: true}
	customer := access.Actor{Roles: map[int64][]access.Role{1: {access.Customer}}}

	for _, c := range []struct {
		name string
		got  bool
		want bool
	}{
		{"manager writes stations at 1", multi.Can(access.StationsWrite, 1), true},
		{"hotline does not at 2", multi.Can(access.StationsWrite, 2), false},
		{"rights do not leak to 3", multi.Can(access.StationsRead, 3), false},
		{"a customer is no staff", multi.StaffAt(3), false},
		{"an administrator is staff anywhere", admin.StaffAt(99), true},
		{"a customer does not enter", customer.Staff(), false},
		{"an administrator enters", admin.Staff(), true},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	if got := multi.Operators(); !slices.Equal(got, []int64{1, 2}) {
		t.Errorf("operators of multi: %v", got)
	}
	if got := len(admin.RightsAt(0)); got != 17 {
		t.Errorf("an administrator holds %d rights", got)
	}
	if got := len(multi.RightsAt(0)); got != 0 {
		t.Errorf("staff hold %d platform rights", got)
	}
	for _, c := range []struct {
		actor access.Actor
		want  []string
	}{
		{admin, []string{"ROLE_ADMIN", "ROLE_USER"}},
		{multi, []string{"ROLE_BACK", "ROLE_USER"}},
		{customer, []string{"ROLE_USER"}},
	} {
		if got := c.actor.GlobalRoles(); !slices.Equal(got, c.want) {
			t.Errorf("global roles: got %v, want %v", got, c.want)
		}
	}
}

// Checks each pair of roles: an account cannot take a role from one of higher rank, and can change
// another's identity only when it ranks above it.
func TestRanks(t *testing.T) {
	at := func(roles ...access.Role) access.Actor {
		return access.Actor{Roles: map[int64][]access.Role{1: roles}}
	}
	ranked := [][]access.Actor{
		{at(), at(access.Customer)},
		{at(access.Hotline), at(access.Technician), at(access.Customer, access.Technician)},
		{at(access.Manager), at(access.Hotline, access.Manager)},
		{{Admin: true}, {Admin: true, Roles: map[int64][]access.Role{1: {access.Hotline}}}},
	}
	for higher, actors := range ranked {
		for _, actor := range actors {
			for lower, others := range ranked {
				for _, other := range others {
					if want := lower <= higher; actor.MayDemote(other, 1) != want {
						t.Errorf("%+v demotes %+v: %v", actor, other, !want)
					}
					if want := actor.Admin || lower < higher; actor.MayEdit(other) != want {
						t.Errorf("%+v edits %+v: %v", actor, other, !want)
					}
				}
			}
		}
	}
	both := access.Actor{Roles: map[int64][]access.Role{1: {access.Hotline}, 2: {access.Manager}}}
	if manager := at(access.Manager); manager.MayEdit(both) || !manager.MayDemote(both, 1) || manager.MayDemote(both, 2) {
		t.Error("a manager elsewhere may lose their role here, but keeps their e-mail")
	}
	customer := access.Actor{Roles: map[int64][]access.Role{1: {access.Hotline}, 2: {access.Customer}}}
	if at(access.Manager).MayEdit(customer) {
		t.Error("the e-mail of somebody else's customer can be taken over")
	}
}

// A key acts at its operator, within its rights, and ranks with managers when it holds all their rights.
func TestKeysAsActors(t *testing.T) {
	manager := access.RightsOf(access.Manager)
	key := func(rights ...access.Right) access.Actor {
		return access.Actor{Key: &access.Key{ID: 7, OperatorID: 1, Rights: rights}}
	}
	at := func(operatorID int64, roles ...access.Role) access.Actor {
		return access.Actor{AccountID: 9, Roles: map[int64][]access.Role{operatorID: roles}}
	}
	full, partial := key(manager...), key(access.HotlineWrite, access.StationsRead)
	above := key(append([]access.Right{access.ManagersWrite}, manager...)...)
	for _, c := range []struct {
		name string
		got  bool
		want bool
	}{
		{"a right of its own", partial.Can(access.StationsRead, 1), true},
		{"another right", partial.Can(access.StationsWrite, 1), false},
		{"its right elsewhere", partial.Can(access.StationsRead, 2), false},
		{"its right on the platform", partial.Can(access.StationsRead, 0), false},
		{"it is staff", partial.Staff() && partial.StaffAt(1), true},
		{"not elsewhere", partial.StaffAt(2) || partial.StaffAt(0), false},
		{"without rights it is nobody", key().Staff() || key().StaffAt(1), false},
		{"all rights of a manager", full.ManagerAt(1), true},
		{"not elsewhere", full.ManagerAt(2), false},
		{"all but one", key(manager[1:]...).ManagerAt(1), false},
		{"demotes Hotline", full.MayDemote(at(1, access.Hotline), 1), true},
		{"but no manager", full.MayDemote(at(1, access.Manager), 1), false},
		{"unless it writes managers", above.MayDemote(at(1, access.Manager), 1), true},
		{
			"never an administrator", above.MayDemote(access.Actor{Admin: true}, 1) || above.MayEdit(access.Actor{Admin: true}),
			false,
		},
		{"partial rights demote nobody", partial.MayDemote(at(1, access.Hotline), 1) || partial.MayDemote(at(1), 1), false},
		{"nor elsewhere", full.MayDemote(at(2, access.Hotline), 2), false},
		{"edits Hotline", full.MayEdit(at(1, access.Hotline)), true},
		{"but no manager", full.MayEdit(at(1, access.Manager)), false},
		{"unless it writes managers", above.MayEdit(at(1, access.Manager)), true},
		{"nor who has a role elsewhere", above.MayEdit(at(2, access.Customer)), false},
		{"partial rights edit nobody", partial.MayEdit(at(1, access.Customer)), false},
		{
			"not even an account without roles",
			partial.MayEdit(access.Actor{AccountID: 9}) || key().MayEdit(access.Actor{AccountID: 9}), false,
		},
		{"all rights of a manager edit that", full.MayEdit(access.Actor{AccountID: 9}), true},
		{"no key is the account 0", full.Is(0) || (access.Actor{}).Is(0), false},
		{"an account is itself", at(1).Is(9), true},
		{"writing managers alone is not enough", key(access.ManagersWrite).MayEdit(at(1, access.Manager)), false},
		{"gives a role within its rights", full.MayGive(access.Technician, 1), true},
		{
			"and none beyond them", partial.MayGive(access.Hotline, 1) || key(access.ManagersWrite).MayGive(access.Manager, 1),
			false,
		},
		{"nor elsewhere", full.MayGive(access.Hotline, 2), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	if got := partial.Operators(); !slices.Equal(got, []int64{1}) {
		t.Errorf("operators: %v", got)
	}
	if got := len(key().Operators()) + len(key().RightsAt(1)) + len(full.RightsAt(2)); got != 0 {
		t.Errorf("%d operators and rights of nobody", got)
	}
}
