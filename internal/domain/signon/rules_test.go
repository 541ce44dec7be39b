package signon

import (
	"slices"
	"strings"
	"testing"

	"consigne/internal/kernel/fault"
)

func TestProviderRules(t *testing.T) {
	right := Provider{Label: "Ville", Issuer: "https://identite.ville.fr/realms/agents", ClientID: "consigne"}
	for what, c := range map[string]struct {
		change func(*Provider)
		field  string // empty: accepted
	}{
		"as it is":             {func(*Provider) {}, ""},
		"on this machine":      {func(p *Provider) { p.Issuer = "http://127.0.0.1:4000" }, ""},
		"on another":           {func(p *Provider) { p.Issuer = "http://192.0.2.1" }, "emetteur"},
		"a name that looks so": {func(p *Provider) { p.Issuer = "http://localhost.ville.fr" }, "emetteur"},
		"another scheme":       {func(p *Provider) { p.Issuer = "ftp://identite.ville.fr" }, "emetteur"},
		"no host":              {func(p *Provider) { p.Issuer = "https://" }, "emetteur"},
		"an empty query":       {func(p *Provider) { p.Issuer = "https://identite.ville.fr?" }, "emetteur"},
		"60 letters":           {func(p *Provider) { p.Label = strings.Repeat("é", 60) }, ""},
		"61 letters":           {func(p *Provider) { p.Label = strings.Repeat("é", 61) }, "libelle"},
		"compulsory":           {func(p *Provider) { p.Required, p.Domains = true, []string{"ville.fr"} }, ""},
		"compulsory for all":   {func(p *Provider) { p.Required = true }, "domaines"},
		"an empty domain":      {func(p *Provider) { p.Domains = []string{""} }, "domaines"},
		"a joker":              {func(p *Provider) { p.Domains = []string{"*.ville.fr"} }, "domaines"},
		"a hyphen in front":    {func(p *Provider) { p.Domains = []string{"-ville.fr"} }, "domaines"},
		"too many domains":     {func(p *Provider) { p.Domains = strings.Fields(strings.Repeat("v.fr ", 50)) }, ""}, // all the same
	} {
		typed := right
		c.change(&typed)
		_, err := typed.Validate()
		refusal := fault.Of(err)
		if (c.field == "") != (refusal == nil) || refusal != nil && refusal.Violations[0].Field != c.field {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestDomainsOfAProvider(t *testing.T) {
	p, err := Provider{Label: "Ville", Issuer: "https://identite.ville.fr", ClientID: "c", Domains: []string{"@Ville.FR ", "agglo.fr", "ville.fr"}, Required: true, Active: true}.Validate()
	if err != nil || !slices.Equal(p.Domains, []string{"agglo.fr", "ville.fr"}) {
		t.Fatalf("%v, %v", p.Domains, err)
	}
	for email, accepted := range map[string]bool{"a@ville.fr": true, " A@VILLE.FR": true, `"a@b"@ville.fr`: true, "a@sous.ville.fr": false, "a@autreville.fr": false, "ville.fr": false, "": false} {
		if p.Accepts(email) != accepted || p.compels(domainOf(email)) != accepted {
			t.Errorf("%q: accepted %v, compelled %v", email, p.Accepts(email), p.compels(domainOf(email)))
		}
	}
	p.Active = false
	if p.compels("ville.fr") || !(Provider{}).Accepts("a@ailleurs.fr") {
		t.Error("an inactive provider compels, or one without domains does not accept all")
	}
}
