package hotline

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/diagnosis"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/places/opening"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
)

func TestAStayWithoutALineTellsItsBeginning(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 23, 2, 0, 0, time.UTC)
	r := &reading{after: now.Add(-24 * time.Hour)}
	for id, ago := range map[int64]time.Duration{1: time.Hour, 2: 2 * time.Hour, 3: 25 * time.Hour} {
		open := stay.Details{}
		open.ID, open.StartedAt = id, now.Add(-ago)
		r.call.Open = append(r.call.Open, open)
	}
	logged := Event{now.Add(-2 * time.Hour), string(audit.StayStarted), "", audit.Object{Kind: audit.KindStay, ID: 2}}
	got := r.unlogged([]Event{logged})
	if len(got) != 1 || got[0].Object.ID != 1 || !got[0].At.Equal(now.Add(-time.Hour)) ||
		got[0].Kind != string(audit.StayStarted) {
		t.Errorf("got %+v: want the beginning of stay 1 alone: 2 has a line, 3 is older than what is told", got)
	}
}

// One of each kind of event: in what order they are told, and in which words. What is left out is about security, about
// another operator, of the platform, or older than a day.
func TestWhatACallTells(t *testing.T) {
	t.Parallel()
	m := newMemory()
	m.stays = []stay.Details{inLocker(1, 1, station.Bike)}
	line := func(before time.Duration, action audit.Action, kind string, id, operatorID int64, by string) {
		m.lines = append(m.lines,
			audit.Line{Entry: audit.Entry{
				At: ago(before), OperatorID: operatorID, Action: action,
				Object: audit.Object{Kind: kind, ID: id},
			}, ActorName: by})
	}
	line(3*time.Hour, audit.StayStarted, audit.KindStay, 1, operator, "")
	line(time.Hour, audit.StayEnded, audit.KindStay, 1, operator, "Max Aub")
	m.lines[1].Changes = map[string]any{"montant": 50.0, "fin": "22/11/2026 21:30"}
	line(20*time.Minute, audit.CodeGiven, audit.KindLocker, 1, operator, "Max Aub")
	line(18*time.Minute, audit.CodeSent, audit.KindLocker, 1, operator, "Max Aub")
	line(2*time.Hour, audit.AccountBanned, audit.KindAccount, zoe, 0, "")
	line(90*time.Minute, audit.AccountReinstated, audit.KindAccount, zoe, 0, "")
	line(time.Minute, audit.LoggedIn, audit.KindAccount, zoe, 0, "")                   // security
	line(time.Minute, audit.CardChanged, audit.KindAccount, zoe, 0, "")                // a line of the platform
	line(time.Minute, audit.StationSilent, audit.KindStation, 2, operator, "")         // another station
	line(24*time.Hour, audit.LockerSwitchedOff, audit.KindLocker, 1, operator, "Zola") // too old
	m.refusals = []refusal.Refusal{{At: ago(30 * time.Minute), LockerID: 1, AccountID: zoe, Kind: refusal.Occupied}}
	m.codes = []opening.Given{
		{At: ago(20 * time.Minute), ExpiresAt: ago(-10 * time.Minute), ReceivedAt: new(ago(19 * time.Minute))}, // still good
		{At: ago(time.Hour), ExpiresAt: ago(45 * time.Minute)},                                                 // expired
		{At: ago(2 * time.Hour), ExpiresAt: ago(100 * time.Minute), UsedAt: new(ago(110 * time.Minute))},       // used
	}
	m.door.Open, m.door.MovedAt, m.door.Misdated = new(false), new(ago(10*time.Minute)), true
	m.payments = []payment.Details{{Payment: payment.Payment{ID: 55, Status: payment.Unpaid}, Attempts: []payment.Attempt{
		{Kind: payment.Charge, At: ago(25 * time.Hour), Outcome: payment.Failed, Amount: 445},
		{Kind: payment.Charge, At: ago(4 * time.Hour), Outcome: payment.Unpaid, Amount: 445},
		{Kind: payment.Refund, At: ago(time.Hour), Outcome: payment.Paid, Amount: 445},
	}}}
	m.mails = []Mail{
		{outbox.PasswordReset, ago(5 * time.Hour), new(ago(4*time.Hour - time.Minute))},
		{outbox.Banned, ago(2 * time.Hour), nil},
		{outbox.LoginsFailed, ago(time.Minute), nil}, // security
	}
	got, err := m.call(t.Context(), as(access.Hotline))
	if err != nil {
		t.Fatal(err)
	}
	told := []string{}
	for _, e := range got.Events {
		told = append(told, now.Sub(e.At).String()+" "+e.Kind+": "+e.Sentence)
	}
	want := []string{
		"10m0s porte.fermee: Porte fermée (l'horloge du contrôleur n'est pas à l'heure : instant de réception)",
		"18m0s " + string(audit.CodeSent) + ": Code d'ouverture envoyé par e-mail, par Max Aub",
		"19m0s casier.code_recu: Code reçu par la station",
		"20m0s " + string(audit.CodeGiven) + ": Code d'ouverture donné, par Max Aub",
		"30m0s porte.refus: " + diagnosis.Told(diagnosis.Refused{Refusal: m.refusals[0], Place: placed(1)}),
		"45m0s casier.code_expire: Code expiré sans avoir servi",
		"1h0m0s " + string(audit.StayEnded) +
			": Fin de l'utilisation du casier A1 (Gare), terminée dès le 22/11/2026 21:30, par Max Aub",
		"1h30m0s " + string(audit.AccountReinstated) + ": Compte rétabli",
		"2h0m0s " + string(audit.AccountBanned) + ": Compte banni", // at one instant, by kind
		"2h0m0s courriel.attente: E-mail en attente d'envoi : compte suspendu",
		"3h0m0s " + string(audit.StayStarted) + ": Début de l'utilisation du casier A1 (Gare)",
		"3h59m0s courriel.envoi: E-mail envoyé : mot de passe oublié",
		"4h0m0s paiement.tentative: Prélèvement de " + m.payments[0].Attempts[1].Amount.String() + " : refusé par la banque",
	}
	if !slices.Equal(told, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
}

// However many happened, the newest hundred are told, newest first, each once.
func TestTheNewestEventsAreTold(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := newMemory()
		m.stays = []stay.Details{inLocker(1, 1, station.Bike)}
		newest := []time.Time{m.stays[0].StartedAt}
		for range rapid.IntRange(0, 150).Draw(t, "refusals") {
			at := ago(time.Duration(rapid.IntRange(0, 24*60-1).Draw(t, "minutes")) * time.Minute)
			m.refusals, newest = append(m.refusals,
				refusal.Refusal{At: at, LockerID: 1, AccountID: zoe, Kind: refusal.Occupied}), append(newest, at)
		}
		got, err := m.call(t.Context(), as(access.Hotline))
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(newest, func(a, b time.Time) int { return b.Compare(a) })
		told := each(got.Events, func(e Event) time.Time { return e.At })
		if !slices.EqualFunc(told, newest[:min(len(newest), 100)], time.Time.Equal) {
			t.Fatalf("told: %v, happened: %v", told, newest)
		}
	})
}
