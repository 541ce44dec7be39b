package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"text/tabwriter"

	"consigne/internal/domain/people/retention"
	"consigne/internal/store"
)

// forEver is the word for a retention term that never ends.
const forEver = "jamais"

// retention reads the retention terms.
func (s settings) retention() (retention.Terms, error) {
	var terms retention.Terms
	for _, term := range []struct {
		variable, given string
		least, most     int
		unit            string
		into            *int
	}{
		{"CONSIGNE_RETENTION_ACCOUNTS", s.KeepAccounts, 0, 1200, "mois", &terms.Accounts},
		{"CONSIGNE_RETENTION_NOTICE", s.KeepNotice, 1, 365, "jours", &terms.Notice},
		{"CONSIGNE_RETENTION_JOURNAL", s.KeepAudit, 0, 1200, "mois", &terms.Audit},
	} {
		given := term.given
		if given == forEver && term.least == 0 {
			given = "0"
		}
		number, err := strconv.Atoi(given)
		if err != nil || number < term.least || number > term.most {
			sentence := fmt.Sprintf("doit être un nombre de %s, de 1 à %d", term.unit, term.most)
			if term.least == 0 {
				sentence += ", ou « jamais »"
			}
			return terms, wrong(term.variable, sentence)
		}
		*term.into = number
	}
	if terms.Accounts > 0 && terms.Notice >= terms.Accounts*28 {
		return terms, wrong("CONSIGNE_RETENTION_NOTICE", "doit être plus court que CONSIGNE_RETENTION_ACCOUNTS")
	}
	return terms, nil
}

// retain applies the retention terms once, or reports what that would do.
func retain(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne retention", flag.ContinueOnError)
	flags.SetOutput(out)
	dry := flags.Bool("dry-run", false, "dit ce qui serait fait, sans rien changer")
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	return onDatabase(ctx, func(given settings, database *store.Store) error {
		terms, err := given.retention()
		if err != nil {
			return err
		}
		accounts, err := newAccounts(given, database)
		if err != nil {
			return err
		}
		node := on(database)
		node.Terms = terms
		service := node.NewRetention(accounts)
		apply := service.Run
		if *dry {
			apply = service.Preview
		}
		report, err := apply(ctx)
		if err != nil {
			return err
		}
		names, err := node.NewOperators().Names(ctx)
		if err != nil {
			return err
		}
		printRetention(out, terms, report, names, *dry)
		return nil
	})
}

func printRetention(out io.Writer, terms retention.Terms, report retention.Report, names map[int64]string, dry bool) {
	if dry {
		fmt.Fprintln(out, "Essai : rien n'est changé.")
	}
	accounts, lines := "gardés pour toujours", "gardé pour toujours"
	if terms.Accounts > 0 {
		accounts = fmt.Sprintf("anonymisés après %d mois, %d jours après un courriel", terms.Accounts, terms.Notice)
	}
	if terms.Audit > 0 {
		lines = fmt.Sprintf("gardé %d mois", terms.Audit)
	}
	fmt.Fprintf(out, "Comptes sans activité : %s\nJournal : %s\n\n", accounts, lines)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, c retention.Counts) {
		fmt.Fprintf(table, "%d\t%d\t%d\t  %s\n", c.Warned, c.Anonymised, c.Lines, name)
	}
	if dry {
		fmt.Fprintln(table, "à prévenir\tà anonymiser\tlignes à supprimer\t")
	} else {
		fmt.Fprintln(table, "prévenus\tanonymisés\tlignes supprimées\t")
	}
	for _, id := range slices.Sorted(maps.Keys(report.ByOperator)) {
		name := names[id]
		if id == 0 {
			name = "sans exploitant"
		}
		row(name, report.ByOperator[id])
	}
	row("en tout (un compte connu de plusieurs exploitants compte une fois)", report.Total)
	_ = table.Flush() // if the terminal is gone, nobody reads the error
	fmt.Fprintf(out, "\nInactifs mais gardés (utilisation en cours, paiement dû ou abonnement) : %d\n", report.Held)
	if report.Unreachable > 0 {
		fmt.Fprintf(out, "Inactifs que le courriel n'a pu joindre : %d\n", report.Unreachable)
	}
}
