package tariff

import (
	"testing"

	"pgregory.net/rapid"
)

// Whom a list of many admits is whom it admits one by one.
func TestManyAreAdmittedAsOne(t *testing.T) {
	emails := rapid.SampledFrom([]string{
		"a@ville.fr", "A@Ville.fr", "b@ville.fr", "c@sous.ville.fr", "*@ville.fr", "*@VILLE.fr", "ville.fr", "",
	})
	rapid.Check(t, func(t *rapid.T) {
		list := Tariff{}
		for i, email := range rapid.SliceOfN(emails, 0, 4).Draw(t, "list") {
			list.Beneficiaries = append(list.Beneficiaries, Beneficiary{ID: int64(i), Email: email})
		}
		list = list.With(rapid.SliceOfN(rapid.Int64Range(0, 4), 0, 2).Draw(t, "taken"), nil)
		if email := emails.Draw(t, "email"); list.Admits(email) != list.Admission()(email) {
			t.Fatalf("%+v admits %q: %v", list.Beneficiaries, email, list.Admits(email))
		}
	})
}
