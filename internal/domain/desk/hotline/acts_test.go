package hotline

import (
	"fmt"
	"slices"
	"testing"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
)

// Zoé has a stay in locker 1, paid at first (payment 101); payment 55 could not be collected.
func TestWhatTheCallerMayDo(t *testing.T) {
	key := func(rights ...access.Right) access.Actor {
		return access.Actor{Key: &access.Key{ID: 1, OperatorID: operator, Rights: rights}}
	}
	for name, c := range map[string]struct {
		actor    access.Actor
		off, out bool // the locker, Zoé
		want     []string
	}{
		"Hotline": {as(access.Hotline), false, false, []string{
			"generer-code casier 1", "terminer utilisation 1", "demander-remboursement paiement 101",
			"manual paiement 55", "generer-ordre paiement 55", "annuler paiement 55",
		}},
		"Gestionnaire": {as(access.Manager), false, false, []string{
			"generer-code casier 1", "desactiver casier 1", "terminer utilisation 1", "rembourser paiement 101",
			"manual paiement 55", "generer-ordre paiement 55", "annuler paiement 55",
		}},
		"Mainteneur": {
			as(access.Technician), false, false,
			[]string{"generer-code-maintenance casier 1", "desactiver casier 1"},
		},
		"Mainteneur, of a locker that is off": {
			as(access.Technician), true, false,
			[]string{"generer-code-maintenance casier 1", "activer casier 1"},
		},
		"Utilisateur": {as(access.Customer), false, false, []string{}},
		"a manager elsewhere": {access.Actor{
			AccountID: 90,
			Roles:     map[int64][]access.Role{2: {access.Manager}},
		}, false, false, []string{}},
		"a key that may switch lockers": {key(access.LockersWrite), false, false, []string{"desactiver casier 1"}},
		"an administrator": {administrator, false, false, []string{
			"generer-code casier 1", "desactiver casier 1", "terminer utilisation 1", "rembourser paiement 101",
			"manual paiement 55", "generer-ordre paiement 55", "annuler paiement 55", "bannir compte 7",
		}},
		"an administrator, of who is banned": {administrator, false, true, []string{
			"generer-code casier 1", "desactiver casier 1", "terminer utilisation 1", "rembourser paiement 101",
			"manual paiement 55", "generer-ordre paiement 55", "annuler paiement 55", "retablir compte 7",
		}},
		"an administrator, of themselves": {access.Actor{AccountID: zoe, Admin: true}, false, false, []string{
			"generer-code casier 1", "desactiver casier 1", "terminer utilisation 1", "rembourser paiement 101",
			"manual paiement 55", "generer-ordre paiement 55", "annuler paiement 55",
		}},
	} {
		m := newMemory()
		m.door.Active, m.person.Active = !c.off, !c.out
		m.stays = append(m.stays, inLocker(1, 1, station.Bike))
		m.payments = []payment.Details{
			{Payment: payment.Payment{OperatorID: operator, ID: 101, StayID: 1, Status: payment.Paid, Amount: 100}},
			{Payment: payment.Payment{OperatorID: operator, ID: 55, StayID: 9, Status: payment.PermanentError, Amount: 100}},
		}
		got, err := m.call(t.Context(), c.actor)
		if err != nil {
			t.Fatal(name, err)
		}
		acts := []string{}
		for _, act := range got.Acts {
			acts = append(acts, fmt.Sprintf("%s %s %d", act.Kind, act.Object.Kind, act.Object.ID))
		}
		if !slices.Equal(acts, c.want) {
			t.Errorf("%s:\n%q, want\n%q", name, acts, c.want)
		}
		if reads := c.actor.Can(access.HotlineRead, operator); (len(got.Payments) == 2) != reads ||
			(len(got.Payments) == 0) == reads {
			t.Errorf("%s reads %d payments", name, len(got.Payments))
		}
	}
}
