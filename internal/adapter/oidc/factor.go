package oidc

import "slices"

// multiFactor are the classes of authentication (acr) that mean a second factor wherever they are used.
var multiFactor = []string{
	// ProConnect and FranceConnect+: two factors of different kinds. eidas0 and eidas1 alone are a password.
	"eidas0-mfa", "eidas1-mfa", "eidas2", "eidas3",
	"https://proconnect.gouv.fr/assurance/self-asserted-2fa",
	"https://proconnect.gouv.fr/assurance/consistency-checked-2fa",
	// Higher education and research, and OpenID's policies of authentication.
	"https://refeds.org/profile/mfa",
	"http://schemas.openid.net/pape/policies/2007/06/multi-factor",
	"http://schemas.openid.net/pape/policies/2007/06/multi-factor-physical",
}

// kinds are the methods of authentication (amr, RFC 8176) that prove something, by what they prove. A code or link by
// e-mail is none: it opens with the mailbox alone. Neither are places (geo), risks (rba) and presence (user).
var kinds = map[string]string{
	"pwd": "knows", "pin": "knows", "kba": "knows",
	"otp": "has", "totp": "has", "hwk": "has", "swk": "has", "pop": "has", "sc": "has", "sms": "has", "tel": "has",
	"fpt": "is", "face": "is", "iris": "is", "retina": "is", "vbm": "is",
}

// usedSecondFactor reports whether the provider says that the person gave a second factor: by a class that means it, by
// « mfa », or by two methods of different kinds. Numbers (« 1 », « 2 ») mean what each provider likes, so nothing here.
func usedSecondFactor(class string, methods []string) bool {
	if slices.Contains(multiFactor, class) || slices.Contains(methods, "mfa") {
		return true
	}
	first := ""
	for _, method := range methods {
		kind := kinds[method]
		if first != "" && kind != "" && kind != first {
			return true
		}
		if kind != "" {
			first = kind
		}
	}
	return false
}
