package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/proof"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
)

// ledgerCommand exports and verifies the ledger, and shows the public key of its seals.
func ledgerCommand(ctx context.Context, args []string, out io.Writer) error {
	verbs := map[string]func(ctx context.Context, args []string, out io.Writer) error{
		"export": exportLedger, "verify": verifyLedger, "recount": recountTotals, "key": ledgerKey,
	}
	if len(args) == 0 || verbs[args[0]] == nil {
		fmt.Fprintln(
			out, "Usage : consigne ledger export --exploitant N --du AAAA-MM-JJ --au AAAA-MM-JJ FICHIER | verify [--sceaux FICHIER] [FICHIER] | recount --exploitant N | key",
		)
		return errUsage
	}
	return verbs[args[0]](ctx, args[1:], out)
}

func ledgerFlags(name, usage string, out io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet("consigne ledger "+name, flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() {
		fmt.Fprintln(out, "Usage : consigne ledger "+name+" "+usage)
		flags.PrintDefaults()
	}
	return flags
}

var (
	errNoOperator = errors.New("--exploitant doit être le numéro d'un exploitant")
	errDays       = errors.New("--du et --au doivent être des jours, comme 2026-11-01 et 2026-11-30, dans cet ordre")
)

// operatorDays are the flags that name an operator and some days of Paris, both included.
type operatorDays struct {
	operatorID *int64
	from, to   *string
}

func addOperatorDays(flags *flag.FlagSet) operatorDays {
	return operatorDays{
		operatorID: flags.Int64("exploitant", 0, "numéro de l'exploitant"),
		from:       flags.String("du", "", "premier jour, à Paris"),
		to:         flags.String("au", "", "dernier jour, compris"),
	}
}

func (d operatorDays) read() (operatorID int64, first, last clock.Day, err error) {
	first, err = clock.ParseDay(*d.from)
	last, lastErr := clock.ParseDay(*d.to)
	switch {
	case *d.operatorID <= 0:
		err = errNoOperator
	case err != nil || lastErr != nil || last < first:
		err = errDays
	}
	return *d.operatorID, first, last, err
}

// exportLedger writes an archive of the ledger of an operator.
func exportLedger(ctx context.Context, args []string, out io.Writer) error {
	flags := ledgerFlags("export", "--exploitant N --du AAAA-MM-JJ --au AAAA-MM-JJ FICHIER", out)
	days := addOperatorDays(flags)
	if err := parse(flags, args, 1); err != nil {
		return err
	}
	operatorID, first, last, err := days.read()
	if err != nil {
		return err
	}
	return onLedger(ctx, func(books *ledger.Service) error {
		var entries int64
		err := writeWhole(flags.Arg(0), func(to io.Writer) error {
			entries, err = books.Export(ctx, operatorID, first, last, to)
			return err
		})
		if broken, is := errors.AsType[*ledger.Broken](err); is {
			return fmt.Errorf("le registre n'est pas valide, rien n'a été écrit : %w", broken)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s dans %s.\n", counted(entries, "écriture a été écrite", "écritures ont été écrites"),
			flags.Arg(0))
		return err
	})
}

// writeWhole writes a file that is there complete, or not at all.
func writeWhole(path string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.partiel")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }() // does nothing once it has its name
	if err := errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// verifyLedger checks an archive, or the database.
func verifyLedger(ctx context.Context, args []string, out io.Writer) error {
	flags := ledgerFlags("verify", "[--sceaux FICHIER] [FICHIER] : sans FICHIER, la base de données", out)
	sealsFile := flags.String("sceaux", "", "sceaux publiés (/api/ouvert/sceaux/…) et gardés depuis")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return errUsage
	}
	if flags.NArg() > 1 {
		flags.Usage()
		return errUsage
	}
	published, err := readSeals(*sealsFile)
	if err != nil {
		return err
	}
	if flags.NArg() == 1 {
		return verifyArchive(flags.Arg(0), published, out)
	}
	seals := []ledger.Seal{}
	if published != nil {
		if seals, err = published.Seals(); err != nil {
			return err
		}
	}
	return onMoney(ctx, func(books *ledger.Service, database *store.Store) error {
		found, err := proof.NewService(database, books).Verify(ctx, seals)
		if err != nil {
			return err
		}
		bad := []error{}
		for _, one := range found {
			if one.Broken != nil {
				bad = append(bad, one.Broken)
				continue
			}
			fmt.Fprintf(out, "exploitant %d : valide, %s, %s\n", one.OperatorID, counted(one.Entries, "écriture", "écritures"),
				counted(one.Seals, "sceau", "sceaux"))
		}
		return verdict(bad, out)
	})
}

func verdict(bad []error, out io.Writer) error {
	if len(bad) > 0 {
		return fmt.Errorf("non valide\n%w", errors.Join(bad...))
	}
	_, err := fmt.Fprintln(out, "valide")
	return err
}

func readSeals(path string) (*ledger.Published, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	doc, err := ledger.ReadPublished(file)
	return &doc, err
}

func verifyArchive(path string, published *ledger.Published, out io.Writer) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	found, err := proof.VerifyArchive(file, info.Size(), published)
	if err != nil {
		return err
	}
	if found.Broken != nil {
		return verdict([]error{found.Broken}, out)
	}
	keys := make([]string, len(found.Keys))
	for i, key := range found.Keys {
		keys[i] = string(key)
	}
	fmt.Fprintf(out, "exploitant %d, du %s au %s : valide, %s (n° %d à %d), %s, clés %s\n",
		found.OperatorID, found.From, found.To, counted(found.Entries, "écriture", "écritures"), found.First, found.Last,
		counted(found.Seals, "sceau", "sceaux"), strings.Join(keys, " "))
	return verdict(nil, out)
}

// recountTotals works the totals of the statements of an operator out again from its ledger.
func recountTotals(ctx context.Context, args []string, out io.Writer) error {
	flags := ledgerFlags("recount", "--exploitant N", out)
	operatorID := flags.Int64("exploitant", 0, "numéro de l'exploitant")
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	if *operatorID <= 0 {
		return errNoOperator
	}
	return onMoney(ctx, func(books *ledger.Service, database *store.Store) error {
		c := on(database)
		if err := statement.NewService(database, c.Clock, books, nil).Recount(ctx, *operatorID); err != nil {
			return err
		}
		_, err := fmt.Fprintln(out, "Les totaux sont refaits d'après le registre.")
		return err
	})
}

// ledgerKey shows the public keys of the seals, that which signs now first.
func ledgerKey(_ context.Context, args []string, out io.Writer) error {
	flags := ledgerFlags("key", "", out)
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	given, err := readSettings()
	if err != nil {
		return err
	}
	keys, err := given.ledgerKeys()
	if err != nil {
		return err
	}
	for _, key := range keys.Public() {
		fmt.Fprintln(out, key)
	}
	return nil
}

func onLedger(ctx context.Context, act func(books *ledger.Service) error) error {
	return onMoney(ctx, func(books *ledger.Service, _ *store.Store) error { return act(books) })
}

func onMoney(ctx context.Context, act func(books *ledger.Service, database *store.Store) error) error {
	return onDatabase(ctx, func(given settings, database *store.Store) error {
		books, err := newLedger(given, database)
		if err != nil {
			return err
		}
		err = act(books, database)
		if refusal := fault.Of(err); refusal != nil {
			return errors.New(refusal.Detail)
		}
		return err
	})
}
