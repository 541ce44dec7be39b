package signon

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
)

const (
	longestLabel = 60
	mostDomains  = 50
)

// domainName is the name of a domain as e-mails have it: labels of letters, digits and hyphens.
var domainName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$`)

// Validate cleans what an administrator typed and refuses what breaks a rule (docs/rules.md#single-sign-on). It does
// not look at the secret, which may be kept.
func (p Provider) Validate(reach Reach) (Provider, error) {
	var broken fault.Broken
	broken.Line("libelle", &p.Label)
	broken.Unless(p.Label != "", "libelle", "Veuillez donner un nom.")
	broken.Unless(utf8.RuneCountInString(p.Label) <= longestLabel, "libelle", "Ce nom ne peut dépasser 60 caractères.")
	broken.Line("emetteur", &p.Issuer)
	if message := wrongIssuer(p.Issuer, reach); message != "" {
		broken.Unless(false, "emetteur", message)
	}
	broken.Line("idClient", &p.ClientID)
	broken.Unless(p.ClientID != "", "idClient", "Veuillez donner l'identifiant que le fournisseur a attribué à Consigne.")
	p.Domains = slices.Clone(p.Domains)
	for i := range p.Domains {
		broken.Line("domaines", &p.Domains[i])
		p.Domains[i] = strings.TrimPrefix(strings.ToLower(p.Domains[i]), "@")
		broken.Unless(len(p.Domains[i]) <= fault.MaxText && domainName.MatchString(p.Domains[i]), "domaines",
			"Un domaine s'écrit comme «\u00a0ville.fr\u00a0».")
	}
	slices.Sort(p.Domains)
	p.Domains = slices.Compact(p.Domains)
	broken.Unless(len(p.Domains) <= mostDomains, "domaines", "Un fournisseur ne peut avoir plus de 50 domaines.")
	broken.Unless(len(p.Domains) > 0, "domaines", "Indiquez au moins un domaine.")
	return p, broken.Err()
}

// Reach describes which providers may be asked besides those on the public Internet, which are by https.
type Reach struct {
	Private bool // those of private networks, by https
	Local   bool // those on this machine, by http, where nobody listens in
}

// ReachFrom returns the reach of a site: providers on this machine are for a site that is not served by https, where «
// Essayer » tells nobody else what listens there.
func ReachFrom(publicURL string, private bool) Reach {
	return Reach{Private: private, Local: !strings.HasPrefix(publicURL, "https:")}
}

// wrongIssuer returns why a text cannot name an issuer; empty: it can. That is an address by https, or by http on this
// machine, without anything after its path.
func wrongIssuer(text string, reach Reach) string {
	address, err := url.Parse(text)
	switch {
	case err != nil || address.Host == "" || address.User != nil || strings.ContainsAny(text, "?#"),
		address.Scheme != "https" && !reach.Opens(address):
		return msgIssuer
	case !reach.Asks(address):
		return msgPrivate
	}
	return ""
}

// Asks reports whether the server may send requests to an address, as far as its text tells: where the name of its host
// leads is checked at each connection.
func (r Reach) Asks(address *url.URL) bool {
	switch network.KindOfHost(address.Hostname()) {
	case network.PublicHost, network.NowhereHost:
		return true
	case network.PrivateHost:
		return r.Private || r.Opens(address)
	default:
		return false
	}
}

// Opens reports whether an address is one on this machine, by http, that may be asked: of a provider of tests and
// development.
func (r Reach) Opens(address *url.URL) bool {
	return (r.Local || r.Private) && address.Scheme == "http" && slices.Contains(thisMachine, address.Hostname())
}

var thisMachine = []string{"localhost", "127.0.0.1", "::1"}

// Accepts reports whether the provider answers for the e-mail's domain.
func (p Provider) Accepts(email string) bool { return slices.Contains(p.Domains, domainOf(email)) }

// offered reports whether anybody may begin to sign in at the provider. One that was saved before a domain was asked
// for opens no account until it has one.
func (p Provider) offered() bool { return p.Active && len(p.Domains) > 0 }

// compels reports whether the accounts of the domain must use the provider.
func (p Provider) compels(domain string) bool {
	return p.Active && p.Required && slices.Contains(p.Domains, domain)
}

// domainOf returns the domain of an e-mail, folded as e-mails are.
func domainOf(email string) string {
	folded := account.FoldEmail(email)
	at := strings.LastIndexByte(folded, '@') // the part before may hold another, between quotation marks
	if at < 0 {
		return ""
	}
	return folded[at+1:]
}
