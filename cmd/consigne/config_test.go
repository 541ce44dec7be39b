package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consigne/internal/domain/people/account"
)

// oidcSettings is a provider of single sign-on.
var oidcSettings = map[string]string{
	"CONSIGNE_OIDC_ISSUER": "https://identite.exemple.fr", "CONSIGNE_OIDC_CLIENT_ID": "consigne",
	"CONSIGNE_OIDC_CLIENT_SECRET": "un secret", "CONSIGNE_OIDC_LABEL": "Annuaire",
	"CONSIGNE_OIDC_DOMAINS": " @Ville.fr, agglo.fr",
}

func TestAProviderOfSingleSignOnIsConfigured(t *testing.T) {
	t.Setenv("CONSIGNE_OIDC_LABEL", "Annuaire")
	if _, err := readConfig(); err == nil || !strings.HasPrefix(err.Error(), "CONSIGNE_OIDC_ISSUER : ") {
		t.Errorf("without its issuer: %v", err)
	}
	for variable, value := range oidcSettings {
		t.Setenv(variable, value)
	}
	t.Setenv("CONSIGNE_OIDC_REQUIRED", "oui")
	for _, none := range []string{"", " , "} {
		t.Setenv("CONSIGNE_OIDC_DOMAINS", none)
		if _, err := readConfig(); err == nil || err.Error() != "CONSIGNE_OIDC_DOMAINS : Indiquez au moins un domaine." {
			t.Errorf("of no domain: %v", err)
		}
	}
	t.Setenv("CONSIGNE_OIDC_DOMAINS", oidcSettings["CONSIGNE_OIDC_DOMAINS"])
	c, err := readConfig()
	if err != nil || c.signOn == nil || !c.signOn.FromEnvironment || !c.signOn.Required ||
		!slices.Equal(c.signOn.Domains, []string{"agglo.fr", "ville.fr"}) {
		t.Errorf("%+v, %v", c.signOn, err)
	}
}

func TestWrongValuesNameTheirVariable(t *testing.T) {
	for _, c := range []struct{ variable, value string }{
		{"CONSIGNE_LISTEN", "8080"},
		{"CONSIGNE_PUBLIC_URL", "consigne.exemple.fr"},
		{"CONSIGNE_PUBLIC_URL", "https://exemple.fr/consigne"},
		{"CONSIGNE_SECRET", "trop court"},
		{"CONSIGNE_SECOND_FACTOR", "tous"},
		{"CONSIGNE_OIDC_ISSUER", "nulle part"},
		{"CONSIGNE_OIDC_ISSUER", "http://identite.exemple.fr"},
		{"CONSIGNE_OIDC_CLIENT_ID", ""},
		{"CONSIGNE_OIDC_CLIENT_SECRET", ""},
		{"CONSIGNE_OIDC_LABEL", ""},
		{"CONSIGNE_OIDC_DOMAINS", ""},
		{"CONSIGNE_OIDC_DOMAINS", "ville"},
		{"CONSIGNE_OIDC_REQUIRED", "peut-être"},
		{"CONSIGNE_SMTP_URL", "mail.exemple.fr"},
		{"CONSIGNE_SMTP_URL", "smtp+starttls://mail.exemple.fr"},
		{"CONSIGNE_MAIL_FROM", "Consigne"},
		{"CONSIGNE_STRIPE_KEY", "pk_test_publique"},
		{"CONSIGNE_STRIPE_API_URL", "nulle part"},
		{"CONSIGNE_METABASE_URL", "nulle part"},
		{"CONSIGNE_GEOCODER_URL", "nulle part"},
		{"CONSIGNE_MQTT_URL", "tcp://secret@hôte"},
		{"CONSIGNE_TILES_URL", "https://exemple.fr/sans-modele"},
		{"CONSIGNE_RETENTION_ACCOUNTS", "trois ans"},
		{"CONSIGNE_RETENTION_ACCOUNTS", "-1"},
		{"CONSIGNE_RETENTION_NOTICE", "0"},
		{"CONSIGNE_RETENTION_JOURNAL", "1201"},
		{"CONSIGNE_TRUSTED_PROXIES", "10.0.0.0/8, partout"},
		{"CONSIGNE_SECURITY_CONTACT", "securite@exemple.fr"},
		{"CONSIGNE_SECURITY_CONTACT", "mailto:securite@exemple.fr, http://exemple.fr"},
		{"CONSIGNE_SECURITY_CONTACT", "https://exemple.fr/\nExpires: jamais"},
		{"CONSIGNE_ACCESSIBILITY_CONTACT", "acces@exemple.fr"},
		{"CONSIGNE_METRICS_LISTEN", "9464"},
		{"CONSIGNE_METRICS_LISTEN", "127.0.0.1:8080"},
		{"CONSIGNE_OTLP_URL", "127.0.0.1:4318"},
		{"CONSIGNE_TRACES_RATIO", "10 %"},
		{"CONSIGNE_TRACES_RATIO", "NaN"},
	} {
		t.Run(c.variable+"="+c.value, func(t *testing.T) {
			if strings.HasPrefix(c.variable, "CONSIGNE_OIDC_") {
				for variable, value := range oidcSettings {
					t.Setenv(variable, value)
				}
			}
			t.Setenv(c.variable, c.value)
			_, err := readConfig()
			if err == nil || !strings.HasPrefix(err.Error(), c.variable+" : ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v", err)
			}
		})
	}
	t.Setenv("CONSIGNE_STRIPE_KEY", "sk_test_1")
	if _, err := readConfig(); err == nil || !strings.HasPrefix(err.Error(), "CONSIGNE_STRIPE_WEBHOOK_SECRET : ") {
		t.Errorf("a key without the secret of its notices: %v", err)
	}
	for _, address := range []string{
		"mysql://hôte/base", "postgres://%zz:secret@hôte/base",
		"postgres://u:secret@127.0.0.1:1/base",
	} {
		_, err := openStore(t.Context(), settings{DatabaseURL: address})
		if err == nil || !strings.HasPrefix(err.Error(), "CONSIGNE_DATABASE_URL : ") ||
			strings.ContainsAny(err.Error(), "\n") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %v", address, err)
		}
	}
}

