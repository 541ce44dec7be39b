package demo

import (
	"context"
	"fmt"
	"slices"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
)

// Password is the password of every account in Logins.
const Password = "Consigne-demo-2026"

// Login is an account that a visitor may sign in with.
type Login struct {
	Email string
	Role  string // the role in French, for the screen
}

// login is a Login with all its details. Staff who test lockers themselves are customers too: anybody becomes one
// with a first stay.
type login struct {
	email, role         string
	firstName, lastName string
	admin, banned       bool
	grants              []grant
}

type grant struct {
	plan int // index into plans
	role access.Role
}

var logins = []login{
	{
		email: "admin@consigne.test", role: "Administrateur de la plateforme",
		firstName: "Hélène", lastName: "Marchand", admin: true,
	},
	{
		email: "gestionnaire@grandval.test", role: "Gestionnaire, Métropole de Grandval",
		firstName: "Julien", lastName: "Roussel", grants: []grant{{0, access.Manager}},
	},
	{
		email: "hotline@grandval.test", role: "Hotline, Métropole de Grandval",
		firstName: "Nadia", lastName: "Benali", grants: []grant{{0, access.Hotline}},
	},
	{
		email: "mainteneur@grandval.test", role: "Mainteneur, Métropole de Grandval",
		firstName: "Thierry", lastName: "Bonnet", grants: []grant{{0, access.Technician}, {0, access.Customer}},
	},
	{
		email: "gestionnaire@littoral.test", role: "Gestionnaire, Vélostation du Littoral",
		firstName: "Camille", lastName: "Guérin", grants: []grant{{1, access.Manager}, {1, access.Customer}},
	},
	{
		email: "multi@consigne.test", role: "Gestionnaire, Métropole de Grandval\u00a0; Hotline, Vélostation du Littoral",
		firstName: "Sophie", lastName: "Delmas", grants: []grant{{0, access.Manager}, {1, access.Hotline}},
	},
	{
		email: "usager@consigne.test", role: "Utilisateur, sans accès à la console",
		firstName: "Mathieu", lastName: "Perrin", grants: []grant{{0, access.Customer}},
	},
	{
		email: "banni@consigne.test", role: "Gestionnaire banni, sans accès",
		firstName: "Franck", lastName: "Lemoine", banned: true, grants: []grant{{0, access.Manager}},
	},
}

// Logins lists the accounts that Password opens.
func Logins() []Login {
	list := make([]Login, len(logins))
	for i, login := range logins {
		list[i] = Login{Email: login.email, Role: login.role}
	}
	return list
}

func (l *loader) addLogins(ctx context.Context) error {
	for i, login := range logins {
		err := l.addAccount(ctx, account.Account{
			Email: login.email, FirstName: login.firstName, LastName: login.lastName, Phone: phone(i),
			PasswordHash: l.options.PasswordHash, Admin: login.admin, Active: !login.banned,
		}, login.grants, 900-7*i)
		if err != nil {
			return err
		}
	}
	return nil
}

const customers = 240

// addCustomers creates accounts that only use lockers: at one operator, seldom at two.
func (l *loader) addCustomers(ctx context.Context) error {
	homonyms := map[string]int{}
	for i := range customers {
		firstName, lastName := pick(l, firstNames), pick(l, lastNames)
		email := mailbox(firstName, lastName)
		homonyms[email]++
		if n := homonyms[email]; n > 1 {
			email = fmt.Sprint(email, n)
		}
		home := l.customerPlan()
		grants := []grant{{home, access.Customer}}
		if second := l.customerPlan(); second != home && l.percent(20) {
			grants = append(grants, grant{second, access.Customer})
		}
		err := l.addAccount(ctx, account.Account{
			Email: email + "@exemple.test", FirstName: firstName, LastName: lastName, Phone: phone(len(logins) + i),
			Active: !l.percent(3),
		}, grants, l.between(370, 890))
		if err != nil {
			return err
		}
	}
	return nil
}

// customerPlan draws an operator in proportion to its share of the customers.
func (l *loader) customerPlan() int {
	drawn := l.draw.IntN(100)
	for i, plan := range plans {
		if drawn -= plan.share; drawn < 0 {
			return i
		}
	}
	return len(plans) - 1
}

func (l *loader) addAccount(ctx context.Context, a account.Account, grants []grant, age int) error {
	a.Roles = map[int64][]access.Role{}
	for _, g := range grants {
		id := l.fleets[g.plan].id
		a.Roles[id] = append(a.Roles[id], g.role)
	}
	id, err := l.store.CreateAccount(ctx, a, l.daysAgo(age))
	if err != nil {
		return err
	}
	l.summary.Accounts++
	l.emails[id] = a.Email
	for _, f := range l.fleets {
		roles := a.Roles[f.id]
		if a.Active && (a.Admin || slices.Contains(roles, access.Manager)) {
			f.manager = id
		}
		if a.Active && slices.Contains(roles, access.Technician) {
			f.technician = id
		}
		if a.Active && slices.Contains(roles, access.Hotline) {
			f.hotline = id
		}
		switch {
		case !a.Active || !slices.Contains(roles, access.Customer):
		case slices.ContainsFunc(roles, access.Role.Staff):
			f.testers = append(f.testers, id)
		default:
			f.customers = append(f.customers, id)
		}
	}
	return nil
}
