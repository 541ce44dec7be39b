package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"time"

	"consigne/internal/app"
	"consigne/internal/demo"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
)

// The size and seed of the data set that `serve --demo` loads.
const (
	demoStays = 12000
	demoSeed  = 1
)

func fillDemo(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne demo", flag.ContinueOnError)
	flags.SetOutput(out)
	stays := flags.Int("stays", demoStays, "nombre d'utilisations terminées")
	seed := flags.Uint64("seed", demoSeed, "graine : la même donne les mêmes données")
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	if *stays < 0 {
		return errors.New("--stays ne peut être négatif")
	}
	return onDatabase(ctx, func(given settings, database *store.Store) error {
		accounts, err := newAccounts(given, database)
		if err != nil {
			return err
		}
		loaded, err := loadDemo(ctx, database, accounts, *seed, *stays, out)
		if err == nil && !loaded {
			return errors.New("la base contient déjà des données : rien n'a été chargé")
		}
		if err != nil {
			return err
		}
		books, err := newLedger(given, database)
		if err != nil {
			return err
		}
		_, err = on(database).NewBackfill(books).Resume(ctx)
		return err
	})
}

// offerDemo loads the demonstration into an empty database, and prints how to sign in if the database has the
// demonstration's accounts. A key of the field API is made only when the data is loaded, since its secret is shown
// only once.
func offerDemo(ctx context.Context, database *store.Store, accounts *account.Service, stays int, out io.Writer) error {
	loaded, err := loadDemo(ctx, database, accounts, demoSeed, stays, out)
	if err != nil {
		return err
	}
	if !loaded {
		_, err := accounts.ByEmail(ctx, demo.Logins()[0].Email)
		if fault.Is(err, fault.KindNotFound) {
			_, err = fmt.Fprintln(out, "La base contient déjà des données : la démonstration n'est pas chargée.")
			return err
		}
		if err != nil {
			return err
		}
		fmt.Fprintln(out, "La démonstration est déjà chargée.")
	}
	fmt.Fprintln(out, "Comptes de démonstration, mot de passe", demo.Password)
	for _, login := range demo.Logins() {
		fmt.Fprintf(out, "  %-28s %s\n", login.Email, login.Role)
	}
	if !loaded {
		return nil
	}
	keys := on(database).NewKeys(nil)
	_, field, err := keys.Create(ctx, access.Actor{}, 1, servicekey.Grant{Label: "Démonstration"})
	if err != nil {
		return err
	}
	_, service, err := keys.Create(ctx, access.Actor{}, 1, servicekey.Grant{
		Label: "Programme de démonstration", Rights: append(access.RightsOf(access.Manager), access.OperatorsWrite),
		Field: true,
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "Clé de l'interface de terrain, exploitant 1 :", field, "(elle n'est montrée que cette fois)")
	fmt.Fprintln(
		out, "Clé d'accès avec les droits d'un gestionnaire, l'écriture de l'exploitant et le terrain, exploitant 1 :",
		service, "(elle n'est montrée que cette fois)",
	)
	return nil
}

// loadDemo loads the demonstration. If the database holds data, it only prints that it loads nothing.
func loadDemo(
	ctx context.Context, database *store.Store, accounts *account.Service, seed uint64, stays int, out io.Writer,
) (bool, error) {
	empty, err := database.Empty(ctx)
	if err != nil || !empty {
		return false, err
	}
	hash, err := accounts.HashPassword(ctx, demo.Password)
	if err != nil {
		return false, err
	}
	summary, err := demo.Load(ctx, database,
		demo.Options{Seed: seed, Stays: stays, Now: clock.System{}.Now(), PasswordHash: hash})
	if err != nil {
		return false, err
	}
	if err := database.Fold(ctx); err != nil { // so that the first screens need not
		return false, err
	}
	if err := beginDemoBooks(ctx, database); err != nil {
		return false, err
	}
	fmt.Fprintf(out, "Démonstration chargée : %d exploitants, %d stations, %d casiers, %d personnes, %d utilisations dont %d en cours.\n",
		summary.Operators, summary.Stations, summary.Lockers, summary.Accounts, summary.EndedStays+summary.OpenStays,
		summary.OpenStays)
	return true, nil
}

// beginDemoBooks asks for the documents of the demonstration's last two whole months, and of the current one until now;
// the statements of the payment provider are read from the same day on.
func beginDemoBooks(ctx context.Context, database *store.Store) error {
	now := clock.System{}.Now().In(clock.Paris)
	first := clock.DayOf(time.Date(now.Year(), now.Month()-2, 1, 0, 0, 0, 0, clock.Paris))
	operators, err := on(database).NewOperators().Names(ctx)
	if err != nil {
		return err
	}
	past := on(database).NewBackfill(nil) // chains nothing yet
	for id := range operators {
		if err := past.Begin(ctx, id, first, clock.DayOf(now)); err != nil {
			return err
		}
		if err := on(database).NewBeginnings().BeginWith(ctx, id, clock.MonthOf(first.Begins())); err != nil {
			return err
		}
	}
	return database.EndTurn(ctx, reconciliation.Reading{Since: first.Begins()}, now)
}

// numberDemo numbers the documents that [beginDemoBooks] asked for, or what is left of them, while the node serves.
// Only then can the ledger tell what the provider did with that money.
func numberDemo(ctx context.Context, database *store.Store, node *app.App, log *slog.Logger) {
	entered, err := on(database).NewBackfill(node.Ledger).Resume(ctx)
	if err == nil && entered.Events > 0 {
		err = node.Reconciliation.Enter(ctx)
	}
	if err == nil && entered.Events > 0 {
		err = node.Ledger.Chain(ctx)
	}
	switch {
	case ctx.Err() != nil: // the next start goes on
	case err != nil:
		log.WarnContext(ctx, "the documents of the demonstration are not numbered", "err", err)
	case entered.Events > 0:
		log.InfoContext(ctx, "the documents of the demonstration are numbered", "receipts", entered.Receipts, "credit_notes",
			entered.CreditNotes)
	}
}
