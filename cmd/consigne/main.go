// Command consigne serves the console and its API. `consigne help` lists its other commands.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"
)

// release is the first of CHANGELOG.md.
const release = "1.0.0"

// version is that of the build, which sets it: a tag or a commit.
var version = "dev"

// command is a subcommand; its arguments do not include its name.
type command struct {
	name    string
	summary string
	run     func(ctx context.Context, args []string, out io.Writer) error
}

var commands = []command{
	{"serve", "sert la console et son API (--demo : avec des données de démonstration)", serve},
	{"migrate", "met à jour le schéma de la base de données", migrate},
	{"demo", "remplit une base vide de données de démonstration (--stays, --seed)", fillDemo},
	{"admin", "admin create EMAIL : crée un administrateur", admin},
	{"statistics", "statistics rebuild : recalcule les totaux des listes et les statistiques", rebuildStatistics},
	{"ledger", "ledger export|verify|key : le registre des écritures, son archive et sa vérification", ledgerCommand},
	{
		"documents", "documents number : numérote les reçus et avoirs d'avant le registre (--exploitant, --du, --au, --dry-run)", documents,
	},
	{
		"import", "reprend les fichiers de l'ancien système d'un exploitant ; sans --apply, dit seulement ce qui serait fait (--exploitant, --stations…)", importFiles,
	},
	{
		"compare", "compare un export de l'ancien système avec ce que dit Consigne (--exploitant, --stays, --report)",
		compareSystems,
	},
	{"retention", "anonymise les comptes inactifs et purge le journal (--dry-run : dit ce qui serait fait)", retain},
	{"key", "key create|list|replace|revoke : les clés d'accès des programmes", key},
	{
		"stations", "stations communes : cherche le code INSEE de la commune des stations qui n'en ont pas (--exploitant, --apply)", stationsCommand,
	},
	{"controller-sim", "simule les contrôleurs de stations (--mqtt, --station, --auto)", simulateControllers},
	{"openapi", "écrit la description OpenAPI de l'API", openAPI},
	{"policy", "écrit le droit que demande chaque appel de l'API", policy},
	{"backup", "backup FICHIER : copie la base SQLite, pendant que le serveur travaille", backup},
	{"health", "demande au nœud d'ici s'il peut servir", health},
	{"licences", "affiche les licences des logiciels tiers que contient Consigne", licences},
	{"version", "affiche la version", showVersion},
}

// errUsage makes the program exit with status 2. The message has already been printed.
var errUsage = errors.New("usage")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errUsage):
		os.Exit(2)
	default:
		fmt.Fprintln(os.Stderr, "consigne :", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		for _, command := range commands {
			if command.name == args[0] {
				return command.run(ctx, args[1:], out)
			}
		}
	}
	usage := out
	help := len(args) > 0 && (args[0] == "help" || args[0] == "-h" || args[0] == "--help")
	if !help {
		usage = os.Stderr
	}
	fmt.Fprintln(usage, "Usage : consigne COMMANDE [options]")
	for _, command := range commands {
		fmt.Fprintf(usage, "  %-14s %s\n", command.name, command.summary)
	}
	fmt.Fprintln(usage, "La configuration vient de l'environnement : voir « consigne serve --help ».")
	if !help {
		return errUsage
	}
	return nil
}

// parse parses a subcommand's flags, and requires exactly that many positional arguments.
func parse(flags *flag.FlagSet, args []string, arguments int) error {
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return errUsage
	}
	if flags.NArg() != arguments {
		flags.Usage()
		return errUsage
	}
	return nil
}

func showVersion(_ context.Context, _ []string, out io.Writer) error {
	_, err := fmt.Fprintf(out, "consigne %s (%s, %s, %s/%s)\n", release, version, runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
	return err
}
