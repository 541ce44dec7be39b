package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"consigne/internal/store"
)

// rebuildStatistics recomputes the rollups from which lists and statistics are added up.
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
	return onDatabase(ctx, func(_ settings, database *store.Store) error {
		if err := database.RebuildRollups(ctx); err != nil {
			return err
		}
		_, err := fmt.Fprintln(out, "Les totaux et les statistiques ont été recalculés.")
		return err
	})
}
