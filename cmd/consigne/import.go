package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"consigne/internal/db"
	"consigne/internal/domain/machines/imports"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
	"consigne/internal/store"
)

// importFlags are the flags of the files, by kind.
var importFlags = map[imports.Kind]struct{ name, help string }{
	imports.Stations:      {"stations", "fichier des stations"},
	imports.Lockers:       {"lockers", "fichier des casiers et espaces"},
	imports.Tariffs:       {"tariffs", "fichier des conditions tarifaires"},
	imports.Customers:     {"people", "fichier des usagers, avec leur consentement"},
	imports.Subscriptions: {"subscriptions", "fichier des abonnements"},
	imports.Stays:         {"stays", "fichier des utilisations terminées"},
}

// importFiles takes over the files of an operator's former system (docs/import.md).
func importFiles(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne import", flag.ContinueOnError)
	flags.SetOutput(out)
	options, paths := imports.Options{}, map[imports.Kind]*string{}
	flags.Int64Var(&options.OperatorID, "exploitant", 0, "numéro de l'exploitant")
	for _, kind := range imports.Kinds {
		paths[kind] = flags.String(importFlags[kind].name, "", importFlags[kind].help)
	}
	flags.BoolVar(&options.Apply, "apply", false, "reprend les fichiers ; sans cela, rien n'est changé")
	flags.BoolVar(&options.Debts, "debts", false, "reprend comme impayé ce qui reste dû ; sans cela, c'est refusé")
	flags.BoolVar(&options.Mails, "mails", false, "demande par courriel aux personnes déjà connues ailleurs de confirmer")
	report := flags.String("report", "", "écrit le rapport ligne par ligne dans ce fichier CSV plutôt qu'à l'écran")
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	if options.OperatorID <= 0 {
		return errNoOperator
	}
	files := []imports.File{}
	for _, kind := range imports.Kinds {
		if *paths[kind] == "" {
			continue
		}
		file, err := os.Open(*paths[kind])
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		files = append(files, imports.File{Kind: kind, From: file})
	}
	if len(files) == 0 {
		return errors.New(
			"aucun fichier n'est donné : --stations, --lockers, --tariffs, --people, --subscriptions ou --stays",
		)
	}
	lines, err := newLineReport(*report, paths)
	if err != nil {
		return err
	}
	defer lines.close()
	return onDatabase(ctx, func(given settings, database *store.Store) error {
		service, err := newImports(given, database)
		if err != nil {
			return err
		}
		if !options.Apply {
			fmt.Fprintln(out, "Essai : rien n'est changé. --apply reprend les fichiers.")
		}
		// A file is one transaction, however long. It conflicts with nobody: what it reads and writes is the operator's past.
		totals, err := service.Run(db.ReadCommitted(db.WithoutTimeouts(ctx)), options, files, lines)
		if fault.Is(err, fault.KindNotFound) {
			return fmt.Errorf("il n'y a pas d'exploitant %d", options.OperatorID)
		}
		if err != nil && !errors.Is(err, imports.ErrRefused) {
			return fmt.Errorf(
				"%w (le fichier en cours n'est pas repris ; ceux d'avant le sont, et relancer la commande les laisse inchangés)",
				err,
			)
		}
		if told := lines.finish(out); told != nil {
			return told
		}
		for _, t := range totals {
			fmt.Fprintln(out, totalsOf(t))
		}
		if err != nil {
			return refusedLines(options, totals)
		}
		if !options.Apply {
			return nil
		}
		return database.Fold(ctx)
	})
}

// newImports returns the service that takes files over.
func newImports(given settings, database *store.Store) (*imports.Service, error) {
	accounts, err := newAccounts(given, database)
	if err != nil {
		return nil, err
	}
	return on(database).NewImports(accounts), nil
}

