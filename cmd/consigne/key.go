package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"

	"consigne/internal/domain/ownership"
	"consigne/internal/domain/servicekey"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
)

// key manages the keys of the field API from the command line.
func key(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne key", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() {
		fmt.Fprintln(out, "Usage : consigne key create EXPLOITANT LIBELLÉ | list EXPLOITANT | revoke CLÉ")
	}
	arguments := map[string]int{"create": 3, "list": 2, "revoke": 2}
	if len(args) == 0 || arguments[args[0]] == 0 {
		flags.Usage()
		return errUsage
	}
	if err := parse(flags, args, arguments[args[0]]); err != nil {
		return err
	}
	id, err := strconv.ParseInt(flags.Arg(1), 10, 64)
	if err != nil {
		return errors.New("l'identifiant doit être un nombre")
	}
	return onDatabase(ctx, func(_ settings, database *store.Store) error {
		err := keyAct(ctx, database, args[0], id, flags.Arg(2), out)
		if refusal := fault.Of(err); refusal != nil {
			return errors.New(refusal.Detail)
		}
		return err
	})
}

func keyAct(ctx context.Context, database *store.Store, verb string, id int64, label string, out io.Writer) error {
	keys := servicekey.NewService(database.ForServiceKeys(), clock.System{})
	switch verb {
	case "create":
		if err := ownership.NewService(database.ForOwnership()).CheckInService(ctx, id); err != nil {
			return err
		}
		_, secret, err := keys.Create(ctx, access.Actor{}, id, label)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "Cette clé ne sera plus montrée :\n%s\n", secret)
		return err
	case "revoke":
		return keys.Revoke(ctx, access.Actor{}, id)
	}
	list, err := keys.List(ctx, id)
	for _, k := range list {
		fmt.Fprintf(out, "%6d  %s…  %s  %s\n", k.ID, k.Hint, k.CreatedAt.In(clock.Paris).Format("02/01/2006"), k.Label)
	}
	return err
}
