package main

import (
	"context"
	"flag"
	"fmt"
	"io"
)

// rebuildStatistics counts anew what lists and figures are added up from.
func rebuildStatistics(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 || args[0] != "rebuild" {
		fmt.Fprintln(out, "Usage : consigne statistics rebuild")
		return errUsage
	}
	flags := flag.NewFlagSet("consigne statistics rebuild", flag.ContinueOnError)
	flags.SetOutput(out)
	if err := parse(flags, args[1:], 0); err != nil {
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
	if err := kept.RebuildTallies(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "Les totaux et les statistiques ont été recalculés.")
	return err
}
