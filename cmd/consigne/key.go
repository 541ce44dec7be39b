package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
)

const keyHelp = `Usage : consigne key create [--rights DROITS] [--field] [--expires AAAA-MM-JJ] [--limit APPELS] EXPLOITANT LIBELLÉ
       consigne key list EXPLOITANT | replace CLÉ | revoke CLÉ
Sans --rights ni --field, une clé est pour l'interface de terrain. DROITS : « gestionnaire », ou des droits
séparés par des virgules. --limit : appels par minute, 300 avec des droits, sans limite pour le terrain seul.`

// key manages the keys of operators from the command line.
func key(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne key", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprintln(out, keyHelp) }
	arguments := map[string]int{"create": 2, "list": 1, "replace": 1, "revoke": 1}
	if len(args) == 0 || arguments[args[0]] == 0 {
		flags.Usage()
		return errUsage
	}
	var typed keyFlags
	if args[0] == "create" {
		typed.declare(flags)
	}
	if err := parse(flags, args[1:], arguments[args[0]]); err != nil {
		return err
	}
	id, err := strconv.ParseInt(flags.Arg(0), 10, 64)
	if err != nil {
		return errors.New("l'identifiant doit être un nombre")
	}
	grant, err := typed.grant(flags.Arg(1))
	if err != nil {
		return err
	}
	return onDatabase(ctx, func(_ settings, database *store.Store) error {
		err := keyAct(ctx, database, args[0], id, grant, out)
		if refusal := fault.Of(err); refusal != nil {
			return errors.New(refusal.Detail)
		}
		return err
	})
}

// keyFlags are what the options say of a key to create.
type keyFlags struct {
	rights, expires string
	field           bool
	limit           int64
}

func (f *keyFlags) declare(flags *flag.FlagSet) {
	flags.StringVar(&f.rights, "rights", "", "")
	flags.BoolVar(&f.field, "field", false, "")
	flags.StringVar(&f.expires, "expires", "", "")
	flags.Int64Var(&f.limit, "limit", 0, "")
}

// grant returns the key's grant. A key expires in the last minute of the day that is named, in Paris, as in the
// console.
func (f *keyFlags) grant(label string) (servicekey.Grant, error) {
	grant := servicekey.Grant{Label: label, Field: f.field}
	switch {
	case f.rights == "gestionnaire":
		grant.Rights = access.RightsOf(access.Manager)
	case f.rights != "":
		for name := range strings.SplitSeq(f.rights, ",") {
			grant.Rights = append(grant.Rights, access.Right(strings.TrimSpace(name)))
		}
	}
	if f.limit != 0 {
		grant.Limit = &f.limit
	}
	if f.expires != "" {
		day, err := time.ParseInLocation(time.DateOnly, f.expires, clock.Paris)
		if err != nil {
			return grant, errors.New("--expires : indiquez un jour, comme 2027-12-31")
		}
		grant.ExpiresAt = new(day.AddDate(0, 0, 1).Add(-time.Minute))
	}
	return grant, nil
}

func keyAct(
	ctx context.Context, database *store.Store, verb string, id int64, grant servicekey.Grant, out io.Writer,
) error {
	keys := on(database).NewKeys(nil)
	show := func(secret string, err error) error {
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "Cette clé ne sera plus montrée :\n%s\n", secret)
		return err
	}
	switch verb {
	case "create":
		if err := on(database).NewOwners().CheckInService(ctx, id); err != nil {
			return err
		}
		_, secret, err := keys.Create(ctx, access.Actor{}, id, grant)
		return show(secret, err)
	case "replace":
		return show(keys.Replace(ctx, access.Actor{}, id))
	case "revoke":
		return keys.Revoke(ctx, access.Actor{}, id)
	}
	list, err := keys.List(ctx, id)
	for _, k := range list {
		fmt.Fprintf(out, "%6d  %s…  %s  %s%s\n", k.ID, k.Hint, k.CreatedAt.In(clock.Paris).Format("02/01/2006"), k.Label,
			notPlain(k))
	}
	return err
}

// notPlain returns what makes a key more, or less, than one for the field API.
func notPlain(k servicekey.Key) string {
	said := []string{}
	if n := len(k.Rights); n > 0 {
		said = append(said, fmt.Sprintf("%d droit(s)", n))
		if k.Field {
			said = append(said, "terrain")
		}
	}
	if k.ExpiresAt != nil {
		said = append(said, "expire le "+k.ExpiresAt.In(clock.Paris).Format("02/01/2006 à 15h04"))
	}
	if k.Limit != nil {
		said = append(said, counted(*k.Limit, "appel par minute", "appels par minute"))
	}
	if len(said) == 0 {
		return ""
	}
	return " (" + strings.Join(said, ", ") + ")"
}
