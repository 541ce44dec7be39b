package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"consigne/internal/api"
	"consigne/internal/fault"
	"consigne/internal/jobs"
)

func migrate(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne migrate", flag.ContinueOnError)
	flags.SetOutput(out)
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	given, err := readSettings()
	if err != nil {
		return err
	}
	kept, err := openMigrated(ctx, given)
	if err != nil {
		return err
	}
	defer func() { _ = kept.Close() }()
	_, err = fmt.Fprintln(out, "Le schéma de la base de données est à jour.")
	return err
}

// admin creates an administrator without a password, and prints the link that
// sets one: no password passes through a shell's history.
func admin(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne admin create", flag.ContinueOnError)
	flags.SetOutput(out)
	lastName := flags.String("nom", "", "nom de la personne")
	firstName := flags.String("prenom", "", "prénom de la personne")
	flags.Usage = func() {
		fmt.Fprintln(out, "Usage : consigne admin create [-nom NOM] [-prenom PRÉNOM] EMAIL")
		flags.PrintDefaults()
	}
	if len(args) == 0 || args[0] != "create" {
		flags.Usage()
		return errUsage
	}
	if err := parse(flags, args[1:], 1); err != nil {
		return err
	}
	c, err := readConfig()
	if err != nil {
		return err
	}
	kept, err := openMigrated(ctx, c.settings)
	if err != nil {
		return err
	}
	defer func() { _ = kept.Close() }()
	accounts, err := newAccounts(c.settings, kept)
	if err != nil {
		return err
	}
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
}

func openAPI(_ context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne openapi", flag.ContinueOnError)
	flags.SetOutput(out)
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	_, err := out.Write(api.Spec())
	return err
}
