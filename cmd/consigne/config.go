package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/caarlos0/env/v11"

	"consigne/internal/adapter/field"
	"consigne/internal/adapter/mail"
	"consigne/internal/adapter/metabase"
	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/adapter/psp/stripe"
	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/retention"
	"consigne/internal/domain/people/signon"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/store"
)

// settings holds the environment variables as they were given. The help text of `consigne serve` is generated from
// its tags.
type settings struct {
	Listen         string `env:"CONSIGNE_LISTEN" envDefault:"127.0.0.1:8080" help:"adresse et port d'écoute"`
	DatabaseURL    string `env:"CONSIGNE_DATABASE_URL" envDefault:"sqlite:./data/consigne.db" help:"sqlite:CHEMIN ou postgres://…"`
	PublicURL      string `env:"CONSIGNE_PUBLIC_URL" envDefault:"http://127.0.0.1:8080" help:"adresse publique, pour les liens des courriels"`
	Secret         string `env:"CONSIGNE_SECRET" help:"au moins 32 caractères, le même sur chaque nœud ; sinon créé dans le dossier de données"`
	LedgerKey      string `env:"CONSIGNE_LEDGER_KEY" help:"secret d'au moins 32 caractères dont la clé des sceaux du registre est tirée, le même sur chaque nœud ; sinon, tirée de CONSIGNE_SECRET"`
	LedgerOldKeys  string `env:"CONSIGNE_LEDGER_OLD_KEYS" help:"clés publiques des sceaux d'avant, séparées par des virgules, quand la clé ou le secret a changé"`
	SecondFactor   string `env:"CONSIGNE_SECOND_FACTOR" help:"qui doit avoir une double authentification : administrateurs, personnel ou aucun ; sinon administrateurs, ou aucun avec --demo"`
	OIDCIssuer     string `env:"CONSIGNE_OIDC_ISSUER" help:"émetteur d'un fournisseur d'identité OpenID Connect, https://… ; d'autres s'ajoutent dans la console"`
	OIDCClient     string `env:"CONSIGNE_OIDC_CLIENT_ID" help:"identifiant que ce fournisseur a attribué à Consigne"`
	OIDCSecret     string `env:"CONSIGNE_OIDC_CLIENT_SECRET" help:"secret que ce fournisseur a attribué à Consigne"`
	OIDCLabel      string `env:"CONSIGNE_OIDC_LABEL" help:"son nom sur la page de connexion"`
	OIDCDomains    string `env:"CONSIGNE_OIDC_DOMAINS" help:"domaines des adresses e-mail dont il répond, séparés par des virgules ; à donner avec CONSIGNE_OIDC_ISSUER"`
	OIDCRequired   string `env:"CONSIGNE_OIDC_REQUIRED" envDefault:"non" help:"oui : les comptes de ces domaines ne se connectent plus autrement, sauf les administrateurs"`
	SMTPURL        string `env:"CONSIGNE_SMTP_URL" help:"smtp+tls://hôte:port (STARTTLS obligatoire), smtps://… ou smtp://… ; sinon les courriels vont dans CONSIGNE_OUTBOX"`
	MailFrom       string `env:"CONSIGNE_MAIL_FROM" envDefault:"Consigne <consigne@localhost.localdomain>" help:"expéditeur des courriels"`
	Outbox         string `env:"CONSIGNE_OUTBOX" help:"dossier des courriels sans SMTP ; par défaut « courriels », dans le dossier de données"`
	StripeKey      string `env:"CONSIGNE_STRIPE_KEY" help:"clé secrète de Stripe (sk_… ou rk_…) ; sinon un simulateur, qui n'encaisse rien"`
	StripeWebhook  string `env:"CONSIGNE_STRIPE_WEBHOOK_SECRET" help:"secret de signature (whsec_…) du point de terminaison /api/paiements/stripe"`
	StripeURL      string `env:"CONSIGNE_STRIPE_API_URL" envDefault:"https://api.stripe.com" help:"adresse de Stripe"`
	SimulatorLeast string `env:"CONSIGNE_SIMULATOR_MINIMUM" envDefault:"1" help:"le moins que le simulateur encaisse, en centimes"`
	MetabaseURL    string `env:"CONSIGNE_METABASE_URL" help:"serveur Metabase, pour les exploitants qui y ont un tableau de bord ; sinon, le tableau de bord intégré"`
	MetabaseSecret string `env:"CONSIGNE_METABASE_SECRET" help:"clé secrète d'intégration de Metabase"`
	MetabaseBoard  string `env:"CONSIGNE_METABASE_DASHBOARD" help:"numéro du tableau de bord de toute la plateforme dans Metabase ; sinon, le tableau de bord intégré"`
	GeocoderURL    string `env:"CONSIGNE_GEOCODER_URL" envDefault:"https://data.geopf.fr/geocodage" help:"service d'adresses"`
	TilesURL       string `env:"CONSIGNE_TILES_URL" envDefault:"https://data.geopf.fr/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2&STYLE=normal&FORMAT=image/png&TILEMATRIXSET=PM&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}" help:"fond de carte, avec {z}, {x} et {y} ; « aucun » pour s'en passer"`
	TilesCredit    string `env:"CONSIGNE_TILES_CREDIT" envDefault:"© IGN" help:"mention de la source du fond de carte"`
	WebhookPrivate string `env:"CONSIGNE_WEBHOOK_PRIVATE" help:"1 : les notifications sortantes peuvent aller à des adresses privées, et par http, et les fournisseurs d'identité être dans un réseau privé ; sinon, https vers l'Internet public seulement"`
	MQTTURL        string `env:"CONSIGNE_MQTT_URL" help:"broker des contrôleurs de stations, mqtt://utilisateur:mot-de-passe@hôte:port ou mqtts://… ; sinon l'interface de terrain seule"`
	KeepAccounts   string `env:"CONSIGNE_RETENTION_ACCOUNTS" envDefault:"36" help:"mois sans activité après lesquels un compte est anonymisé ; 0 ou « jamais » : il est gardé"`
	KeepNotice     string `env:"CONSIGNE_RETENTION_NOTICE" envDefault:"30" help:"jours entre le courriel d'avertissement et l'anonymisation"`
	KeepAudit      string `env:"CONSIGNE_RETENTION_JOURNAL" envDefault:"12" help:"mois pendant lesquels le journal est gardé ; 0 ou « jamais » : pour toujours"`
	TrustedProxies string `env:"CONSIGNE_TRUSTED_PROXIES" help:"adresses ou réseaux des mandataires de confiance, séparés par des virgules"`
	Contact        string `env:"CONSIGNE_SECURITY_CONTACT" help:"à qui signaler une faille, mailto:… ou https://…, séparés par des virgules ; publié dans /.well-known/security.txt ; sinon, rien"`
	Accessibility  string `env:"CONSIGNE_ACCESSIBILITY_CONTACT" help:"à qui signaler un défaut d'accessibilité, mailto:… ou https://…, séparés par des virgules ; affiché sur la déclaration ; sinon, l'administrateur de la plateforme y est nommé sans adresse"`
	MetricsListen  string `env:"CONSIGNE_METRICS_LISTEN" help:"adresse et port des mesures pour Prometheus, à ne pas rendre publics ; sinon, aucune"`
	OTLPURL        string `env:"CONSIGNE_OTLP_URL" help:"collecteur de traces OTLP par HTTP, comme http://127.0.0.1:4318 ; sinon, aucune trace"`
	TracingRatio   string `env:"CONSIGNE_TRACES_RATIO" envDefault:"0.1" help:"part des requêtes dont la trace est gardée, de 0 à 1"`
}

