package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"consigne/internal/app"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/fault"
	"consigne/internal/server/jobs"
	"consigne/internal/store"
)

func migrate(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne migrate", flag.ContinueOnError)
	flags.SetOutput(out)
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	return onDatabase(ctx, func(settings, *store.Store) error {
		_, err := fmt.Fprintln(out, "Le schéma de la base de données est à jour.")
		return err
	})
}

// admin runs the administration commands, which need access to the machine.
func admin(ctx context.Context, args []string, out io.Writer) error {
	subcommands := map[string]func(context.Context, []string, io.Writer) error{
		"create": createAdministrator, "reset-second-factor": resetSecondFactor, "tombstones": listTombstones,
		"purge-tombstones": purgeTombstones,
	}
	if len(args) > 0 {
		if run, known := subcommands[args[0]]; known {
			return run(ctx, args[1:], out)
		}
	}
	fmt.Fprintln(out, "Usage : consigne admin create [-nom NOM] [-prenom PRÉNOM] EMAIL")
	fmt.Fprintln(out, "        consigne admin reset-second-factor EMAIL")
	fmt.Fprintln(out, "        consigne admin tombstones")
	fmt.Fprintln(out, "        consigne admin purge-tombstones FICHIER")
	return errUsage
}

// createAdministrator creates an account without a password and prints the link that sets one, so that no password
// gets into a shell's history.
func createAdministrator(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne admin create", flag.ContinueOnError)
	flags.SetOutput(out)
	lastName := flags.String("nom", "", "nom de la personne")
	firstName := flags.String("prenom", "", "prénom de la personne")
	if err := parse(flags, args, 1); err != nil {
		return err
	}
	return withAccounts(ctx, func(accounts *account.Service, c config) error {
		token, err := accounts.CreateAdministrator(ctx, flags.Arg(0), *lastName, *firstName)
		if refusal := fault.Of(err); refusal != nil {
			return errors.New(refusal.Detail)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "Le compte est créé. Ce lien, valable 7 jours, permet d'en choisir le mot de passe :\n%s\n",
			jobs.PasswordLink(c.PublicURL, token))
		return err
	})
}

// resetSecondFactor removes the second factors of an account, for an administrator whom no other can help.
func resetSecondFactor(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne admin reset-second-factor", flag.ContinueOnError)
	flags.SetOutput(out)
	if err := parse(flags, args, 1); err != nil {
		return err
	}
	return withAccounts(ctx, func(accounts *account.Service, _ config) error {
		err := accounts.ResetFactorsByEmail(ctx, flags.Arg(0))
		if fault.Is(err, fault.KindNotFound) {
			return errors.New("aucun compte n'a cette adresse")
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(out, "Ce compte n'a plus de second facteur, et ses sessions sont terminées.")
		return err
	})
}

// listTombstones prints the list of erased people, one a line, to be stored beside the backups.
func listTombstones(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne admin tombstones", flag.ContinueOnError)
	flags.SetOutput(out)
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	return withAccounts(ctx, func(accounts *account.Service, _ config) error {
		stones, err := accounts.Tombstones(ctx)
		for _, stone := range stones {
			fmt.Fprintf(out, "%d %s %s\n", stone.AccountID, stone.Kind, stone.At.Format(time.RFC3339Nano))
		}
		return err
	})
}

// purgeTombstones repeats, in a database restored from a backup, the erasures in such a list.
func purgeTombstones(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne admin purge-tombstones", flag.ContinueOnError)
	flags.SetOutput(out)
	if err := parse(flags, args, 1); err != nil {
		return err
	}
	stones, err := readTombstones(flags.Arg(0))
	if err != nil {
		return err
	}
	return withAccounts(ctx, func(accounts *account.Service, _ config) error {
		erased, err := accounts.EraseAgain(ctx, stones)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s de nouveau, sur %d.\n", counted(erased, "compte effacé", "comptes effacés"),
			len(stones))
		return err
	})
}

func readTombstones(path string) ([]account.Tombstone, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("la liste n'est pas lisible : %w", err)
	}
	defer func() { _ = file.Close() }()
	stones, lines := []account.Tombstone{}, bufio.NewScanner(file)
	for lines.Scan() {
		stone, err := readTombstone(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("la ligne %d de la liste n'est pas correcte", len(stones)+1)
		}
		stones = append(stones, stone)
	}
	return stones, lines.Err()
}

func readTombstone(line string) (account.Tombstone, error) {
	var stone account.Tombstone
	var at string
	if _, err := fmt.Sscan(line, &stone.AccountID, &stone.Kind, &at); err != nil {
		return stone, err
	}
	if stone.Kind != account.Anonymisation && stone.Kind != account.Deletion {
		return stone, errors.New("unknown kind")
	}
	var err error
	stone.At, err = time.Parse(time.RFC3339, at)
	return stone, err
}

// withAccounts opens the database and runs act with its accounts.
func withAccounts(ctx context.Context, act func(*account.Service, config) error) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	database, err := openMigrated(ctx, c.settings)
	if err != nil {
		return err
	}
	defer func() { _ = database.Close() }()
	accounts, err := newAccounts(c.settings, database)
	if err != nil {
		return err
	}
	return act(accounts, c)
}

func openAPI(_ context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne openapi", flag.ContinueOnError)
	flags.SetOutput(out)
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	_, err := out.Write(app.Spec())
	return err
}

// policy prints who may make each call of the API.
func policy(_ context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne policy", flag.ContinueOnError)
	flags.SetOutput(out)
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	_, err := io.WriteString(out, app.Policy())
	return err
}
