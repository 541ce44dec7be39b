package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The load: that many clients, each with its own persistent connection, request these pages in turn. In each round
// every server is started, warmed up and measured.
const clients = 8

var (
	warmUp  = 2 * time.Second
	measure = 6 * time.Second
	rounds  = 5

	pages   = []int{1, 2, 1, 3, 1, 10, 1, 5, 100, 1000}
	checked = []int{1, 1000}
)

// With CONSIGNE_BENCH_SMOKE it is only seen that all works, on the few stays that internal/store/storetest/fill then
// makes.
func init() {
	if os.Getenv("CONSIGNE_BENCH_SMOKE") != "" {
		warmUp, measure, rounds = 100*time.Millisecond, 200*time.Millisecond, 1
		pages, checked = []int{1, 2, 10}, []int{1, 10}
	}
}

// measured holds the result of one server in one round.
type measured struct {
	perSecond float64
	processor float64 // processor time of the server, in milliseconds a request
}

func compare(ctx context.Context, binary, folder string) error {
	all, err := servers(binary, folder)
	if err != nil {
		return err
	}
	results := map[string][]measured{} // by name of server and list
	var answers map[string]string
	for round := range rounds {
		for _, s := range all {
			if err := s.round(ctx, results, &answers); err != nil {
				return fmt.Errorf("%s, round %d: %w", s.name, round+1, err)
			}
		}
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, rounds)
	}
	fmt.Print(table(all, results))
	return nil
}

// round measures one server on each list.
func (s server) round(ctx context.Context, results map[string][]measured, answers *map[string]string) error {
	r, err := s.start(ctx)
	if err != nil {
		return err
	}
	defer r.stop()
	if err := s.check(ctx, r, answers); err != nil {
		return err
	}
	for _, list := range lists {
		if _, err := s.load(ctx, r, list, warmUp); err != nil {
			return err
		}
		before, err := r.processorTime()
		if err != nil {
			return err
		}
		started := time.Now()
		n, err := s.load(ctx, r, list, measure)
		if err != nil {
			return err
		}
		took := time.Since(started)
		after, err := r.processorTime()
		if err != nil {
			return err
		}
		key := s.name + list.name
		results[key] = append(results[key],
			measured{float64(n) / took.Seconds(), float64((after - before).Microseconds()) / 1000 / float64(n)})
	}
	return nil
}

// load requests pages until the time is over, and returns the number of answers.
func (s server) load(ctx context.Context, r *running, list list, during time.Duration) (int64, error) {
	transport := &http.Transport{MaxIdleConnsPerHost: clients, DisableCompression: true}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	var next, answered atomic.Int64
	var failed atomic.Pointer[error]
	var group sync.WaitGroup
	until := time.Now().Add(during)
	for range clients {
		group.Go(func() {
			for time.Now().Before(until) && failed.Load() == nil {
				page := pages[int(next.Add(1))%len(pages)]
				if _, err := r.get(ctx, client, s.path(list, page)); err != nil {
					failed.Store(&err)
					return
				}
				answered.Add(1)
			}
		})
	}
	group.Wait()
	if err := failed.Load(); err != nil {
		return 0, *err
	}
	return answered.Load(), nil
}

func (r *running) get(ctx context.Context, client *http.Client, path string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.site+path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+r.token)
	got, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	if err == nil && got.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %d %s", path, got.StatusCode, body)
	}
	return body, err
}

// check checks that all servers give the same answers: the same total and the same stays.
func (s server) check(ctx context.Context, r *running, answers *map[string]string) error {
	got := map[string]string{}
	for _, list := range lists {
		for _, page := range checked {
			body, err := r.get(ctx, http.DefaultClient, s.path(list, page))
			if err != nil {
				return err
			}
			said, err := summary(body)
			if err != nil {
				return err
			}
			got[fmt.Sprint(list.name, ", page ", page)] = said
		}
	}
	if *answers == nil {
		*answers = got
	}
	for path, want := range *answers {
		if total, stays, _ := strings.Cut(want, ":"); got[path] != want && got[path] != "-1:"+stays {
			return fmt.Errorf("%s: answers %s, not %s:%s", path, got[path], total, stays)
		}
	}
	return nil
}

// summary returns the total and the ids of the stays in an answer of either kind.
func summary(body []byte) (string, error) {
	var read struct {
		Count      int                   `json:"count"`
		TotalItems int                   `json:"totalItems"`
		Stays      []struct{ ID int }    `json:"history"`
		Items      []struct{ ID string } `json:"items"`
	}
	if err := json.Unmarshal(body, &read); err != nil {
		return "", err
	}
	ids := []string{}
	for _, stay := range read.Stays {
		ids = append(ids, fmt.Sprint(stay.ID))
	}
	for _, stay := range read.Items {
		ids = append(ids, strings.TrimLeft(stay.ID, "0"))
	}
	return fmt.Sprint(read.Count+read.TotalItems, ":", strings.Join(ids, " ")), nil
}

// table formats the medians of the rounds. Its last column is the median, over the rounds, of Consigne's rate divided
// by the server's.
func table(all []server, results map[string][]measured) string {
	var text strings.Builder
	text.WriteString(
		"| list | server | requests a second | in each round | processor, ms a request | Consigne is |\n|---|---|---|---|---|---|\n",
	)
	for _, list := range lists {
		consigne := results[all[0].name+list.name]
		for _, s := range all {
			var each []string
			var perSecond, processor, ratios []float64
			for i, round := range results[s.name+list.name] {
				each = append(each, fmt.Sprintf("%.0f", round.perSecond))
				perSecond, processor = append(perSecond, round.perSecond), append(processor, round.processor)
				ratios = append(ratios, consigne[i].perSecond/round.perSecond)
			}
			fmt.Fprintf(&text, "| %s | %s | %.0f | %s | %.2f | %.2f × |\n", list.name, s.name, median(perSecond),
				strings.Join(each, " "), median(processor), median(ratios))
		}
	}
	return text.String()
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
