package signon

import (
	"slices"
	"strings"
	"testing"

	"consigne/internal/kernel/fault"
)

func TestProviderRules(t *testing.T) {
	right := Provider{
		Label: "Ville", Issuer: "https://identite.ville.fr/realms/agents", ClientID: "consigne",
		Domains: []string{"ville.fr"},
	}
	for what, c := range map[string]struct {
		change func(*Provider)
		field  string // empty: accepted
	}{
		"as it is":             {func(*Provider) {}, ""},
		"on another":           {func(p *Provider) { p.Issuer = "http://192.0.2.1" }, "emetteur"},
		"a name that looks so": {func(p *Provider) { p.Issuer = "http://localhost.ville.fr" }, "emetteur"},
		"another scheme":       {func(p *Provider) { p.Issuer = "ftp://identite.ville.fr" }, "emetteur"},
		"no host":              {func(p *Provider) { p.Issuer = "https://" }, "emetteur"},
		"an empty query":       {func(p *Provider) { p.Issuer = "https://identite.ville.fr?" }, "emetteur"},
		"60 letters":           {func(p *Provider) { p.Label = strings.Repeat("é", 60) }, ""},
		"61 letters":           {func(p *Provider) { p.Label = strings.Repeat("é", 61) }, "libelle"},
		"compulsory":           {func(p *Provider) { p.Required = true }, ""},
		"no domain":            {func(p *Provider) { p.Domains = nil }, "domaines"},
		"inactive, no domain":  {func(p *Provider) { p.Active, p.Domains = false, nil }, "domaines"},
		"compulsory for none":  {func(p *Provider) { p.Required, p.Domains = true, []string{} }, "domaines"},
		"an empty domain":      {func(p *Provider) { p.Domains = []string{""} }, "domaines"},
		"a joker":              {func(p *Provider) { p.Domains = []string{"*.ville.fr"} }, "domaines"},
		"a hyphen in front":    {func(p *Provider) { p.Domains = []string{"-ville.fr"} }, "domaines"},
		// all the same
		"too many domains": {func(p *Provider) { p.Domains = strings.Fields(strings.Repeat("v.fr ", 50)) }, ""},
	} {
		typed := right
		c.change(&typed)
		_, err := typed.Validate(Reach{})
		refusal := fault.Of(err)
		if (c.field == "") != (refusal == nil) || refusal != nil && refusal.Violations[0].Field != c.field {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Which issuers the webhooks' guard lets through: nowhere else, in private networks, on this machine.
func TestWhichIssuersAreAsked(t *testing.T) {
	everywhere, inside, here := Reach{}, Reach{Private: true}, Reach{Local: true}
	for issuer, allowed := range map[string][]Reach{
		"https://identite.ville.fr":        {everywhere, inside, here},
		"https://identite.ville.test":      {everywhere, inside, here}, // leads nowhere
		"https://198.41.0.4":               {everywhere, inside, here},
		"http://127.0.0.1:4000":            {inside, here},
		"http://localhost:4000/realms/a":   {inside, here},
		"http://[::1]:4000":                {inside, here},
		"https://127.0.0.1:4000":           {inside},
		"https://localhost":                {inside},
		"https://LOCALHOST.":               {inside},
		"https://[::1]":                    {inside},
		"https://[::ffff:169.254.169.254]": {inside},
		"https://[fd00:ec2::254]":          {inside},
		"https://169.254.169.254":          {inside},
		"https://10.1.2.3/realms/a":        {inside},
		"https://172.16.0.1":               {inside},
		"https://192.168.1.1":              {inside},
		"https://100.64.0.1":               {inside},
		"https://0.0.0.0":                  {inside},
		"https://keycloak":                 {inside},
		"https://metadata.google.internal": {inside},
		"https://2130706433":               {},
		"https://0x7f.1":                   {},
		"https://127.1":                    {},
		"https://１２７.0.0.1":                {},
		"http://10.1.2.3":                  {},
		"http://identite.ville.fr":         {},
		"http://localhost.ville.fr":        {},
	} {
		for _, reach := range []Reach{everywhere, inside, here} {
			_, err := Provider{
				Label: "Ville", Issuer: issuer, ClientID: "consigne",
				Domains: []string{"ville.fr"},
			}.Validate(reach)
			refusal := fault.Of(err)
			if slices.Contains(allowed, reach) != (refusal == nil) ||
				refusal != nil && (len(refusal.Violations) != 1 || refusal.Violations[0].Field != "emetteur") {
				t.Errorf("%s, %+v: %v", issuer, reach, err)
			}
		}
	}
}

func TestDomainsOfAProvider(t *testing.T) {
	p, err := Provider{
		Label: "Ville", Issuer: "https://identite.ville.fr", ClientID: "c",
		Domains: []string{"@Ville.FR ", "agglo.fr", "ville.fr"}, Required: true, Active: true,
	}.Validate(Reach{})
	if err != nil || !slices.Equal(p.Domains, []string{"agglo.fr", "ville.fr"}) {
		t.Fatalf("%v, %v", p.Domains, err)
	}
	for email, accepted := range map[string]bool{
		"a@ville.fr": true, " A@VILLE.FR": true, `"a@b"@ville.fr`: true,
		"a@sous.ville.fr": false, "a@autreville.fr": false, "ville.fr": false, "": false,
	} {
		if p.Accepts(email) != accepted || p.compels(domainOf(email)) != accepted {
			t.Errorf("%q: accepted %v, compelled %v", email, p.Accepts(email), p.compels(domainOf(email)))
		}
	}
	p.Active = false
	if p.compels("ville.fr") || p.offered() {
		t.Error("an inactive provider compels, or is offered")
	}
	bare := Provider{Active: true} // saved before a domain was asked for
	if bare.Accepts("a@ailleurs.fr") || bare.Accepts("") || bare.Accepts("sans domaine") || bare.offered() {
		t.Error("a provider without domains opens accounts")
	}
}