// config holds the checked settings.
type config struct {
	settings
	proxies []netip.Prefix
	contact []string // where to report a vulnerability
	// accessibility is where to report what cannot be used.
	accessibility []string
	folder        *mail.Folder
	sender        mail.Sender
	board         *int64        // Metabase dashboard of the whole platform
	ratio         float64       // share of the traces that are kept
	broker        *field.Broker // nil if none is configured
	terms         retention.Terms
	obligation    account.Obligation // "": not configured
	signOn        *signon.Provider   // nil if none is configured
	demo          bool               // the demonstration is served
	least         money.Cents        // that the simulator collects
}

// dataFolder returns the folder of the secret and the outbox: that of the SQLite file, or ./data.
func (s settings) dataFolder() string {
	if path := db.SQLitePath(s.DatabaseURL); path != "" {
		return filepath.Dir(path)
	}
	return "data"
}

func readSettings() (settings, error) {
	given, err := env.ParseAs[settings]()
	if err != nil {
		return settings{}, fmt.Errorf("configuration : %w", err)
	}
	if given.Outbox == "" {
		given.Outbox = filepath.Join(given.dataFolder(), "courriels")
	}
	given.PublicURL = strings.TrimSuffix(given.PublicURL, "/")
	return given, nil
}

// readConfig returns the configuration. It refuses a wrong value with a sentence that names its variable.
func readConfig() (config, error) {
	given, err := readSettings()
	if err != nil {
		return config{}, err
	}
	c := config{settings: given}

	if _, port, err := net.SplitHostPort(c.Listen); err != nil || port == "" {
		return config{}, wrong("CONSIGNE_LISTEN", "doit être de la forme adresse:port")
	}
	if public, err := url.Parse(c.PublicURL); err != nil || public.Host == "" ||
		(public.Scheme != "http" && public.Scheme != "https") || public.Path != "" {
		return config{}, wrong("CONSIGNE_PUBLIC_URL", "doit être de la forme https://consigne.exemple.fr, sans chemin")
	}
	if c.Secret != "" && len(c.Secret) < leastSecret {
		return config{}, wrong("CONSIGNE_SECRET", "doit compter au moins 32 caractères")
	}
	c.obligation = account.Obligation(c.SecondFactor)
	if c.SecondFactor != "" && !slices.Contains(account.Obligations(), c.obligation) {
		return config{}, wrong("CONSIGNE_SECOND_FACTOR", "doit être « administrateurs », « personnel » ou « aucun »")
	}
	if c.signOn, err = given.checkSignOn(); err != nil {
		return config{}, err
	}
	if err := c.checkStripe(); err != nil {
		return config{}, err
	}
	least, err := strconv.Atoi(c.SimulatorLeast)
	if err != nil || least < 1 || least > mostSimulated {
		return config{}, wrong("CONSIGNE_SIMULATOR_MINIMUM", "doit être un nombre de centimes, de 1 à 2000")
	}
	c.least = money.Cents(least)
	if c.board, err = given.checkMetabase(); err != nil {
		return config{}, err
	}
	if c.ratio, err = given.checkObserve(); err != nil {
		return config{}, err
	}
	if c.broker, err = given.checkField(); err != nil {
		return config{}, err
	}
	if c.terms, err = given.retention(); err != nil {
		return config{}, err
	}
	if c.WebhookPrivate != "" && c.WebhookPrivate != "0" && c.WebhookPrivate != "1" {
		return config{}, wrong("CONSIGNE_WEBHOOK_PRIVATE", "doit être 1, ou rien")
	}
	if !isWeb(c.GeocoderURL) {
		return config{}, wrong("CONSIGNE_GEOCODER_URL", "doit être une adresse http:// ou https://")
	}
	if c.TilesURL == noTiles {
		c.TilesURL = ""
	} else if !isWeb(c.TilesURL) || !strings.Contains(c.TilesURL, "{z}") {
		return config{}, wrong("CONSIGNE_TILES_URL", "doit être une adresse https:// avec {z}, {x} et {y}, ou « aucun »")
	}
	for text := range strings.SplitSeq(c.TrustedProxies, ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		prefix, err := parseNetwork(text)
		if err != nil {
			return config{}, wrong("CONSIGNE_TRUSTED_PROXIES",
				"doit être une liste d'adresses ou de réseaux, comme 10.0.0.1, 10.1.0.0/16")
		}
		c.proxies = append(c.proxies, prefix)
	}
	if c.contact, err = contacts("CONSIGNE_SECURITY_CONTACT", given.Contact); err != nil {
		return config{}, err
	}
	if c.accessibility, err = contacts("CONSIGNE_ACCESSIBILITY_CONTACT", given.Accessibility); err != nil {
		return config{}, err
	}
	if c.folder, err = mail.NewFolder(c.Outbox, c.MailFrom); err != nil {
		return config{}, wrong("CONSIGNE_MAIL_FROM", err.Error())
	}
	c.sender = c.folder
	if c.SMTPURL != "" {
		if c.sender, err = mail.NewSMTP(c.SMTPURL, c.MailFrom); err != nil {
			return config{}, wrong("CONSIGNE_SMTP_URL", err.Error())
		}
	}
	return c, nil
}

