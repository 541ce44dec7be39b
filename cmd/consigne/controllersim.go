package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"consigne/internal/adapter/field"
	"consigne/internal/adapter/field/simulator"
)

// How long a person takes at the door, with --auto.
const (
	typesAfter  = 3 * time.Second
	closesAfter = 5 * time.Second
)

func simulateControllers(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne controller-sim", flag.ContinueOnError)
	flags.SetOutput(out)
	address := flags.String("mqtt", "mqtt://127.0.0.1:1883",
		"broker ; mqtt://:mot-de-passe@hôte:port pour un mot de passe, le nom étant le numéro de la station")
	stations := flags.String("station", "1", "numéros des stations à simuler, comme 1,4 ou 1-200")
	auto := flags.Bool("auto", false, "tape chaque code reçu, puis referme la porte")
	flags.Usage = func() {
		fmt.Fprintln(out, "Usage : consigne controller-sim [options]")
		fmt.Fprintln(
			out, "Simule le contrôleur d'une ou de plusieurs stations (docs/field.md). Sans --auto, le clavier des casiers",
		)
		fmt.Fprintln(out, "est l'entrée standard : une ligne « CASIER CODE » tape un code, « CASIER » referme la porte.")
		flags.PrintDefaults()
	}
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	broker, err := field.ParseBroker(*address)
	if err != nil {
		return wrong("--mqtt", err.Error())
	}
	numbers, err := stationNumbers(*stations)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(out, nil))
	controllers := make([]*simulator.Controller, len(numbers))
	var running sync.WaitGroup
	for i, number := range numbers {
		c := simulator.New(number, broker, log)
		if *auto {
			c.OnCode = func(lockerID int64, digits string) { openAndClose(ctx, c, lockerID, digits) }
		}
		controllers[i] = c
		running.Go(func() {
			if err := c.Run(ctx); err != nil {
				log.ErrorContext(ctx, "arrêt", "station", number, "error", err)
			}
		})
	}
	if !*auto {
		go typeLines(controllers, os.Stdin, out)
	}
	running.Wait()
	return nil
}

func openAndClose(ctx context.Context, c *simulator.Controller, lockerID int64, digits string) {
	if wait(ctx, typesAfter) && c.Type(lockerID, digits) && wait(ctx, closesAfter) {
		c.Close(lockerID)
	}
}

func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// typeLines runs each input line as an action at a locker, at whichever station the locker is.
func typeLines(controllers []*simulator.Controller, in io.Reader, out io.Writer) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		lockerID, err := strconv.ParseInt(words[0], 10, 64)
		if err != nil || len(words) > 2 {
			fmt.Fprintln(out, "« CASIER CODE » tape un code, « CASIER » referme la porte.")
			continue
		}
		opened := false
		for _, c := range controllers {
			if len(words) == 1 {
				c.Close(lockerID)
			} else if c.Type(lockerID, words[1]) {
				opened = true
			}
		}
		if len(words) == 2 && !opened {
			fmt.Fprintln(out, "Code refusé.")
		}
	}
}

// stationNumbers parses a list such as « 1,4,10-20 ».
func stationNumbers(text string) ([]int64, error) {
	const most = 10_000
	var numbers []int64
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			to = from
		}
		low, err := strconv.ParseInt(from, 10, 64)
		high, err2 := strconv.ParseInt(to, 10, 64)
		if err != nil || err2 != nil || low < 1 || high < low || high-low >= most {
			return nil, wrong("--station", "doit être une liste de numéros, comme 1,4 ou 1-200")
		}
		for number := low; number <= high; number++ {
			numbers = append(numbers, number)
		}
	}
	return numbers, nil
}
