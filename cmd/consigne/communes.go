package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"consigne/internal/adapter/geocoder"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/text"
	"consigne/internal/store"
)

// searchPause is the pause between two searches for addresses: the national service allows 50 a second and address.
const searchPause = 100 * time.Millisecond

// mostColumn is the longest text, in characters, of a column of the table of communes.
const mostColumn = 60

// stationsCommand runs the commands about stations.
func stationsCommand(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 || args[0] != "communes" {
		fmt.Fprintln(out, "Usage : consigne stations communes [--exploitant N] [--apply]")
		return errUsage
	}
	flags := flag.NewFlagSet("consigne stations communes", flag.ContinueOnError)
	flags.SetOutput(out)
	operatorID := flags.Int64("exploitant", 0, "numéro d'un exploitant ; sinon, tous")
	apply := flags.Bool("apply", false, "enregistre les communes trouvées ; sinon, rien n'est changé")
	if err := parse(flags, args[1:], 0); err != nil {
		return err
	}
	return onDatabase(ctx, func(given settings, database *store.Store) error {
		if !isWeb(given.GeocoderURL) {
			return wrong("CONSIGNE_GEOCODER_URL", "doit être une adresse http:// ou https://")
		}
		return fillCommunes(ctx, communeSearch{
			stations: on(database).NewStations(), addresses: geocoder.New(given.GeocoderURL), operatorID: *operatorID,
			apply: *apply,
		}, out)
	})
}

type communeSearch struct {
	stations   *station.Service
	addresses  station.Geocoder
	operatorID int64 // 0: all
	apply      bool
}

// verdictWords describes in a table what became of a station whose commune was not found.
var verdictWords = map[station.Verdict]string{
	station.NothingFound:  "laissée : aucune adresse trouvée",
	station.FoundOutside:  "laissée : autre code postal",
	station.FoundUnlikely: "laissée : score trop bas",
	station.FoundNoCode:   "laissée : commune non dite",
}

// fillCommunes lists the stations without a commune with what the address search found, and stores it if told to. What
// was done is listed also when the search fails.
func fillCommunes(ctx context.Context, search communeSearch, out io.Writer) error {
	if !search.apply {
		fmt.Fprintln(out, "Essai : rien n'est changé ; --apply enregistre les communes trouvées.")
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "station\tadresse\tcommune trouvée\tscore\tsuite")
	seen, found := 0, 0
	err := search.stations.ProposeCommunes(ctx, search.operatorID, search.addresses, searchPause, func(
		p station.CommuneProposal,
	) error {
		seen++
		said := verdictWords[p.Verdict]
		if p.Verdict == station.CommuneFound {
			stored, err := search.store(ctx, p)
			if err != nil {
				return err
			}
			if said = "laissée : modifiée entre-temps"; stored {
				found++
				said = map[bool]string{true: "enregistrée", false: "à enregistrer"}[search.apply]
			}
		}
		commune, score := "–", "–"
		if p.Verdict != station.NothingFound {
			commune, score = p.Found.CommuneCode+" "+p.Found.City, strconv.FormatFloat(p.Found.Score, 'f', 2, 64)
		}
		st := p.Station
		fmt.Fprintf(table, "%d %s\t%s\t%s\t%s\t%s\n", st.ID, column(st.Name),
			column(st.Street+", "+st.PostalCode+" "+st.City), column(commune), score, said)
		return nil
	})
	_ = table.Flush() // if the terminal is gone, nobody reads the error
	if err != nil && search.apply {
		return fmt.Errorf("recherche interrompue, relancer la commande la continue : %w", err)
	}
	if err != nil {
		return fmt.Errorf("recherche interrompue : %w", err)
	}
	said := map[bool]string{true: "enregistrées", false: "à enregistrer"}[search.apply]
	_, err = fmt.Fprintf(out, "Stations sans code commune : %d ; %s : %d ; laissées : %d\n", seen, said, found, seen-found)
	return err
}

// store stores a proposal, if the command was told to; it returns whether the station still waits for it.
func (c communeSearch) store(ctx context.Context, p station.CommuneProposal) (bool, error) {
	if !c.apply {
		return true, nil
	}
	return c.stations.SetCommune(ctx, access.Actor{}, p.Station, p.Found.CommuneCode)
}

// column returns a text as one cell of the table.
func column(written string) string { return text.OneLine(written, mostColumn) }
