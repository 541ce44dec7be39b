package main

import (
	"strings"

	"consigne/internal/domain/people/signon"
	"consigne/internal/kernel/fault"
)

// The values of CONSIGNE_OIDC_REQUIRED.
const (
	yes = "oui"
	no  = "non"
)

// variableOf holds the variable of each field of a provider.
var variableOf = map[string]string{
	"libelle": "CONSIGNE_OIDC_LABEL", "emetteur": "CONSIGNE_OIDC_ISSUER", "idClient": "CONSIGNE_OIDC_CLIENT_ID",
	"domaines": "CONSIGNE_OIDC_DOMAINS",
}

// checkSignOn returns the provider of single sign-on that the configuration names, or nil if there is none.
func (s settings) checkSignOn() (*signon.Provider, error) {
	if s.OIDCIssuer == "" {
		for _, c := range []struct{ variable, value string }{
			{"CONSIGNE_OIDC_CLIENT_ID", s.OIDCClient},
			{"CONSIGNE_OIDC_CLIENT_SECRET", s.OIDCSecret},
			{"CONSIGNE_OIDC_LABEL", s.OIDCLabel},
			{"CONSIGNE_OIDC_DOMAINS", s.OIDCDomains},
		} {
			if c.value != "" {
				return nil, wrong("CONSIGNE_OIDC_ISSUER", "doit être donné avec "+c.variable)
			}
		}
		return nil, nil
	}
	if s.OIDCSecret == "" {
		return nil, wrong("CONSIGNE_OIDC_CLIENT_SECRET", "doit être donné avec CONSIGNE_OIDC_ISSUER")
	}
	if s.OIDCRequired != yes && s.OIDCRequired != no {
		return nil, wrong("CONSIGNE_OIDC_REQUIRED", "doit être « oui » ou « non »")
	}
	typed := signon.Provider{
		Label: s.OIDCLabel, Issuer: s.OIDCIssuer, ClientID: s.OIDCClient, Secret: s.OIDCSecret,
		Required: s.OIDCRequired == yes, Active: true, FromEnvironment: true,
	}
	for domain := range strings.SplitSeq(s.OIDCDomains, ",") {
		if domain = strings.TrimSpace(domain); domain != "" {
			typed.Domains = append(typed.Domains, domain)
		}
	}
	valid, err := typed.Validate(s.reach())
	if refusal := fault.Of(err); refusal != nil && len(refusal.Violations) > 0 {
		return nil, wrong(variableOf[refusal.Violations[0].Field], refusal.Violations[0].Message)
	}
	return &valid, err
}

// reach returns which providers may be asked.
func (s settings) reach() signon.Reach {
	return signon.ReachFrom(s.PublicURL, s.WebhookPrivate == "1")
}
