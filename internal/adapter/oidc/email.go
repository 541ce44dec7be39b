package oidc

import (
	"slices"
	"strings"
)

// emailClaims is what one answer says of the e-mail.
type emailClaims struct {
	Email         string `json:"email"`
	EmailVerified truth  `json:"email_verified"`
	DomainOwned   truth  `json:"xms_edov"` // Entra ID: the organisation owns the e-mail's domain
}

// truth is a yes, a no, or nothing. Some providers write it as a text or a number.
type truth int

const (
	unsaid truth = iota
	no
	yes
)

func (t *truth) UnmarshalJSON(raw []byte) error {
	switch strings.Trim(string(raw), `"`) {
	case "null":
		*t = unsaid
	case "true", "1":
		*t = yes
	default:
		*t = no
	}
	return nil
}

// emailOf returns the first e-mail that an answer gives, userinfo before the ID token, and whether those that give it
// say that it is verified: one no counts more than a yes.
func emailOf(from []emailClaims) (email string, stated truth) {
	for _, said := range from {
		if email == "" {
			email = said.Email
		}
		if email == "" || !strings.EqualFold(said.Email, email) {
			continue
		}
		for _, one := range []truth{said.EmailVerified, said.DomainOwned} {
			if one == no || stated == unsaid {
				stated = one
			}
		}
	}
	return email, stated
}

// isVerified reports whether the e-mail may stand for the person. A provider that says nothing of it, as Entra ID and
// ProConnect do, is believed for the domains that an administrator gave it: whoever did that vouches for its e-mails.
func isVerified(email string, stated truth, domains []string) bool {
	at := strings.LastIndexByte(email, '@')
	switch {
	case at < 1 || at == len(email)-1 || stated == no:
		return false
	case stated == yes:
		return true
	default:
		return slices.Contains(domains, lowered(email[at+1:]))
	}
}

// lowered returns the domain in lower case. It leaves letters that are not ASCII, of which some fold to ASCII.
func lowered(domain string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}, domain)
}
