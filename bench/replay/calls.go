package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// calls records how long each kind of call took.
type calls struct {
	client   *http.Client
	mutex    sync.Mutex
	took     map[string][]time.Duration
	recent   []time.Duration // since the last sample
	failures []error
}

func newCalls() *calls {
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	return &calls{client: &http.Client{Transport: transport, Timeout: time.Minute}, took: map[string][]time.Duration{}}
}

func (c *calls) reset() { c.took, c.recent = map[string][]time.Duration{}, nil }

func (c *calls) note(name string, took time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.took[name] = append(c.took[name], took)
	c.recent = append(c.recent, took)
}

func (c *calls) fail(err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.failures = append(c.failures, err)
}

// takeRecent returns the durations recorded since it was last called.
func (c *calls) takeRecent() []time.Duration {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	recent := c.recent
	c.recent = nil
	return recent
}

// send makes a call. It returns an error for every status that is not a success.
func (d *day) send(ctx context.Context, name, method, path, bearer string, body, into any) error {
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, d.address+path, sent)
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if bearer != "" {
		request.Header.Set("Authorization", "Bearer "+bearer)
	}
	start := time.Now()
	got, err := d.calls.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = got.Body.Close() }()
	if got.StatusCode >= http.StatusBadRequest {
		text, _ := io.ReadAll(io.LimitReader(got.Body, 500))
		return fmt.Errorf("%s %s: %d %s", method, path, got.StatusCode, text)
	}
	if into != nil {
		err = json.NewDecoder(got.Body).Decode(into)
	}
	if _, rest := io.Copy(io.Discard, got.Body); err == nil {
		err = rest
	}
	d.calls.note(name, time.Since(start))
	return err
}

// failure returns the first failure, with the number of failures, or nil.
func (d *day) failure() error {
	if n := len(d.calls.failures); n > 0 {
		return fmt.Errorf("%d errors, the first: %w", n, d.calls.failures[0])
	}
	return nil
}

// print writes the table that is in docs/performance.md.
func (d *day) print(out io.Writer) {
	fmt.Fprintln(out, "| call | number | p50 | p95 | p99 | longest |\n|---|---|---|---|---|---|")
	total := []time.Duration{}
	row := func(name string, took []time.Duration) {
		slices.Sort(took)
		fmt.Fprintf(out, "| %s | %d | %s | %s | %s | %s |\n", name, len(took),
			millis(percentile(took, 0.5)), millis(percentile(took, 0.95)), millis(percentile(took, 0.99)),
			millis(percentile(took, 1)))
	}
	for _, name := range slices.Sorted(maps.Keys(d.calls.took)) {
		row(name, d.calls.took[name])
		total = append(total, d.calls.took[name]...)
	}
	row("all", total)
	fmt.Fprintf(out, "\nErrors: %d\n", len(d.calls.failures))
}

// percentile returns a percentile of sorted durations.
func percentile(sorted []time.Duration, share float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[int(share*float64(len(sorted)-1))]
}

func millis(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	if ms < 10 {
		return fmt.Sprintf("%.1f", ms)
	}
	return fmt.Sprintf("%.0f", ms)
}
