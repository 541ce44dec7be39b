// Command replay replays a day of a thousand stations against a node of Consigne, faster than real time. It reports
// how long the answers took, and the processor time and memory that node and database used. `make bench-replay` runs
// all of it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

// plan holds the options of the command line.
type plan struct {
	binary, database, site, chart string
	postgres                      int // process id of the server
	periods                       int
	speed, hours, from            float64
}

func main() {
	var p plan
	flag.StringVar(&p.binary, "binary", "bin/consigne", "Consigne")
	flag.StringVar(&p.database, "database", "", "postgres://… or sqlite:… that internal/store/storetest/fill has filled")
	flag.StringVar(&p.site, "site", "", "the file that it printed")
	flag.StringVar(&p.chart, "chart", "", "the chart to write (.svg)")
	flag.IntVar(&p.postgres, "postgres-pid", 0, "the process of the database server")
	flag.Float64Var(&p.speed, "speed", 100,
		"how many times faster than life: 20 is the rate of 200,000 stays a day, 100 that of a million")
	flag.Float64Var(&p.from, "from", 0, "the hour of the day to begin with")
	flag.Float64Var(&p.hours, "hours", 24, "how many hours to play")
	flag.IntVar(&p.periods, "periods", 0,
		"how often to ask for the statistics of each period before the day; if at all, they are also asked for while it runs")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := p.run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(1)
	}
}

func (p plan) run(ctx context.Context) error {
	text, err := os.ReadFile(p.site)
	if err != nil {
		return err
	}
	var site site
	if err := json.Unmarshal(text, &site); err != nil {
		return err
	}
	node, err := startNode(ctx, p.binary, p.database)
	if err != nil {
		return err
	}
	defer node.stop()
	day := newDay(site, node.address)
	if err := day.open(ctx); err != nil {
		return err
	}
	periods := newPeriods(site, node.address)
	if p.periods > 0 {
		if err := periods.askAlone(ctx, p.periods); err != nil {
			return err
		}
	}
	events := day.events(p.from, p.hours)
	fmt.Fprintf(os.Stderr, "%d acts in %s\n", len(events),
		time.Duration(p.hours/p.speed*float64(time.Hour)).Round(time.Second))
	sampler := newSampler(node, p.postgres, day)
	sampler.begin(p)
	if p.periods > 0 {
		periods.begin(ctx)
	}
	day.play(ctx, events, p)
	unanswered := periods.end()
	sampler.end()
	day.print(os.Stdout)
	sampler.print(os.Stdout)
	if p.periods > 0 {
		periods.print(os.Stdout)
	}
	if p.chart != "" {
		if err := os.WriteFile(p.chart, []byte(sampler.chart(p)), 0o600); err != nil {
			return err
		}
	}
	return errors.Join(day.failure(), unanswered)
}
