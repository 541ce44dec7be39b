package account

import (
	"testing"
	"time"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

type roles = map[int64][]access.Role

// Who may look after the account of another: who ranks above it everywhere it has roles.
func TestWhoRanksAboveWhom(t *testing.T) {
	manager := access.Actor{AccountID: 9, Roles: roles{1: {access.Manager}}}
	for name, c := range map[string]struct {
		actor access.Actor
		other Account
		kind  fault.Kind // of the refusal
		above bool
	}{
		"a manager, of the hotline": {manager, Account{ID: 1, Roles: roles{1: {access.Hotline}}}, 0, true},
		"a manager, of a customer":  {manager, Account{ID: 1, Roles: roles{1: {access.Customer}}}, 0, true},
		"a manager, of a manager": {
			manager,
			Account{ID: 1, Roles: roles{1: {access.Manager}}},
			fault.KindForbidden, false,
		},
		"a manager, of who has a role elsewhere": {
			manager,
			Account{ID: 1, Roles: roles{1: {access.Hotline}, 2: {access.Technician}}},
			fault.KindForbidden, false,
		},
		"a manager, of a customer of elsewhere": {
			manager,
			Account{ID: 1, Roles: roles{1: {access.Hotline}, 2: {access.Customer}}},
			fault.KindForbidden, false,
		},
		"a manager, of an administrator": {manager, Account{ID: 1, Admin: true}, fault.KindForbidden, false},
		"the hotline, of a technician": {
			access.Actor{AccountID: 9, Roles: roles{1: {access.Hotline}}},
			Account{ID: 1, Roles: roles{1: {access.Technician}}},
			fault.KindForbidden, false,
		},
		"an administrator, of an administrator": {
			access.Actor{AccountID: 9, Admin: true},
			Account{ID: 1, Admin: true},
			0,
			true,
		},
		"an administrator, of themselves": {
			access.Actor{AccountID: 1, Admin: true},
			Account{ID: 1, Admin: true},
			fault.KindConflict, false,
		},
		"a key that lacks the rights of a manager": {access.Actor{Key: &access.Key{
			ID: 1, OperatorID: 1,
			Rights: []access.Right{access.HotlineRead},
		}}, Account{ID: 1}, fault.KindForbidden, false},
		"of nobody": {manager, Account{ID: 2}, fault.KindNotFound, false},
	} {
		_, err := newMemory(c.other).service(t, &manualClock{noon}).Outranked(t.Context(), c.actor, 1, 1)
		if (err == nil) != c.above || !c.above && !fault.Is(err, c.kind) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhoMustHaveAFactor(t *testing.T) {
	administrator, staff, customer := Account{ID: 1, Admin: true}, Account{ID: 2, Roles: roles{1: {access.Technician}}},
		Account{ID: 3, Roles: roles{1: {access.Customer}}}
	for _, c := range []struct {
		obligation Obligation
		strict     []int64 // operators that ask for one
		must       [3]bool // administrator, staff, customer
	}{
		{Administrators, nil, [3]bool{true, false, false}},
		{AllStaff, nil, [3]bool{true, true, false}},
		{Nobody, nil, [3]bool{}},
		{"", nil, [3]bool{}},
		{Nobody, []int64{1}, [3]bool{false, true, false}},
		{Administrators, []int64{1}, [3]bool{true, true, false}},
		{Administrators, []int64{2}, [3]bool{true, false, false}},
	} {
		m := newMemory()
		m.strict = c.strict
		s := m.service(t, &manualClock{noon})
		s.Obligation = c.obligation
		for i, of := range []Account{administrator, staff, customer} {
			if must, err := s.mustHaveFactor(t.Context(), of); err != nil || must != c.must[i] {
				t.Errorf("%q, asked for at %v: account %d: %t, %v", c.obligation, c.strict, of.ID, must, err)
			}
		}
	}
}

// Letters of ASCII alone differ without telling two mailboxes apart; all letters fold when e-mails are compared.
func TestEmailsOfOneMailbox(t *testing.T) {
	for _, c := range []struct {
		a, b       string
		same, fold bool
	}{
		{"Zoe@Exemple.test", "zoe@exemple.test", true, true},
		{"Élodie@exemple.test", "élodie@exemple.test", false, true},
		{"zoé@exemple.test", "zoe@exemple.test", false, false},
		{"zoe+a@exemple.test", "zoe@exemple.test", false, false},
		{"z.oe@exemple.test", "zoe@exemple.test", false, false},
	} {
		if (Account{Email: c.a}).HasMailbox(c.b) != c.same || (FoldEmail(c.a) == FoldEmail(c.b)) != c.fold {
			t.Errorf("%s and %s", c.a, c.b)
		}
	}
	for _, email := range []string{"İ@exemple.test", "\u212a@exemple.test"} { // the second is the sign of kelvin
		if ValidateEmail("email", email) == nil {
			t.Errorf("%s folds to letters of ASCII, and is taken", email)
		}
	}
}

// A line of a former system corrects a customer of that operator alone who does not look after the account.
func TestWhoIsCorrectedByAnImport(t *testing.T) {
	for name, c := range map[string]struct {
		change func(a *Account, by *Registration, consent *Consent, m *memory)
		kind   fault.Kind // 0: corrected
	}{
		"a customer": {func(*Account, *Registration, *Consent, *memory) {}, 0},
		"the same in other letters": {func(_ *Account, by *Registration, _ *Consent,
			_ *memory,
		) {
			by.Email = "ZOE@exemple.test"
		}, 0},
		"another e-mail": {func(_ *Account, by *Registration, _ *Consent,
			_ *memory,
		) {
			by.Email = "z@exemple.test"
		}, fault.KindInvalid},
		"with a password": {
			func(a *Account, _ *Registration, _ *Consent, _ *memory) { a.PasswordHash = "$" },
			fault.KindConflict,
		},
		"an administrator": {
			func(a *Account, _ *Registration, _ *Consent, _ *memory) { a.Admin = true },
			fault.KindConflict,
		},
		"of the team": {func(a *Account, _ *Registration, _ *Consent,
			_ *memory,
		) {
			a.Roles = roles{1: {access.Hotline}}
		}, fault.KindConflict},
		"known to another operator": {func(_ *Account, _ *Registration, _ *Consent, m *memory) {
			m.known = append(m.known, Membership{OperatorID: 2})
		}, fault.KindConflict},
		"known elsewhere, as before": {func(_ *Account, by *Registration, _ *Consent, m *memory) {
			by.FirstName = "Zoé"
			m.known = append(m.known, Membership{OperatorID: 2})
		}, 0},
		"without a version of consent": {func(_ *Account, _ *Registration, consent *Consent,
			_ *memory,
		) {
			consent.Version = " "
		}, fault.KindInvalid},
		"consent in the future": {func(_ *Account, _ *Registration, consent *Consent, _ *memory) {
			consent.At = noon.Add(time.Millisecond)
		}, fault.KindInvalid},
	} {
		a := Account{
			ID: 1, Email: "zoe@exemple.test", LastName: "Éluard", FirstName: "Zoé", Active: true,
			Roles: roles{1: {access.Customer}},
		}
		by := Registration{OperatorID: 1, Email: a.Email, LastName: "Éluard", FirstName: "Zoë"}
		consent, m := Consent{OperatorID: 1, At: noon, Version: "CGU"}, newMemory()
		m.known = []Membership{{OperatorID: 1}}
		c.change(&a, &by, &consent, m)
		m.accounts[1] = a
		err := m.service(t, &manualClock{noon}).CorrectTakenOver(t.Context(), 1, by, consent)
		if (err == nil) != (c.kind == 0) || c.kind != 0 && !fault.Is(err, c.kind) {
			t.Errorf("%s: %v", name, err)
		}
		_, kept := m.consents[1]
		if kept != (err == nil) || (m.accounts[1].FirstName == by.FirstName) != (err == nil) {
			t.Errorf("%s: consent kept: %t, %+v", name, kept, m.accounts[1])
		}
	}
}
