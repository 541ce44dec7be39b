package operator_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/fault"
)

func city(change func(*operator.Identity)) operator.Identity {
	i := operator.Identity{
		LegalName: "Métropole de Grandval", SIRET: "99999901400015", VATNumber: "FR66999999014", Form: operator.Regie,
		VATRate: 2000, Prefix: "GRV",
	}
	if change != nil {
		change(&i)
	}
	return i
}

func TestIdentity(t *testing.T) {
	for _, c := range []struct {
		name, field string // empty: valid
		change      func(*operator.Identity)
	}{
		{"a city", "", nil},
		{"no name", "raisonSociale", func(i *operator.Identity) { i.LegalName = " " }},
		{"a name of two lines", "raisonSociale", func(i *operator.Identity) { i.LegalName = "Ville\nde" }},
		{"no form", "forme", func(i *operator.Identity) { i.Form = "" }},
		{"another form", "forme", func(i *operator.Identity) { i.Form = "association" }},
		{"no SIRET", "siret", func(i *operator.Identity) { i.SIRET = "" }},
		{"13 digits", "siret", func(i *operator.Identity) { i.SIRET = "9999990140001" }},
		{"a wrong key", "siret", func(i *operator.Identity) { i.SIRET = "99999901400016" }},
		{
			"a wrong key of the SIREN alone", "siret",
			func(i *operator.Identity) { i.SIRET, i.VATNumber = "99999901500006", "DE123456789" },
		},
		{"nothing but zeros", "siret", func(i *operator.Identity) { i.SIRET, i.VATNumber = "00000000000000", "DE123456789" }},
		{"the seat of La Poste", "", func(i *operator.Identity) { i.SIRET, i.VATNumber = "35600000000048", "FR39356000000" }},
		{"a post office", "", func(i *operator.Identity) { i.SIRET, i.VATNumber = "35600000049837", "FR39356000000" }},
		{"no post office", "siret", func(i *operator.Identity) { i.SIRET, i.VATNumber = "35600000049838", "FR39356000000" }},
		{"no number of VAT", "tvaIntracommunautaire", func(i *operator.Identity) { i.VATNumber = "" }},
		{"a wrong key of VAT", "tvaIntracommunautaire", func(i *operator.Identity) { i.VATNumber = "FR67999999014" }},
		{
			"letters in the key", "",
			func(i *operator.Identity) { i.SIRET, i.VATNumber = withKey("3998594120001"), "FRK7399859412" },
		},
		{
			"wrong letters in the key", "tvaIntracommunautaire",
			func(i *operator.Identity) { i.SIRET, i.VATNumber = withKey("3998594120001"), "FRK8399859412" },
		},
		{
			"the VAT of another enterprise", "tvaIntracommunautaire",
			func(i *operator.Identity) { i.VATNumber = "FR90999999022" },
		},
		{"a German number", "", func(i *operator.Identity) { i.VATNumber = "DE123456789" }},
		{"a short German number", "tvaIntracommunautaire", func(i *operator.Identity) { i.VATNumber = "DE12345678" }},
		{"no country of the Union", "tvaIntracommunautaire", func(i *operator.Identity) { i.VATNumber = "US123456789" }},
		{"three characters", "tvaIntracommunautaire", func(i *operator.Identity) { i.VATNumber = "FR6" }},
		{"the rate of overseas", "", func(i *operator.Identity) { i.VATRate = 850 }},
		{"no rate", "tauxTva", func(i *operator.Identity) { i.VATRate = 0 }},
		{"a negative rate", "tauxTva", func(i *operator.Identity) { i.VATRate = -1 }},
		{"a rate beyond all", "tauxTva", func(i *operator.Identity) { i.VATRate = 20_000 }},
		{"exempt", "", func(i *operator.Identity) {
			i.VATRate, i.VATNumber, i.Exemption = 0, "", "TVA non applicable, art. 293 B du CGI"
		}},
		{
			"exempt, with a rate", "tauxTva",
			func(i *operator.Identity) { i.VATNumber, i.Exemption = "", "TVA non applicable" },
		},
		{
			"exempt, with a number", "tvaIntracommunautaire",
			func(i *operator.Identity) { i.VATRate, i.Exemption = 0, "TVA non applicable" },
		},
		{"one letter", "prefixeDocuments", func(i *operator.Identity) { i.Prefix = "G" }},
		{"nine letters", "prefixeDocuments", func(i *operator.Identity) { i.Prefix = "GRANDVALS" }},
		{"a hyphen", "prefixeDocuments", func(i *operator.Identity) { i.Prefix = "GR-V" }},
		{"an accent", "prefixeDocuments", func(i *operator.Identity) { i.Prefix = "ÉLAN" }},
		{"its own default prefix", "", func(i *operator.Identity) { i.Prefix = "EX7" }},
		{"the default prefix of another", "prefixeDocuments", func(i *operator.Identity) { i.Prefix = "EX8" }},
	} {
		_, err := city(c.change).Validate(7)
		if field := strings.Join(fields(err), " "); field != c.field {
			t.Errorf("%s: refused at %q, want %q", c.name, field, c.field)
		}
	}
}

