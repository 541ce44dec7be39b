package imports

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/payment"
)

// A line is taken over after O1, a stay in C1 on the first of September from 8 to 10, or says why it is not.
func TestStaysOfAFormerSystem(t *testing.T) {
	const first = "O1;C1;U1;2026-09-01T08:00:00Z;2026-09-01T10:00:00Z;100;paye;;;"
	for name, c := range map[string]struct{ line, told string }{
		"when the other has ended": {"O2;C1;U2;2026-09-01T10:00:00Z;2026-09-01T11:00:00Z;0;gratuit;;;", "3 créé"},
		"while the other lasts": {
			"O2;C1;U2;2026-09-01T09:59:59Z;2026-09-01T11:00:00Z;0;gratuit;;;",
			"3 refusé : Cette utilisation en chevauche une autre dans ce casier.",
		},
		"of no length, it takes no place": {"O2;C1;U2;2026-09-01T09:00:00Z;2026-09-01T09:00:00Z;0;gratuit;;;", "3 créé"},
		"in another locker":               {"O2;C2;U2;2026-09-01T09:00:00Z;2026-09-01T11:00:00Z;0;gratuit;;;", "3 créé"},
		"before the other": {
			"O2;C2;U2;2026-09-01T07:00:00Z;2026-09-01T07:30:00Z;0;gratuit;;;",
			"3 refusé debut: " + msgOrder,
		},
		"the same reference": {
			"O1;C2;U2;2026-09-01T09:00:00Z;2026-09-01T11:00:00Z;0;gratuit;;;",
			"3 refusé reference: Cette référence est déjà celle de la ligne 2",
		},
		"the same but for spaces": {
			" O1\u00a0;C2;U2;2026-09-01T09:00:00Z;2026-09-01T11:00:00Z;0;gratuit;;;",
			"3 refusé reference: Cette référence est déjà celle de la ligne 2",
		},
		"without a reference": {
			";C2;U2;2026-09-01T09:00:00Z;2026-09-01T11:00:00Z;0;gratuit;;;",
			"3 refusé reference: " + msgMissing,
		},
		"a locker that was not taken over": {
			"O2;C9;U2;2026-09-01T09:00:00Z;2026-09-01T11:00:00Z;0;gratuit;;;",
			"3 refusé casier: " + unknown(Lockers),
		},
		"the reference of another file": {
			"O2;C2;C1;2026-09-01T09:00:00Z;2026-09-01T11:00:00Z;0;gratuit;;;",
			"3 refusé usager: " + unknown(Customers),
		},
		"an hour that comes twice": {
			"O2;C2;U2;2025-10-26 02:30;2025-10-26 04:00;0;gratuit;;;",
			"3 refusé debut: " + msgTwice,
		},
		"an amount with a comma": {
			"O2;C2;U2;2026-09-01T09:00:00Z;2026-09-01T11:00:00Z;2,50;paye;;;",
			"3 refusé montant_centimes: " + msgCents,
		},
		"no amount": {
			"O2;C2;U2;2026-09-01T09:00:00Z;2026-09-01T11:00:00Z;;gratuit;;;",
			"3 refusé montant_centimes: " + msgMissing,
		},
		"paid in shells": {
			"O2;C2;U2;2026-09-01T09:00:00Z;2026-09-01T11:00:00Z;100;paye;;Coquillages;",
			"3 refusé moyen: " + msgMeans,
		},
		"paid before it began": {
			"O2;C2;U2;2026-09-01T09:00:00Z;2026-09-01T11:00:00Z;100;paye;2026-09-01T08:59:59Z;;",
			"3 refusé regle_le: Le règlement ne peut précéder le début",
		},
		"due": {
			"O2;C2;U2;2026-09-01T09:00:00Z;2026-09-01T11:00:00Z;100;du;;;",
			"3 refusé etat: " + msgDue,
		},
		"everything at once": {
			"O2;C9;U2;hier;2026-09-01T11:00:00Z;-1;perdu;;;peut-être",
			"3 refusé casier: " + unknown(Lockers) + " debut: " + msgInstant + " test: " + msgYesNo + " etat: " + msgState +
				" montant_centimes: " + msgCents,
		},
	} {
		m := newMemory()
		told, _, err := m.take(t.Context(), Options{}, first, c.line)
		refused := strings.Contains(c.told, string(Refused))
		if !slices.Equal(told, said{"2 créé", c.told}) || errors.Is(err, ErrRefused) != refused || !refused && err != nil {
			t.Errorf("%s: %q, %v; want %q", name, told, err, c.told)
		}
	}
}

