package tariff_test

import (
	"slices"
	"strings"
	"testing"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

func cents(amount money.Cents) *money.Cents { return &amount }
func last(minutes int64) *int64             { return &minutes }

// checkBroken compares the violations of a refusal with the expected ones, written as `field:
// sentence`.
func checkBroken(t *testing.T, name string, err error, want []string) {
	t.Helper()
	got := []string{}
	if refusal := fault.Of(err); refusal != nil {
		for _, v := range refusal.Violations {
			got = append(got, v.Field+": "+v.Message)
		}
	} else if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if !slices.Equal(got, append([]string{}, want...)) {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
}

func TestValidate(t *testing.T) {
	good := tariff.Tariff{AdminLabel: "Admin", PublicLabel: "Public", Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50}}
	change := func(act func(*tariff.Tariff)) tariff.Tariff {
		changed := good
		act(&changed)
		return changed
	}
	const (
		names  = "Veuillez renseigner les champs libellé, nom et type de tarif"
		amount = "Un montant doit être compris entre 0 et 10 000 000 €, au centime près"
		length = "Une durée doit être comprise entre 1 minute et 10 ans, à la minute près"
	)
	for _, c := range []struct {
		name   string
		tariff tariff.Tariff
		want   []string
	}{
		{"good", good, nil},
		{
			"nothing typed",
			tariff.Tariff{AdminLabel: " "},
			[]string{"libelleAdmin: " + names, "libelleUtilisateur: " + names, "typeTarif: " + names},
		},
		{
			"a long label", change(func(t *tariff.Tariff) { t.AdminLabel = strings.Repeat("é", 256) }),
			[]string{"libelleAdmin: Ce texte ne peut dépasser 255 caractères"},
		},
		{
			"an unknown unit", change(func(t *tariff.Tariff) { t.Unit = "semaine" }),
			[]string{"typeTarif: Le type de tarif n'est pas correct"},
		},
		{
			"hours of a subscription", change(func(t *tariff.Tariff) { t.Subscription = true }),
			[]string{"typeTarif: Un abonnement se compte au mois ou à l'année"},
		},
		{
			"months of an hourly tariff", change(func(t *tariff.Tariff) { t.Unit = pricing.Month }),
			[]string{"typeTarif: Un tarif horaire se compte à l'heure ou au jour"},
		},
		{"negative", change(func(t *tariff.Tariff) { t.Amount = -1 }), []string{"montant: " + amount}},
		{"the largest", change(func(t *tariff.Tariff) { t.Amount = money.Max }), nil},
		{
			"too large", change(func(t *tariff.Tariff) { t.RemovalAmount = cents(money.Max + 1) }),
			[]string{"montantEnlevement: " + amount},
		},
		{
			"an overrun cost without its unit", change(func(t *tariff.Tariff) { t.OverrunAmount = cents(1) }),
			[]string{"uniteDureeDepassement: Veuillez renseigner l'unité du coût en cas de dépassement"},
		},
		{
			"an overrun unit of terms", change(func(t *tariff.Tariff) { t.OverrunUnit = pricing.Year }),
			[]string{"uniteDureeDepassement: L'unité du coût en cas de dépassement n'est pas correcte"},
		},
		{"limits out of order", change(
			func(t *tariff.Tariff) { t.OverrunAfter, t.RemovalAfter = last(61), last(60) },
		), []string{
			"nombreMinutesAvantDepassement: Le temps limite avant dépassement ne peut être supérieur au temps limite avant enlèvement",
		}},
		{
			"a reminder as long as the limit", change(func(t *tariff.Tariff) { t.OverrunAfter, t.Reminder = last(60), last(60) }),
			[]string{"rappelMinutes: Le rappel doit être plus court que le temps limite avant dépassement"},
		},
		{"a reminder before the limit", change(func(t *tariff.Tariff) { t.OverrunAfter, t.Reminder = last(60), last(59) }), nil},
		{"a reminder without a limit", change(func(t *tariff.Tariff) { t.OverrunAfter, t.Reminder = nil, last(60) }), nil},
		{"limits at once", change(func(t *tariff.Tariff) { t.OverrunAfter, t.RemovalAfter = last(60), last(60) }), nil},
		{
			"a limit of nothing", change(func(t *tariff.Tariff) { t.OverrunAfter = last(0) }),
			[]string{"nombreMinutesAvantDepassement: " + length},
		},
		{
			"a limit of centuries", change(func(t *tariff.Tariff) { t.RemovalAfter = last(1 << 40) }),
			[]string{"nombreMinutesAvantEnlevement: " + length},
		},
		{"free beyond the overrun", change(
			func(t *tariff.Tariff) { t.OverrunAfter, t.FreeMinutes = last(60), last(61) },
		), []string{
			"nombreMinutesGratuites: La durée gratuite ne peut dépasser le temps limite avant dépassement, ni atteindre celui avant enlèvement",
		}},
		{"free up to the removal", change(
			func(t *tariff.Tariff) { t.RemovalAfter, t.FreeMinutes = last(60), last(60) },
		), []string{
			"nombreMinutesGratuites: La durée gratuite ne peut dépasser le temps limite avant dépassement, ni atteindre celui avant enlèvement",
		}},
		{"half an hour of ceiling", change(
			func(t *tariff.Tariff) { t.Ceiling, t.CeilingWindow = cents(9), last(90) },
		), []string{
			"nombreMinutesPlafond: La période du plafond doit être un nombre entier d'heures",
		}},
	} {
		_, err := c.tariff.Validate()
		checkBroken(t, c.name, err, c.want)
	}
}

func TestValidateLeavesOutWhatNeverCounts(t *testing.T) {
	valid, err := tariff.ValidateTerms(pricing.Terms{
		Unit: pricing.Day, Amount: 1, Ceiling: cents(5), CeilingWindow: last(60), FreeDeducted: true,
	})
	if err != nil || valid.Ceiling != nil || valid.CeilingWindow != nil || valid.FreeDeducted {
		t.Errorf("by the day: %+v, %v", valid, err)
	}
	valid, err = tariff.ValidateTerms(pricing.Terms{
		Subscription: true, Unit: pricing.Month, FreeMinutes: last(15),
		FreeDeducted: true,
	})
	if err != nil || valid.FreeMinutes != nil || valid.FreeDeducted {
		t.Errorf("a subscription: %+v, %v", valid, err)
	}
}