func fields(err error) []string {
	refused := []string{}
	if refusal := fault.Of(err); refusal != nil {
		for _, v := range refusal.Violations {
			refused = append(refused, v.Field)
		}
	}
	return refused
}

// A form keeps what documents say of it, and forgets what belongs to another.
func TestIdentityOfAForm(t *testing.T) {
	told := func(form operator.Form) operator.Identity {
		got, err := city(func(i *operator.Identity) {
			i.Form, i.Company, i.Capital, i.RegisterCity, i.Principal = form, " SAS ", 1_000_000, "Grandval", "La métropole"
		}).Validate(7)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	company, agent, own := told(operator.Societe), told(operator.Mandataire), told(operator.Regie)
	if company.Company != "SAS" || company.Capital != 1_000_000 || company.RegisterCity != "Grandval" || company.Principal != "" {
		t.Errorf("a société: %+v", company)
	}
	if agent.Company+agent.RegisterCity != "" || agent.Capital != 0 || agent.Principal != "La métropole" {
		t.Errorf("a mandataire: %+v", agent)
	}
	if own.Company+own.RegisterCity+own.Principal != "" || own.Capital != 0 {
		t.Errorf("a régie: %+v", own)
	}
	_, err := city(func(i *operator.Identity) { i.Form, i.Capital = operator.Societe, -1 }).Validate(7)
	if field := strings.Join(fields(err), " "); field != "capitalSocial" {
		t.Errorf("a capital below 0: refused at %q", field)
	}
}

func TestIdentityIsCleaned(t *testing.T) {
	typed := city(func(i *operator.Identity) {
		i.LegalName, i.SIRET, i.VATNumber, i.Prefix = " Ville ", "999 999 014 00015", "fr\u202f66 999.999.014", ""
	})
	got, err := typed.Validate(7)
	if err != nil || got.LegalName != "Ville" || got.SIRET != "99999901400015" || got.VATNumber != "FR66999999014" ||
		got.Prefix != "EX7" {
		t.Errorf("%+v, %v", got, err)
	}
}

// The key of a SIRET finds each wrong digit, and each swap of neighbours but 0 and 9, which Luhn's key leaves alike.
func TestSIRETKeyFindsSlips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		siren := withKey(fmt.Sprintf("%08d",
			rapid.IntRange(1, 99_999_999).Filter(func(n int) bool { return n != 35_600_000 }).Draw(t, "siren")))
		siret := withKey(siren + fmt.Sprintf("%04d", rapid.IntRange(0, 9999).Draw(t, "establishment")))
		foreign := func(siret string) operator.Identity {
			return city(func(i *operator.Identity) { i.SIRET, i.VATNumber = siret, "DE123456789" })
		}
		if _, err := foreign(siret).Validate(1); err != nil {
			t.Fatalf("%s: %v", siret, err)
		}
		at := rapid.IntRange(9, 13).Draw(t, "position")
		wrong := []byte(siret)
		wrong[at] = byte('0' + rapid.IntRange(0, 9).Filter(func(d int) bool { return byte('0'+d) != siret[at] }).Draw(t,
			"digit"))
		if _, err := foreign(string(wrong)).Validate(1); err == nil {
			t.Fatalf("%s, a slip of %s, is taken", wrong, siret)
		}
		swapped := []byte(siret)
		swapped[at], swapped[at-1] = swapped[at-1], swapped[at]
		if pair := string(swapped[at-1 : at+1]); pair != "09" && pair != "90" && pair[0] != pair[1] {
			if _, err := foreign(string(swapped)).Validate(1); err == nil {
				t.Fatalf("%s, a swap in %s, is taken", swapped, siret)
			}
		}
	})
}

// Each SIREN has one numeric key of VAT.
func TestFrenchVATKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		siren := withKey(fmt.Sprintf("%08d",
			rapid.IntRange(1, 99_999_999).Filter(func(n int) bool { return n != 35_600_000 }).Draw(t, "siren")))
		taken := 0
		for key := range 100 {
			_, err := city(func(i *operator.Identity) {
				i.SIRET, i.VATNumber = withKey(siren+"0001"), fmt.Sprintf("FR%02d%s", key, siren)
			}).Validate(1)
			if err == nil {
				taken++
			}
		}
		if taken != 1 {
			t.Fatalf("%s has %d keys", siren, taken)
		}
	})
}

// withKey adds Luhn's key, worked out from the definition: the digits are doubled from the right, the key excepted.
func withKey(digits string) string {
	sum := 0
	for i, d := range digits {
		n := int(d - '0')
		if (len(digits)-i)%2 == 1 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return digits + fmt.Sprint((10-sum%10)%10)
}
