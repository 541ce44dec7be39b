package oidc

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"consigne/internal/adapter/oidc/oidctest"
)

func TestVerifiedEmails(t *testing.T) {
	t.Parallel()
	domains := []string{"grandval.test", "ville.test"}
	for _, c := range []struct {
		email   string
		stated  truth
		domains []string
		want    bool
	}{
		{"camille@grandval.test", yes, nil, true},
		{"camille@grandval.test", no, nil, false},
		{"camille@grandval.test", unsaid, nil, false}, // any domain: nobody vouches for it
		{"camille@grandval.test", unsaid, domains, true},
		{"camille@GRANDVAL.test", unsaid, domains, true},
		{"camille@ville.test", unsaid, domains, true},
		{"camille@grandval.test", no, domains, false}, // what the provider says goes first
		{"camille@autre.test", unsaid, domains, false},
		{"camille@autre.test", yes, domains, true}, // verified, but not of the domains: refused where it is linked
		{"camille@sous.grandval.test", unsaid, domains, false},
		{"camille@pasgrandval.test", unsaid, domains, false},
		{"camille@grandval.test@autre.test", unsaid, domains, false},
		{"camille@\u212agrandval.test", unsaid, []string{"kgrandval.test"}, false}, // the sign of kelvin is no k
		{"camille", unsaid, domains, false},
		{"@grandval.test", yes, domains, false},
		{"camille@", yes, domains, false},
		{"", yes, domains, false},
	} {
		if got := isVerified(c.email, c.stated, c.domains); got != c.want {
			t.Errorf("%q, %d, %v: %t", c.email, c.stated, c.domains, got)
		}
	}
}

func TestEmailOfTwoAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		userinfo, token emailClaims
		email           string
		stated          truth
	}{
		"userinfo first": {
			emailClaims{"a@b.test", yes, unsaid},
			emailClaims{"c@d.test", no, unsaid},
			"a@b.test",
			yes,
		},
		"never the yes of another": {
			emailClaims{"a@b.test", unsaid, unsaid},
			emailClaims{"c@d.test", yes, unsaid},
			"a@b.test", unsaid,
		},
		"token alone": {emailClaims{}, emailClaims{"c@d.test", yes, unsaid}, "c@d.test", yes},
		"yes without its e-mail": {
			emailClaims{"", yes, unsaid},
			emailClaims{"c@d.test", unsaid, unsaid},
			"c@d.test",
			unsaid,
		},
		"the token knows": {
			emailClaims{"a@b.test", unsaid, unsaid},
			emailClaims{"A@B.test", yes, unsaid},
			"a@b.test", yes,
		},
		"one no of two": {
			emailClaims{"a@b.test", yes, unsaid},
			emailClaims{"a@b.test", no, unsaid},
			"a@b.test",
			no,
		},
		"domain owned": {
			emailClaims{"a@b.test", unsaid, unsaid},
			emailClaims{"a@b.test", unsaid, yes},
			"a@b.test", yes,
		},
		"domain not owned, no domain": {
			emailClaims{"a@b.test", unsaid, unsaid},
			emailClaims{"a@b.test", unsaid, no},
			"a@b.test", no,
		},
		"nothing": {emailClaims{}, emailClaims{}, "", unsaid},
	} {
		if email, stated := emailOf([]emailClaims{c.userinfo, c.token}); email != c.email || stated != c.stated {
			t.Errorf("%s: %q, %d", name, email, stated)
		}
	}
}

func TestTruths(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]truth{
		`true`: yes, `"true"`: yes, `1`: yes, `"1"`: yes, `false`: no, `"false"`: no, `0`: no, `"oui"`: no, `{}`: no,
		`null`: unsaid,
	} {
		var got truth
		if err := got.UnmarshalJSON([]byte(raw)); err != nil || got != want {
			t.Errorf("%s: %d, %v", raw, got, err)
		}
	}
}

