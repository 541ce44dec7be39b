package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"consigne/internal/domain/machines/imports"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
)

// errDifferent makes the program exit with status 1, as diff does. What differs has already been printed.
var errDifferent = errors.New("les deux systèmes diffèrent")

// compareSystems compares an export of stays of an operator's former system with what this one says (docs/import.md).
func compareSystems(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne compare", flag.ContinueOnError)
	flags.SetOutput(out)
	operatorID := flags.Int64("exploitant", 0, "numéro de l'exploitant")
	path := flags.String("stays", "", "export des utilisations terminées de l'ancien système")
	report := flags.String("report", "", "écrit les différences dans ce fichier CSV plutôt qu'à l'écran")
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	if *operatorID <= 0 || *path == "" {
		fmt.Fprintln(out, "--exploitant et --stays sont obligatoires")
		return errUsage
	}
	compared, err := compareFile(ctx, *operatorID, *path, *report, out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "consigne :", err)
		return errUsage // status 2: it could not compare
	}
	different := 0
	for _, kind := range imports.DifferenceKinds {
		if n := compared.Differences[kind]; n > 0 {
			different += n
			fmt.Fprintf(out, "%s : %d\n", kind, n)
		}
	}
	fmt.Fprintf(out, "%s et %s comparés, %s\n", counted(compared.Stays, "utilisation", "utilisations"),
		counted(compared.Customers, "usager", "usagers"), counted(different, "différence", "différences"))
	if different > 0 {
		return errDifferent
	}
	return nil
}

func compareFile(
	ctx context.Context, operatorID int64, path, report string, out io.Writer,
) (compared imports.Comparison, err error) {
	file, err := os.Open(path)
	if err != nil {
		return compared, err
	}
	defer func() { _ = file.Close() }()
	to := out
	if report != "" {
		written, err := newReport(report)
		if err != nil {
			return compared, err
		}
		defer func() { err = errors.Join(err, written.Close()) }()
		to = written
	}
	lines := newCells(to)
	if err := lines.write("genre", "ligne", "reference", "colonne", "ancien", "consigne"); err != nil {
		return compared, err
	}
	err = onDatabase(ctx, func(given settings, database *store.Store) error {
		service, err := newImports(given, database)
		if err != nil {
			return err
		}
		compared, err = service.Compare(ctx, operatorID, file, func(d imports.Difference) error {
			number := ""
			if d.Number > 0 {
				number = strconv.Itoa(d.Number)
			}
			return lines.write(string(d.Kind), number, d.Reference, d.Column, d.Former, d.Here)
		})
		if refusal := fault.Of(err); refusal != nil {
			return errors.New(refusal.Detail)
		}
		return err
	})
	lines.Flush()
	return compared, errors.Join(err, lines.Error())
}