// contacts returns the addresses in a variable that lists them.
func contacts(variable, value string) ([]string, error) {
	list := []string{}
	for text := range strings.SplitSeq(value, ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		address, err := url.Parse(text) // Parse refuses line breaks
		if err != nil || (address.Scheme != "mailto" || !strings.Contains(address.Opaque, "@")) &&
			(address.Scheme != "https" || address.Host == "") {
			return nil, wrong(variable, "doit être une liste d'adresses mailto:… ou https://…, séparées par des virgules")
		}
		list = append(list, text)
	}
	return list, nil
}

// checkStripe refuses one of Stripe's two secrets without the other. Without webhook notices, a refund that fails
// days later would remain recorded as made.
func (c config) checkStripe() error {
	switch {
	case c.StripeKey == "" && c.StripeWebhook != "":
		return wrong("CONSIGNE_STRIPE_KEY", "doit être donnée avec CONSIGNE_STRIPE_WEBHOOK_SECRET")
	case c.StripeKey != "" && !strings.HasPrefix(c.StripeKey, "sk_") && !strings.HasPrefix(c.StripeKey, "rk_"):
		return wrong("CONSIGNE_STRIPE_KEY", "doit être une clé secrète de Stripe, qui commence par sk_ ou rk_")
	case c.StripeKey != "" && !strings.HasPrefix(c.StripeWebhook, "whsec_"):
		return wrong("CONSIGNE_STRIPE_WEBHOOK_SECRET", "doit être donné avec CONSIGNE_STRIPE_KEY et commencer par whsec_")
	case !isWeb(c.StripeURL):
		return wrong("CONSIGNE_STRIPE_API_URL", "doit être une adresse http:// ou https://")
	}
	return nil
}