func refusedLines(options imports.Options, totals []imports.Totals) error {
	refused := 0
	for _, t := range totals {
		refused += t.Lines[imports.Refused]
	}
	if options.Apply {
		return errors.New(counted(refused, "ligne est refusée : son", "lignes sont refusées : leur") +
			" fichier n'est pas repris, ni ceux qui suivent")
	}
	return errors.New(counted(refused, "ligne serait refusée : son", "lignes seraient refusées : leur") +
		" fichier ne serait pas repris, ni ceux qui suivent")
}

// totalsOf writes the totals of a file, as « stations : 3 créés, 1 inchangé ».
func totalsOf(t imports.Totals) string {
	parts := []string{}
	for _, outcome := range imports.Outcomes {
		switch n := t.Lines[outcome]; {
		case n == 1:
			parts = append(parts, "1 "+string(outcome))
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", n, outcome))
		}
	}
	if len(parts) == 0 {
		parts = []string{"aucune ligne"}
	}
	return importFlags[t.Kind].name + " : " + strings.Join(parts, ", ")
}

// lineReport writes what becomes of each line to a file: that of --report, as CSV, or one that is shown at the end. The
// lines of a transaction that starts over are taken back.
type lineReport struct {
	file   *os.File
	to     *bufio.Writer
	shown  bool
	names  map[imports.Kind]string
	starts map[imports.Kind]int64 // where the lines of each kind begin in the file
}

func newLineReport(path string, names map[imports.Kind]*string) (*lineReport, error) {
	r := &lineReport{shown: path == "", names: map[imports.Kind]string{}, starts: map[imports.Kind]int64{}}
	for kind, name := range names {
		r.names[kind] = *name
	}
	var err error
	if r.shown {
		r.file, err = os.CreateTemp("", "consigne-import-*")
	} else {
		r.file, err = newReport(path)
	}
	if err != nil {
		return nil, err
	}
	r.to = bufio.NewWriterSize(r.file, 1<<16)
	if !r.shown {
		r.write("fichier", "ligne", "reference", "resultat", "colonne", "message")
	}
	return r, nil
}

// Begin implements imports.Reporter.
func (r *lineReport) Begin(kind imports.Kind) error {
	if err := r.to.Flush(); err != nil {
		return err
	}
	start, again := r.starts[kind]
	if !again {
		end, err := r.file.Seek(0, io.SeekEnd)
		r.starts[kind] = end
		return err
	}
	for later, at := range r.starts {
		if at > start {
			delete(r.starts, later)
		}
	}
	if err := r.file.Truncate(start); err != nil {
		return err
	}
	_, err := r.file.Seek(start, io.SeekStart)
	return err
}

// Line implements imports.Reporter.
func (r *lineReport) Line(line imports.LineReport) error {
	problems := line.Problems
	if len(problems) == 0 {
		problems = []fault.Violation{{}}
	}
	for _, p := range problems {
		if !r.shown {
			r.write(r.names[line.Kind], strconv.Itoa(line.Number), line.Reference, string(line.Outcome), p.Field, p.Message)
			continue
		}
		fmt.Fprintf(r.to, "%s:%d %s %s", r.names[line.Kind], line.Number, line.Outcome,
			text.OneLine(line.Reference, fault.MaxText))
		if p.Field != "" {
			fmt.Fprintf(r.to, ", %s", p.Field)
		}
		if p.Message != "" {
			fmt.Fprintf(r.to, " : %s", p.Message)
		}
		fmt.Fprintln(r.to)
	}
	return nil // a failed write is kept by the writer, and told by finish
}

func (r *lineReport) write(values ...string) {
	to := newCells(r.to)
	_ = to.write(values...) // a failed write is kept by the writer, and told by finish
	to.Flush()
}

// finish shows the lines, unless they are in a file of their own.
func (r *lineReport) finish(out io.Writer) error {
	if err := r.to.Flush(); err != nil || !r.shown {
		return err
	}
	if _, err := r.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(out, r.file)
	return err
}

func (r *lineReport) close() {
	_ = r.file.Close()
	if r.shown {
		_ = os.Remove(r.file.Name())
	}
}
