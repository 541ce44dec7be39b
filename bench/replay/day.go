package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// site is the output of internal/store/storetest/fill.
type site struct {
	Password  string      `json:"password"`
	Admin     string      `json:"admin"`
	Operators []*operator `json:"operators"`
}

type operator struct {
	ID       int64    `json:"id"`
	Key      string   `json:"key"`
	Staff    []string `json:"staff"`
	People   []int64  `json:"people"`
	Stations []int64  `json:"stations"`
	Lockers  []int64  `json:"lockers"`
	Counters []string `json:"counters"`

	mutex  sync.Mutex
	tokens map[string]string // tokens of the signed-in staff, by e-mail
}

// The relative traffic of each hour: the working day of internal/demo, the day of an office, and an even one.
var (
	street = [24]float64{2, 1, 1, 1, 2, 8, 24, 60, 70, 38, 22, 20, 26, 24, 20, 18, 24, 34, 36, 24, 14, 10, 8, 4}
	office = [24]float64{0.2, 0.1, 0.1, 0.1, 0.2, 0.5, 2, 5, 9, 10, 10, 9, 6, 8, 10, 10, 9, 7, 4, 2, 1, 0.5, 0.4, 0.3}
	allDay = [24]float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
)

// act is a kind of call that happens daily times a day.
type act struct {
	name  string
	daily int
	hours *[24]float64
	do    func(d *day, ctx context.Context, o *operator) error
}

// acts is the traffic of a thousand stations: one stay a locker and day; spaces that are counted every five minutes;
// an application that requests the stations each minute; eighteen members of staff.
var acts = []act{
	{"stay (begin, end)", 10_000, &street, (*day).stay},
	{"count of a space", 50 * 288, &allDay, (*day).count},
	{"stations, for applications", 3 * 1440, &allDay, (*day).fieldStations},
	{"a customer is made known", 300, &street, (*day).register},
	{"remote code (given, typed)", 300, &street, (*day).code},
	{"login", 250, &office, (*day).login},
	{"search of a person", 2500, &office, (*day).search},
	{"a person's page", 1500, &office, (*day).account},
	{"list of stations", 1200, &office, (*day).stations},
	{"a station's lockers", 2000, &office, (*day).lockers},
	{"« À traiter »", 1200, &office, (*day).worklist},
	{"list of payments", 1500, &office, (*day).payments},
	{"history, a month", 1200, &office, (*day).history},
	{"journal", 300, &office, (*day).audit},
	{"statistics, 30 days", 200, &office, (*day).statistics},
	{"export of a month (CSV)", 40, &office, (*day).export},
}

type event struct {
	at       time.Duration // since the start of the day
	act      *act
	operator *operator
}

// day is a day that is replayed.
type day struct {
	site    site
	address string
	calls   *calls
	speed   float64
	random  *rand.Rand // used for the plan only
	running sync.WaitGroup
}

func newDay(site site, address string) *day {
	return &day{site: site, address: address, calls: newCalls(), random: rand.New(rand.NewPCG(2026, 1121))}
}

// open signs in all members of staff.
func (d *day) open(ctx context.Context) error {
	for _, o := range d.site.Operators {
		o.tokens = map[string]string{}
		for _, email := range o.Staff {
			if err := d.enter(ctx, o, email); err != nil {
				return err
			}
		}
	}
	d.calls.reset()
	return nil
}

// events draws the times of all events, sorted; most are at the largest operator.
func (d *day) events(from, hours float64) []event {
	list := []event{}
	for i := range acts {
		a := &acts[i]
		sum := 0.0
		for _, share := range a.hours {
			sum += share
		}
		for hour, share := range a.hours {
			expected := float64(a.daily) * share / sum
			n := int(expected)
			if d.random.Float64() < expected-float64(n) {
				n++
			}
			for range n {
				at := float64(hour) + d.random.Float64()
				if at >= from && at < from+hours {
					list = append(list, event{time.Duration((at - from) * float64(time.Hour)), a, d.anOperator()})
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b event) int { return int(a.at - b.at) })
	return list
}

func (d *day) anOperator() *operator {
	return d.site.Operators[[]int{0, 0, 0, 0, 0, 0, 1, 1, 1, 2}[d.random.IntN(10)]]
}

// play starts each event when it is due, even if earlier ones are unanswered, because real callers do not wait for
// one another. Stays that last longer than the day stay open.
func (d *day) play(ctx context.Context, events []event, p plan) {
	d.speed = p.speed
	start := time.Now()
	closing, closed := context.WithDeadline(ctx, start.Add(time.Duration(p.hours/p.speed*float64(time.Hour))))
	defer closed()
	for _, e := range events {
		if !sleep(ctx, time.Until(start.Add(time.Duration(float64(e.at)/p.speed)))) {
			break
		}
		d.running.Go(func() {
			if err := e.act.do(d, context.WithValue(ctx, closingKey{}, closing), e.operator); err != nil && ctx.Err() == nil {
				d.calls.fail(fmt.Errorf("%s: %w", e.act.name, err))
			}
		})
	}
	d.running.Wait()
}

type closingKey struct{}

// later waits for a duration of replayed time. It returns false if the day ends first.
func (d *day) later(ctx context.Context, played time.Duration) bool {
	closing, _ := ctx.Value(closingKey{}).(context.Context)
	return sleep(closing, time.Duration(float64(played)/d.speed))
}

func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// stayed draws the duration of a stay: the median is two hours, the maximum a day.
func stayed() time.Duration {
	minutes := 120 * math.Exp(rand.NormFloat64())
	return time.Duration(min(max(minutes, 5), 1440) * float64(time.Minute))
}
