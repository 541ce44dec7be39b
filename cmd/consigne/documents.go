package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"consigne/internal/domain/money/backfill"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
)

// documents numbers the receipts and credit notes of before the ledger.
func documents(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 || args[0] != "number" {
		fmt.Fprintln(out, "Usage : consigne documents number --exploitant N --du AAAA-MM-JJ --au AAAA-MM-JJ [--dry-run]")
		return errUsage
	}
	flags := flag.NewFlagSet("consigne documents number", flag.ContinueOnError)
	flags.SetOutput(out)
	days := addOperatorDays(flags)
	dry := flags.Bool("dry-run", false, "dit ce qui serait fait, sans rien changer")
	if err := parse(flags, args[1:], 0); err != nil {
		return err
	}
	operatorID, first, last, err := days.read()
	if err != nil {
		return err
	}
	return onDatabase(ctx, func(given settings, database *store.Store) error {
		books, err := newLedger(given, database)
		if err != nil {
			return err
		}
		service := on(database).NewBackfill(books)
		enter, said := service.Run, "inscrits au registre : %s ; numérotés : %s, %s\n"
		if *dry {
			fmt.Fprintln(out, "Essai : rien n'est changé.")
			if begun, err := database.BeginningOf(ctx, operatorID); err != nil {
				return err
			} else if begun == nil {
				service = service.WhereLedgerBegins()
			}
			enter, said = service.Preview, "à inscrire au registre : %s ; à numéroter : %s, %s\n"
		}
		if !*dry { // so that what is numbered makes no month of before the ledger
			err = on(database).NewBeginnings().Begin(ctx, operatorID)
		}
		var report backfill.Report
		if err == nil {
			report, err = enter(ctx, operatorID, first, last)
		}
		switch refusal := fault.Of(err); {
		case fault.Is(err, fault.KindNotFound):
			return fmt.Errorf("il n'y a pas d'exploitant %d", operatorID)
		case refusal != nil:
			return errors.New(refusal.Detail)
		case err != nil:
			return fmt.Errorf("%w (relancer la commande continue où elle s'est arrêtée)", err)
		}
		_, err = fmt.Fprintf(out, "Exploitant %d, du %s au %s, "+said, operatorID, first, last,
			counted(report.Events, "événement", "événements"), counted(report.Receipts, "reçu", "reçus"),
			counted(report.CreditNotes, "avoir", "avoirs"))
		return err
	})
}