func TestSecondFactors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		class   string
		methods []string
		want    bool
	}{
		{"", nil, false},
		{"eidas0", nil, false},
		{"eidas0-mfa", nil, true},
		{"eidas1", nil, false},
		{"eidas1-mfa", nil, true},
		{"eidas2", nil, true},
		{"eidas3", nil, true},
		{"eidas4", nil, false},
		{"https://proconnect.gouv.fr/assurance/self-asserted", nil, false},
		{"https://proconnect.gouv.fr/assurance/self-asserted-2fa", nil, true},
		{"https://proconnect.gouv.fr/assurance/consistency-checked-2fa", nil, true},
		{"https://proconnect.gouv.fr/assurance/certification-dirigeant", nil, false},
		{"https://refeds.org/profile/mfa", nil, true},
		{"https://refeds.org/profile/sfa", nil, false},
		{"http://schemas.openid.net/pape/policies/2007/06/multi-factor", nil, true},
		{"0", nil, false}, // Keycloak: a session that was there already
		{"1", nil, false}, // Keycloak: whatever the person did
		{"2", nil, false},
		{"EIDAS2", nil, false},
		{"eidas1", []string{"pwd"}, false},
		{"eidas1", []string{"pwd", "mfa"}, true},
		{"", []string{"mfa"}, true},
		{"", []string{"pwd"}, false},
		{"", []string{"pwd", "otp"}, true},
		{"", []string{"otp", "pwd"}, true},
		{"", []string{"pwd", "totp"}, true},
		{"", []string{"pwd", "sms"}, true},
		{"", []string{"pwd", "pin"}, false}, // two things that one knows
		{"", []string{"otp", "sms"}, false}, // two things that one has
		{"", []string{"pwd", "pwd"}, false},
		{"", []string{"hwk"}, false}, // a key without a code
		{"", []string{"hwk", "pin"}, true},
		{"", []string{"swk", "fpt"}, true},
		{"", []string{"hwk", "user"}, false}, // somebody was there
		{"", []string{"pop"}, false},
		{"", []string{"pwd", "mail"}, false}, // whoever reads the mailbox
		{"", []string{"pwd", "geo", "rba"}, false},
		{"", []string{"pwd", "inconnu"}, false},
		{"", []string{"inconnu", "face", "autre", "pwd"}, true},
	} {
		if got := usedSecondFactor(c.class, c.methods); got != c.want {
			t.Errorf("%q, %v: %t", c.class, c.methods, got)
		}
	}
}

func TestWhichKeysMaySign(t *testing.T) {
	t.Parallel()
	public, err := jose.JSONWebKey{Key: oidctest.NewKey(t).Public(), KeyID: "k"}.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	private, err := jose.JSONWebKey{Key: oidctest.NewKey(t), KeyID: "k"}.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	rsa := func(bits int) string {
		modulus := make([]byte, bits/8)
		_, _ = rand.Read(modulus)
		modulus[0] |= 0x80
		return fmt.Sprintf(`{"kty":"RSA","kid":"k","e":"AQAB","n":%q}`, base64.RawURLEncoding.EncodeToString(modulus))
	}
	meant := func(name string) string { return strings.Replace(string(public), "{", `{"use":"`+name+`",`, 1) }
	for name, c := range map[string]struct {
		key  string
		want int
	}{
		"elliptic":        {string(public), 1},
		"of signature":    {meant("sig"), 1},
		"of encryption":   {meant("enc"), 0},
		"RSA, 2048 bits":  {rsa(2048), 1},
		"RSA, 1024 bits":  {rsa(1024), 0},
		"private":         {string(private), 0},
		"symmetric":       {`{"kty":"oct","kid":"k","k":"c2VjcmV0"}`, 0},
		"of another kind": {`{"kty":"futur","kid":"k"}`, 0},
		"broken":          {`{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}`, 0},
	} {
		if keys, err := parseKeys([]byte(`{"keys":[` + c.key + `]}`)); err != nil || len(keys) != c.want {
			t.Errorf("%s: %d keys, %v", name, len(keys), err)
		}
	}
}

// Each reason that a security event may have is explained to whoever operates the server.
func TestReasonsAreInTheManual(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile(filepath.FromSlash("../../../docs/operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range []string{"exchange.go", "claims.go"} {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, reason := range regexp.MustCompile(`refused\("(\w[\w ]*)"\)`).FindAllStringSubmatch(string(code), -1) {
			found++
			if name := reason[1]; !strings.HasPrefix(name, "userinfo ") && !strings.Contains(string(manual), "`"+name+"`") {
				t.Errorf("docs/operations.md does not explain the reason %q", name)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d reasons found", found)
	}
}