// mostSimulated is the largest amount, in cents, that the simulator may refuse as too small.
const mostSimulated = 2000

// provider is who collects payments, and tells what it moved.
type provider interface {
	payment.Provider
	reconciliation.Statements
}

// provider returns the payment provider and the reader of its webhook notices. The simulator tells what the past holds;
// on the demonstration, with incidents.
func (c config) provider(past simulator.Past) (provider, api.Notices) {
	if c.StripeKey == "" {
		simulated := simulator.New()
		simulated.Least = c.least
		simulated.Remember(past, c.demo)
		return simulated, nil
	}
	return stripe.New(c.StripeKey, c.StripeURL), stripe.NewNotices(c.StripeWebhook)
}

// checkMetabase refuses an incomplete Metabase configuration. It returns the dashboard of the platform, or nil if
// none is configured.
func (s settings) checkMetabase() (*int64, error) {
	switch {
	case s.MetabaseURL == "" && (s.MetabaseSecret != "" || s.MetabaseBoard != ""):
		return nil, wrong("CONSIGNE_METABASE_URL",
			"doit être donnée avec CONSIGNE_METABASE_SECRET et CONSIGNE_METABASE_DASHBOARD")
	case s.MetabaseURL != "" && !isWeb(s.MetabaseURL):
		return nil, wrong("CONSIGNE_METABASE_URL", "doit être une adresse http:// ou https://")
	case s.MetabaseURL != "" && s.MetabaseSecret == "":
		return nil, wrong("CONSIGNE_METABASE_SECRET", "doit être donnée avec CONSIGNE_METABASE_URL")
	case s.MetabaseBoard == "":
		return nil, nil
	}
	board, err := strconv.ParseInt(s.MetabaseBoard, 10, 64)
	if err != nil || board <= 0 {
		return nil, wrong("CONSIGNE_METABASE_DASHBOARD", "doit être le numéro d'un tableau de bord de Metabase")
	}
	return &board, nil
}

