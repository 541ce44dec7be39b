package signon

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"consigne/internal/domain/account"
	"consigne/internal/kernel/fault"
)

const (
	longestLabel = 60
	mostDomains  = 50
)

// domainName is the name of a domain as e-mails have it: labels of letters, digits and hyphens.
var domainName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$`)

// Validate cleans what an administrator typed and refuses what breaks a rule (docs/rules.md#single-sign-on). It does not
// look at the secret, which may be kept.
func (p Provider) Validate() (Provider, error) {
	var broken fault.Broken
	broken.Line("libelle", &p.Label)
	broken.Unless(p.Label != "", "libelle", "Veuillez donner un nom.")
	broken.Unless(utf8.RuneCountInString(p.Label) <= longestLabel, "libelle", "Ce nom ne peut dépasser 60 caractères.")
	broken.Line("emetteur", &p.Issuer)
	broken.Unless(isIssuer(p.Issuer), "emetteur", msgIssuer)
	broken.Line("idClient", &p.ClientID)
	broken.Unless(p.ClientID != "", "idClient", "Veuillez donner l'identifiant que le fournisseur a attribué à Consigne.")
	p.Domains = slices.Clone(p.Domains)
	for i := range p.Domains {
		broken.Line("domaines", &p.Domains[i])
		p.Domains[i] = strings.TrimPrefix(strings.ToLower(p.Domains[i]), "@")
		broken.Unless(len(p.Domains[i]) <= fault.MaxText && domainName.MatchString(p.Domains[i]), "domaines", "Un domaine s'écrit comme «\u00a0ville.fr\u00a0».")
	}
	slices.Sort(p.Domains)
	p.Domains = slices.Compact(p.Domains)
	broken.Unless(len(p.Domains) <= mostDomains, "domaines", "Un fournisseur ne peut avoir plus de 50 domaines.")
	broken.Unless(!p.Required || len(p.Domains) > 0, "domaines", "Indiquez les domaines dont les comptes doivent se connecter ainsi.")
	return p, broken.Err()
}

// isIssuer reports whether the text can name an issuer: an address by https, or by http on this machine, where nobody
// listens in, without anything after its path.
func isIssuer(text string) bool {
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || address.User != nil || strings.ContainsAny(text, "?#") {
		return false
	}
	host := address.Hostname()
	return address.Scheme == "https" || address.Scheme == "http" && (host == "localhost" || host == "127.0.0.1" || host == "::1")
}

// Accepts reports whether the provider answers for the e-mail's domain.
func (p Provider) Accepts(email string) bool {
	return len(p.Domains) == 0 || slices.Contains(p.Domains, domainOf(email))
}

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
