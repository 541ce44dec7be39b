package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// pauseOfPeriods is between two calls of statistics, as people who look at them leave one.
const pauseOfPeriods = 200 * time.Millisecond

// periods asks for the statistics of periods of several lengths, of the largest operator and of the platform, through
// the calls that the built-in dashboard makes: first while nothing else runs, then while the day does.
type periods struct {
	alone, during *asker
	stop          chan struct{}
	finished      sync.WaitGroup
}

// asker makes the calls, and records how long they took.
type asker struct{ *day }

func newPeriods(site site, address string) *periods {
	return &periods{alone: &asker{newDay(site, address)}, during: &asker{newDay(site, address)}, stop: make(chan struct{})}
}

// round asks for each period once.
func (a *asker) round(ctx context.Context) error {
	for _, whose := range []struct{ name, email, path string }{
		{"platform", a.site.Admin, "/api/admin/iloo/analytics"},
		{"operator", a.site.Operators[0].Staff[0], a.site.Operators[0].path("/api/admin/iloo/analytics/")},
	} {
		var opened struct {
			Token string `json:"token"`
		}
		credentials := map[string]string{"username": whose.email, "password": a.site.Password}
		if err := a.send(ctx, "login", http.MethodPost, "/api/compte/connexion", "", credentials, &opened); err != nil {
			return err
		}
		var given struct {
			Address string `json:"iframeUrl"`
		}
		if err := a.send(ctx, "address", http.MethodGet, whose.path, opened.Token, nil, &given); err != nil {
			return err
		}
		_, token, _ := strings.Cut(given.Address, "#")
		for _, days := range []int{7, 30, 90, 365} {
			from, to := lastDays(days - 1)
			query := url.Values{"du": {from}, "au": {to}}.Encode()
			if err := a.send(ctx, nameOfPeriod(days, whose.name), http.MethodGet, "/api/statistiques?"+query, token, nil,
				nil); err != nil {
				return err
			}
			sleep(ctx, pauseOfPeriods)
		}
	}
	return nil
}

func nameOfPeriod(days int, whose string) string { return fmt.Sprintf("%d days, %s", days, whose) }

// askAlone asks for all periods before the day begins. The first round, which fills caches, does not count.
func (p *periods) askAlone(ctx context.Context, rounds int) error {
	for i := range rounds + 1 {
		if err := p.alone.round(ctx); err != nil {
			return err
		}
		if i == 0 {
			p.alone.calls.reset()
		}
	}
	return nil
}

// begin asks for all periods again and again until end.
func (p *periods) begin(ctx context.Context) {
	p.finished.Go(func() {
		for {
			select {
			case <-p.stop:
				return
			default:
			}
			if err := p.during.round(ctx); err != nil && ctx.Err() == nil {
				p.during.calls.fail(err)
				return
			}
		}
	})
}

func (p *periods) end() error {
	close(p.stop)
	p.finished.Wait()
	return p.during.failure()
}

// print writes the times of each period without and with the day.
func (p *periods) print(out io.Writer) {
	fmt.Fprintln(
		out, "\n| statistics | alone: number | p50 | p99 | while the day runs: number | p50 | p99 | p50, ratio |\n|---|---|---|---|---|---|---|---|",
	)
	for _, whose := range []string{"platform", "operator"} {
		for _, days := range []int{7, 30, 90, 365} {
			name := nameOfPeriod(days, whose)
			alone, during := p.alone.calls.took[name], p.during.calls.took[name]
			slices.Sort(alone)
			slices.Sort(during)
			ratio := float64(percentile(during, 0.5)) / float64(max(percentile(alone, 0.5), 1))
			fmt.Fprintf(out, "| %s | %d | %s | %s | %d | %s | %s | %.1f |\n", name, len(alone), millis(percentile(alone, 0.5)),
				millis(percentile(alone, 0.99)),
				len(during), millis(percentile(during, 0.5)), millis(percentile(during, 0.99)), ratio)
		}
	}
}