// dashboards returns the server of dashboards other than the built-in one, or nil if none is configured.
func (c config) dashboards() api.Dashboards {
	if c.MetabaseURL == "" {
		return nil
	}
	return metabase.New(c.MetabaseURL, c.MetabaseSecret)
}

// openStore opens the configured database and checks that it answers.
func openStore(ctx context.Context, given settings, options ...db.Option) (*store.Store, error) {
	opened, err := store.Open(given.DatabaseURL, options...)
	if err != nil {
		return nil, wrong("CONSIGNE_DATABASE_URL", err.Error())
	}
	if err := opened.Ping(ctx); err != nil {
		cause := strings.Join(strings.Fields(err.Error()), " ") // puts the several lines of a driver's error on one
		return nil, errors.Join(wrong("CONSIGNE_DATABASE_URL", "la base de données ne répond pas ("+cause+")"),
			opened.Close())
	}
	return opened, nil
}

// noTiles is the value of CONSIGNE_TILES_URL for maps without a background.
const noTiles = "aucun"

// onDatabase runs act on the configured database, after migrating it.
func onDatabase(ctx context.Context, act func(given settings, database *store.Store) error) error {
	given, err := readSettings()
	if err != nil {
		return err
	}
	database, err := openMigrated(ctx, given)
	if err != nil {
		return err
	}
	defer func() { _ = database.Close() }()
	return act(given, database)
}

// openMigrated opens the configured database and brings its schema up to date.
func openMigrated(ctx context.Context, given settings, options ...db.Option) (*store.Store, error) {
	database, err := openStore(ctx, given, options...)
	if err != nil {
		return nil, err
	}
	err = database.Migrate(ctx)
	if newer, ok := errors.AsType[db.NewerSchema](err); ok {
		err = fmt.Errorf("une version plus récente de Consigne a mis à jour cette base de données (schéma %d ; cette version connaît le schéma %d) : "+
			"installez la plus récente, ou restaurez la sauvegarde d'avant la mise à jour", newer.Version, newer.Known)
	}
	if _, ok := errors.AsType[db.OldSchema](err); ok {
		err = errors.New("cette base de données est d'avant la version 1.0 de Consigne, qui ne la lit pas : exportez ses données avec le programme " +
			"qui l'a écrite, puis reprenez-les dans une base neuve par « consigne import » (docs/operations.md)")
	}
	if incomplete, ok := errors.AsType[db.IncompleteSchema](err); ok {
		err = lacking(incomplete.Missing)
	}
	if err != nil {
		return nil, errors.Join(err, database.Close())
	}
	return database, nil
}

// lacking names what is missing from the schema, or the first parts when they are many.
func lacking(parts []string) error {
	const named = 5
	more := ""
	if n := len(parts) - named; n > 0 {
		parts, more = parts[:named], fmt.Sprintf(" et %d autres", n)
	}
	french := strings.NewReplacer("table ", "la table ", "column ", "la colonne ", "index ", "l'index ", "trigger ",
		"le déclencheur ", "view ", "la vue ", "constraint ", "la contrainte ", "function ", "la fonction ", " ON ", " de ")
	return fmt.Errorf("le schéma de la base de données est incomplet, il manque %s%s : restaurez une sauvegarde, ou ce qui manque",
		french.Replace(strings.Join(parts, ", ")), more)
}

func isWeb(address string) bool {
	parsed, err := url.Parse(address)
	return err == nil && parsed.Host != "" && (parsed.Scheme == "http" || parsed.Scheme == "https")
}

func wrong(variable, sentence string) error { return fmt.Errorf("%s : %s", variable, sentence) }

func parseNetwork(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(address, address.BitLen()), nil
	}
	return netip.ParsePrefix(text)
}

func printSettings(out io.Writer) {
	fmt.Fprintln(out, "\nVariables d'environnement :")
	for _, variable := range settingsHelp() {
		fmt.Fprintf(out, "  %-26s %s", variable.name, variable.help)
		if variable.standard != "" {
			fmt.Fprintf(out, " (par défaut : %s)", variable.standard)
		}
		fmt.Fprintln(out)
	}
}