func TestMetabaseTakesAddressAndSecret(t *testing.T) {
	const address, secret, board = "CONSIGNE_METABASE_URL", "CONSIGNE_METABASE_SECRET", "CONSIGNE_METABASE_DASHBOARD"
	for _, c := range []struct {
		given map[string]string
		wrong string // the variable named in the error; empty if there is none
	}{
		{map[string]string{address: "https://stats.exemple.fr"}, secret},
		{map[string]string{secret: "cle"}, address},
		{map[string]string{board: "3"}, address},
		{map[string]string{address: "https://stats.exemple.fr", secret: "cle", board: "trois"}, board},
		{map[string]string{address: "https://stats.exemple.fr", secret: "cle", board: "0"}, board},
		{map[string]string{address: "https://stats.exemple.fr/metabase", secret: "cle", board: "3"}, ""},
	} {
		for _, variable := range []string{address, secret, board} {
			t.Setenv(variable, c.given[variable])
		}
		got, err := readConfig()
		if c.wrong != "" && (err == nil || !strings.HasPrefix(err.Error(), c.wrong+" : ")) {
			t.Errorf("%v: got %v", c.given, err)
		}
		if c.wrong == "" && (err != nil || *got.board != 3 || got.dashboards() == nil) {
			t.Errorf("%v: got %+v, %v", c.given, got.board, err)
		}
	}
}

func TestDefaultsAreGood(t *testing.T) {
	for _, setting := range settingsHelp() {
		t.Setenv(setting.name, "") // counts as unset
		if err := os.Unsetenv(setting.name); err != nil {
			t.Fatal(err)
		}
		if setting.help == "" {
			t.Errorf("%s has no help", setting.name)
		}
	}
	c, err := readConfig()
	if err != nil || c.Outbox != filepath.Join("data", "courriels") {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestWhoMustHaveASecondFactor(t *testing.T) {
	for _, c := range []struct {
		given string
		demo  bool
		want  account.Obligation
	}{
		{"", false, account.Administrators},
		{"", true, account.Nobody},
		{"personnel", false, account.AllStaff},
		{"administrateurs", true, account.Administrators},
		{"aucun", false, account.Nobody},
	} {
		t.Setenv("CONSIGNE_SECOND_FACTOR", c.given)
		read, err := readConfig()
		if got := read.obliges(c.demo); err != nil || got != c.want {
			t.Errorf("%q, demo %v: %q, %v", c.given, c.demo, got, err)
		}
	}
}

// « consigne version » names the newest release of CHANGELOG.md.
func TestTheVersionIsThatOfTheChangelog(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	must(t, err)
	_, after, _ := strings.Cut(string(text), "\n## ")
	newest, _, _ := strings.Cut(after, "\n")
	var out strings.Builder
	must(t, showVersion(t.Context(), nil, &out))
	if !strings.HasPrefix(out.String(), "consigne "+newest+" (") {
		t.Errorf("%q, and the changelog begins with %q", out.String(), newest)
	}
}