// A line that was taken over is recognised, in whatever order its columns stand; it does not change afterwards.
func TestAStayIsTakenOverOnce(t *testing.T) {
	const line = "O1;C1;U1;2026-09-01T08:00:00Z;2026-09-01T10:00:00Z;100;paye;;;"
	m := newMemory()
	for _, c := range []struct{ line, told string }{
		{line, "2 créé"},
		{line, "2 inchangé"},
		{" O1 ;C1;U1;2026-09-01T08:00:00Z;2026-09-01T10:00:00Z;100;paye;;; ", "2 inchangé"},
		{strings.Replace(line, ";100;", ";110;", 1), "2 refusé : " + msgFixed},
		// of an earlier file
		{
			"O2;C1;U1;2026-09-01T07:00:00Z;2026-09-01T08:30:00Z;100;paye;;;",
			"2 refusé : Cette utilisation en chevauche une autre dans ce casier.",
		},
	} {
		if told, _, _ := m.take(t.Context(), Options{Apply: true}, c.line); !slices.Equal(told, said{c.told}) ||
			len(m.billed) != 1 {
			t.Errorf("%s: %q, %d stays are stored; want %q", c.line, told, len(m.billed), c.told)
		}
	}
	swapped := strings.NewReader(
		"casier;reference;debut;usager;etat;fin;montant_centimes;regle_le;moyen;test\nC1;O1;2026-09-01T08:00:00Z;U1;paye;2026-09-01T10:00:00Z;100;;;\n",
	)
	var told said
	if _, err := NewService(m, fixed{}, nil, nil, nil).Run(t.Context(), Options{OperatorID: 1, Apply: true},
		[]File{{Stays, swapped}}, &told); err != nil || !slices.Equal(told, said{"2 inchangé"}) {
		t.Errorf("with its columns in another order: %q, %v", told, err)
	}
}

// What a former system collected counts as paid by hand on the day it says, else at the end of the stay; what is due is
// never presented.
func TestWhatBecomesOfFormerPayments(t *testing.T) {
	m := newMemory()
	end, later := time.Date(2026, 9, 1, 10, 0, 0, 0, time.UTC), time.Date(2026, 9, 2, 3, 0, 0, 0, time.UTC)
	if _, _, err := m.take(
		t.Context(), Options{Apply: true, Debts: true},
		"O1;C2;U1;2026-09-01T08:00:00Z;2026-09-01T10:00:00Z;100;paye;;;",
		"O2;C2;U2;2026-09-01T08:00:00Z;2026-09-01T10:00:00Z;120;paye;2026-09-02T03:00:00Z;Chèque;",
		"O3;C1;U2;2026-09-01T08:00:00Z;2026-09-01T10:00:00Z;0;gratuit;;;oui",
		"O4;C1;U2;2026-09-01T10:00:00Z;2026-09-01T10:00:00Z;70;du;;;",
	); err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		status  payment.Status
		settled *time.Time
		means   []payment.Means // of its attempts
		place   int
		test    bool
	}{
		{payment.Manual, &end, []payment.Means{""}, 1, false},
		{payment.Manual, &later, []payment.Means{"Chèque"}, 2, false},
		{payment.Free, nil, []payment.Means{}, 1, true},
		{payment.PermanentError, nil, []payment.Means{}, 1, false},
	} {
		got, means := m.billed[i], []payment.Means{}
		for _, a := range got.Attempts {
			means = append(means, a.Means)
		}
		if got.Payment.Status != want.status || !reflect.DeepEqual(got.Payment.SettledAt, want.settled) ||
			!slices.Equal(means, want.means) ||
			got.Payment.DueAt != nil || got.Stay.Place != want.place || got.Stay.Test != want.test {
			t.Errorf("O%d: %+v", i+1, got)
		}
	}
	if want := map[string]any{"fichier": "utilisation", "crees": 4}; len(m.lines) != 1 ||
		m.lines[0].Action != audit.DataImported || !reflect.DeepEqual(m.lines[0].Changes, want) {
		t.Errorf("the audit log has %+v", m.lines)
	}
}

