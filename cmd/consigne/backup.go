package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"consigne/internal/db"
)

// backup copies the SQLite database while it is in use. It does not migrate the database, so either version can make
// the copy before an upgrade.
func backup(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne backup", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprintln(out, "Usage : consigne backup FICHIER") }
	if err := parse(flags, args, 1); err != nil {
		return err
	}
	given, err := readSettings()
	if err != nil {
		return err
	}
	from := db.SQLitePath(given.DatabaseURL)
	if from == "" {
		return errors.New(
			"PostgreSQL se sauvegarde par ses propres outils (pg_basebackup et l'archivage des journaux, ou pg_dump) : voir « Backup and restore » dans docs/operations.md",
		)
	}
	if _, err := os.Stat(from); err != nil {
		return wrong("CONSIGNE_DATABASE_URL", "cette base de données n'est pas lisible ("+err.Error()+")")
	}
	to := flags.Arg(0)
	size, err := db.CopySQLite(ctx, from, to)
	if errors.Is(err, db.ErrCopyExists) {
		return fmt.Errorf("%s existe déjà : une sauvegarde ne remplace aucun fichier", to)
	}
	if errors.Is(err, db.ErrNameTooLong) {
		return errors.New("le nom de fichier est trop long : 255 octets au plus")
	}
	if err != nil {
		return fmt.Errorf("la sauvegarde n'est pas faite : %w", err)
	}
	_, err = fmt.Fprintf(out, "Sauvegarde écrite et vérifiée : %s (%d octets).\n", to, size)
	return err
}
