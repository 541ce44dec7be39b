package observe

import (
	"context"
	"database/sql"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/machines/queue"
)

// queuesTimeout bounds the queries for queue metrics, so that a database that does not answer does not hold up the
// other metrics.
const queuesTimeout = 2 * time.Second

// Database is the part of a database that metrics are read from.
type Database interface {
	// Pools returns the use of connections by the name of their pool.
	Pools() map[string]sql.DBStats
	Transactions() (begun, lostRaces int64)
}

// Work is the part of the store of queues that metrics are read from.
type Work interface {
	// Backlogs returns the length and age of each queue of waiting work.
	Backlogs(ctx context.Context, now time.Time) ([]queue.Backlog, error)
	// ParkedByKind returns the number of parked items of each kind.
	ParkedByKind(ctx context.Context) (map[queue.Kind]int, error)
}

// MeasureDatabase exports the metrics of a database and of its queues, which are read on each scrape.
func (n *Node) MeasureDatabase(database Database, work Work) {
	n.registry.MustRegister(databaseCollector{database, work})
}

// Streams is the part of the feed of changes that metrics are read from.
type Streams interface {
	Figures() live.Figures
}

// MeasureStreams exports the metrics of the streams of changes.
func (n *Node) MeasureStreams(streams Streams) {
	n.Gauge("consigne_streams_open", "Streams of changes that are open.",
		func() float64 { return float64(streams.Figures().Open) })
	n.counter("consigne_stream_changes_sent_total", "Changes sent to streams.",
		func() float64 { return float64(streams.Figures().Sent) })
	n.counter("consigne_streams_dropped_total", "Streams that were cut because their reader was too slow.",
		func() float64 { return float64(streams.Figures().Dropped) })
}

type databaseCollector struct {
	Database
	Work
}

var (
	databaseUp   = describe("consigne_database_up", "1 when the database told what waits within two seconds.")
	queueWaiting = describe("consigne_queue_waiting", "What waits to be done, of all nodes; 10000 stands for more.",
		"queue")
	queueOldest = describe("consigne_queue_oldest_seconds", "For how long what is due first has been due.", "queue")
	parkedItems = describe("consigne_parked_items", "Work that failed too often and waits for a person, of all nodes.",
		"kind")
	poolOpen   = describe("consigne_database_connections", "Connections to the database.", "pool", "state")
	poolMost   = describe("consigne_database_connections_max", "Connections that may be open.", "pool")
	poolWaits  = describe("consigne_database_waits_total", "How often a connection was waited for.", "pool")
	poolWaited = describe("consigne_database_wait_seconds_total", "For how long connections were waited for, added up.",
		"pool")
	transactions  = describe("consigne_database_transactions_total", "Transactions begun, repeated ones included.")
	lostRaceCount = describe("consigne_database_lost_races_total", "Transactions that lost a race and began again.")
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

// Describe implements prometheus.Collector.
func (c databaseCollector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		databaseUp, queueWaiting, queueOldest, parkedItems, poolOpen, poolMost, poolWaits, poolWaited, transactions,
		lostRaceCount,
	} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (c databaseCollector) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	counter := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, value, labels...)
	}
	for name, pool := range c.Pools() {
		gauge(poolOpen, float64(pool.InUse), name, "in_use")
		gauge(poolOpen, float64(pool.Idle), name, "idle")
		gauge(poolMost, float64(pool.MaxOpenConnections), name)
		counter(poolWaits, float64(pool.WaitCount), name)
		counter(poolWaited, pool.WaitDuration.Seconds(), name)
	}
	begun, lost := c.Transactions()
	counter(transactions, float64(begun))
	counter(lostRaceCount, float64(lost))

	ctx, cancel := context.WithTimeout(context.Background(), queuesTimeout)
	defer cancel()
	queues, err := c.Backlogs(ctx, time.Now())
	parked, parkedErr := c.ParkedByKind(ctx)
	if err != nil || parkedErr != nil {
		gauge(databaseUp, 0)
		return
	}
	gauge(databaseUp, 1)
	for _, q := range queues {
		gauge(queueWaiting, float64(q.Waiting), q.Name)
		gauge(queueOldest, q.Oldest.Seconds(), q.Name)
	}
	for kind, n := range parked {
		gauge(parkedItems, float64(n), string(kind))
	}
}