// A dry run stores nothing and says of each line what an apply then does, which stores all lines or, when one is
// refused, none. Done again, nothing is left to do. No place is held twice.
func TestADryRunSaysWhatAnApplyDoes(t *testing.T) {
	start := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		m := newMemory()
		for file := range rapid.IntRange(1, 3).Draw(t, "files") {
			at, lines := start, []string{}
			for i := range rapid.IntRange(0, 12).Draw(t, "lines") {
				at = at.Add(time.Duration(rapid.IntRange(0, 5).Draw(t, "later")) * time.Hour)
				reference := fmt.Sprint("O", file, "-", i)
				if rapid.IntRange(0, 40).Draw(t, "repeats") == 0 {
					reference = "O0-0"
				}
				lines = append(lines, fmt.Sprintf("%s;%s;U1;%s;%s;%s;;;", reference,
					rapid.SampledFrom([]string{"C1", "C2", "C2", "C2", "C2"}).Draw(t, "locker"), at.Format(time.RFC3339),
					at.Add(time.Duration(rapid.IntRange(0, 3).Draw(t, "hours"))*time.Hour).Format(time.RFC3339),
					rapid.SampledFrom([]string{"100;paye", "0;gratuit", "100;paye", "50;du"}).Draw(t, "state")))
			}
			options := Options{Debts: rapid.IntRange(0, 5).Draw(t, "debts") > 0}
			stays, logged := slices.Clone(m.billed), len(m.lines)
			tried, foreseen, tryErr := m.take(t.Context(), options, lines...)
			if !reflect.DeepEqual(m.billed, stays) || len(m.lines) != logged {
				t.Fatal("a dry run stored something")
			}
			options.Apply = true
			done, totals, err := m.take(t.Context(), options, lines...)
			if !slices.Equal(tried, done) || !maps.Equal(foreseen, totals) || !errors.Is(err, tryErr) ||
				len(done) != len(lines) {
				t.Fatalf("tried: %q, %v\ndone: %q, %v", tried, tryErr, done, err)
			}
			if (totals[Refused] > 0) != errors.Is(err, ErrRefused) {
				t.Fatalf("%d lines were refused: %v", totals[Refused], err)
			}
			want := len(stays) + totals[Created]
			if err != nil {
				want = len(stays)
			}
			if len(m.billed) != want {
				t.Fatalf("%d stays are stored, want %d", len(m.billed), want)
			}
			if again, counts, _ := m.take(t.Context(), options, lines...); err == nil && counts[Unchanged] != len(lines) {
				t.Fatalf("again: %q", again)
			}
		}
		for i, a := range m.billed {
			if a.Stay.Place < 1 || a.Stay.Place > m.capacities[a.Stay.LockerID] {
				t.Fatalf("a place that the locker has not: %+v", a.Stay)
			}
			for _, b := range m.billed[:i] {
				if a.Stay.LockerID == b.Stay.LockerID && a.Stay.Place == b.Stay.Place && lasts(a) && lasts(b) &&
					a.Stay.StartedAt.Before(*b.Stay.EndedAt) && b.Stay.StartedAt.Before(*a.Stay.EndedAt) {
					t.Fatalf("a place is held twice: %+v, %+v", a.Stay, b.Stay)
				}
			}
		}
	})
}

// lasts reports whether a stay takes a place at all.
func lasts(b payment.Billed) bool { return b.Stay.StartedAt.Before(*b.Stay.EndedAt) }
