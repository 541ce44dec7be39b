package account

import (
	"testing"

	"consigne/internal/kernel/fault"
)

func TestCompanyOfACustomer(t *testing.T) {
	for _, c := range []struct {
		name    string
		company Company
		field   string
	}{
		{"whole", Company{Name: "Cycles Durand", SIREN: "999 999 022", Address: "3 rue du Quai, 17000 La Rochelle"}, ""},
		{"without a name", Company{SIREN: "999999022", Address: "3 rue du Quai"}, "societe.nom"},
		{"without an address", Company{Name: "Cycles Durand", SIREN: "999999022"}, "societe.adresse"},
		{"eight digits", Company{Name: "Cycles Durand", SIREN: "99999902", Address: "3 rue du Quai"}, "societe.siren"},
		{"a SIRET", Company{Name: "Cycles Durand", SIREN: "99999902200018", Address: "3 rue du Quai"}, "societe.siren"},
		{"a wrong key", Company{Name: "Cycles Durand", SIREN: "999999023", Address: "3 rue du Quai"}, "societe.siren"},
		{"zeros", Company{Name: "Cycles Durand", SIREN: "000000000", Address: "3 rue du Quai"}, "societe.siren"},
	} {
		got, err := Registration{Email: "a@exemple.test", Company: &c.company}.validate()
		refused := ""
		if refusal := fault.Of(err); refusal != nil {
			refused = refusal.Violations[0].Field
		}
		if refused != c.field {
			t.Errorf("%s: refused at %q, want %q", c.name, refused, c.field)
		}
		if err == nil && got.Company.SIREN != "999999022" {
			t.Errorf("%s: %+v", c.name, got.Company)
		}
	}
}
