package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// sample holds the measures of one interval.
type sample struct {
	hour                   float64 // hour of the replayed day
	rate                   float64 // answers a second
	p95                    time.Duration
	nodeMB, heapMB         int64
	nodeCores, serverCores float64
	serverMB               int64
}

const samples = 144 // in a whole run: one for every ten minutes of a day

type sampler struct {
	node     *node
	server   int
	day      *day
	seen     []sample
	stop     chan struct{}
	finished sync.WaitGroup
}

func newSampler(node *node, server int, day *day) *sampler {
	return &sampler{node: node, server: server, day: day, stop: make(chan struct{})}
}

func (s *sampler) loads() (node, server load) {
	node = loadOf(s.node.command.Process.Pid)
	if s.server != 0 {
		server = loadOf(s.server)
	}
	return node, server
}

func (s *sampler) begin(p plan) {
	interval := time.Duration(p.hours / p.speed / samples * float64(time.Hour))
	start := time.Now()
	last := start
	node, server := s.loads()
	s.finished.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for len(s.seen) < samples {
			select {
			case <-s.stop:
				return
			case now := <-ticker.C:
				was, wasServer, took := node, server, now.Sub(last).Seconds()
				node, server = s.loads()
				recent := s.day.calls.takeRecent()
				slices.Sort(recent)
				s.seen = append(s.seen, sample{
					hour: p.from + now.Sub(start).Hours()*p.speed, rate: float64(len(recent)) / took, p95: percentile(recent, 0.95),
					nodeMB: node.memory, heapMB: s.node.liveHeap.Load(), serverMB: server.memory,
					nodeCores:   (node.processor - was.processor).Seconds() / took,
					serverCores: (server.processor - wasServer.processor).Seconds() / took,
				})
				last = now
			}
		}
	})
}

func (s *sampler) end() {
	close(s.stop)
	s.finished.Wait()
}

// print writes the means of each quarter of the run, which show whether memory and processor time grow.
func (s *sampler) print(out io.Writer) {
	fmt.Fprintln(
		out, "\n| quarter | answers a second | p95, ms | node, MB | its live heap | PostgreSQL, MB | node, cores | PostgreSQL, cores |\n|---|---|---|---|---|---|---|---|",
	)
	for q := range 4 {
		part := s.seen[q*len(s.seen)/4 : (q+1)*len(s.seen)/4]
		mean := func(of func(sample) float64) float64 {
			sum := 0.0
			for _, one := range part {
				sum += of(one)
			}
			return sum / float64(max(1, len(part)))
		}
		fmt.Fprintf(out, "| %d | %.0f | %.0f | %.0f | %.0f | %.0f | %.2f | %.2f |\n", q+1,
			mean(func(o sample) float64 { return o.rate }),
			mean(func(o sample) float64 { return float64(o.p95.Milliseconds()) }),
			mean(func(o sample) float64 { return float64(o.nodeMB) }), mean(func(o sample) float64 { return float64(o.heapMB) }),
			mean(func(o sample) float64 { return float64(o.serverMB) }),
			mean(func(o sample) float64 { return o.nodeCores }), mean(func(o sample) float64 { return o.serverCores }))
	}
}

// line is a curve of a panel.
type line struct {
	name, colour string
	of           func(sample) float64
}

const (
	chartWidth, panelHeight, left, right, top = 860, 120, 56, 150, 34
)

// chart draws the run as SVG on a light background of its own, so that it is readable on a dark page too.
func (s *sampler) chart(p plan) string {
	panels := []struct {
		title string
		lines []line
	}{
		{"Answers a second", []line{{"all calls", "#0f5c5c", func(o sample) float64 { return o.rate }}}},
		{"95th percentile, ms", []line{{
			"all calls", "#0f5c5c",
			func(o sample) float64 { return float64(o.p95.Milliseconds()) },
		}}},
		{"Memory of the node, MB", []line{
			{"all it holds", "#0f5c5c", func(o sample) float64 { return float64(o.nodeMB) }},
			{"its live heap", "#b3261e", func(o sample) float64 { return float64(o.heapMB) }},
		}},
		{
			"Memory of PostgreSQL, MB",
			[]line{{"with its buffers", "#8a5a00", func(o sample) float64 { return float64(o.serverMB) }}},
		},
		{"Processor, cores", []line{
			{"PostgreSQL", "#8a5a00", func(o sample) float64 { return o.serverCores }},
			{"node", "#0f5c5c", func(o sample) float64 { return o.nodeCores }},
		}},
	}
	height := top/2 + len(panels)*(panelHeight+top) + 24
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" font-family="sans-serif" font-size="12" fill="#1d2526">
<title>A day of a thousand stations, played at %.0f times its speed</title>
<rect width="100%%" height="100%%" rx="8" fill="#ffffff" stroke="#c9d1d3"/>
`, chartWidth, height, chartWidth, p.speed)
	for i, panel := range panels {
		y := top + i*(panelHeight+top)
		highest := 0.0
		for _, l := range panel.lines {
			for _, o := range s.seen {
				highest = max(highest, l.of(o))
			}
		}
		highest = roundUp(highest)
		fmt.Fprintf(&svg, `<text x="%d" y="%d" font-weight="600">%s</text>`+"\n", left, y-8, panel.title)
		for step := range 3 {
			at := float64(y+panelHeight) - float64(step)*panelHeight/2
			fmt.Fprintf(&svg, `<path d="M%d %.1fH%d" stroke="#dde3e4"/><text x="%d" y="%.1f" text-anchor="end" fill="#4a5658">%g</text>`+"\n",
				left, at, chartWidth-right, left-6, at+4, highest*float64(step)/2)
		}
		for j, l := range panel.lines {
			points := strings.Builder{}
			for _, o := range s.seen {
				fmt.Fprintf(&points, "%.1f,%.1f ", left+(o.hour-p.from)/p.hours*(chartWidth-left-right),
					float64(y+panelHeight)-l.of(o)/highest*panelHeight)
			}
			fmt.Fprintf(&svg, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2" stroke-linejoin="round"/>`+"\n",
				points.String(), l.colour)
			fmt.Fprintf(&svg, `<path d="M%d %dh14" stroke="%s" stroke-width="3"/><text x="%d" y="%d">%s</text>`+"\n",
				chartWidth-right+12, y+10+j*20, l.colour, chartWidth-right+32, y+14+j*20, l.name)
		}
	}
	for tick := range 5 {
		x := left + tick*(chartWidth-left-right)/4
		fmt.Fprintf(&svg, `<text x="%d" y="%d" text-anchor="middle" fill="#4a5658">%g h</text>`+"\n", x, height-14,
			p.from+p.hours*float64(tick)/4)
	}
	svg.WriteString("</svg>\n")
	return svg.String()
}

// roundUp returns the next of 1, 2, 4, 5 or 10 times a power of ten.
func roundUp(value float64) float64 {
	power := 0.01
	for {
		for _, step := range []float64{1, 2, 4, 5} {
			if step*power >= value {
				return step * power
			}
		}
		power *= 10
	}
}
