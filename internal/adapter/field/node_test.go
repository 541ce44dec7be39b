package field_test

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"

	"consigne/internal/adapter/field"
	"consigne/internal/adapter/field/simulator"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/opening"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/paging"
	"consigne/internal/store"
)

// node is the field link of one node of Consigne with its services. Stations 1 and 2 have lockers 1 and 2.
type node struct {
	*counted
	kept        *store.Store
	codes       *opening.Service
	controllers *controller.Service
	link        *field.Link
	log         *lockedBuffer
}

// counted counts the messages that reach the store of one node.
type counted struct {
	*store.Store
	presences atomic.Int64
	away      atomic.Bool // the database fails
}

func (c *counted) KeepPresence(ctx context.Context, stationID int64, software string, at time.Time) (bool, error) {
	if c.away.Load() {
		return false, fault.Unavailable("Plus tard.")
	}
	c.presences.Add(1)
	return c.Store.KeepPresence(ctx, stationID, software, at)
}

func newNode(t *testing.T, database *store.Store, broker field.Broker) *node {
	t.Helper()
	n := &node{kept: database, counted: &counted{Store: database}, log: &lockedBuffer{}}
	n.codes, n.controllers = opening.NewService(database, clock.System{}, nil),
		controller.NewService(n.counted, clock.System{})
	n.link = field.New(broker, n.codes, n.controllers, slog.New(slog.NewTextHandler(n.log, nil)))
	run(t, func(ctx context.Context) { n.link.Run(ctx) })
	return n
}

// run runs act in the background until the test ends or the returned function is called.
func run(t *testing.T, act func(ctx context.Context)) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() { act(ctx) })
	stop = func() { cancel(); done.Wait() }
	t.Cleanup(stop)
	return stop
}

func seed(t *testing.T, database *store.Store) {
	t.Helper()
	ctx := t.Context()
	_, err := database.CreateOperator(ctx, operator.Operator{Name: "Grandval"}, time.Now())
	check(t, err)
	for range 2 {
		id, err := database.CreateStation(ctx,
			station.Station{OperatorID: 1, Name: "Gare", Kind: station.Individual, Active: true}, time.Now())
		check(t, err)
		_, err = database.CreateLocker(ctx,
			station.Locker{StationID: id, Name: "A1", Type: station.Bike, Active: true, Capacity: 1}, time.Now())
		check(t, err)
	}
}

// startController starts the controller of station 1 once the node hears controllers, because what it says before is
// retained, and a retained presence is no sign of life. It returns it with the codes that it receives.
func startController(t *testing.T, n *node, m *mosquitto) (c *simulator.Controller, codes chan string, stop func()) {
	t.Helper()
	eventually(t, "the node hears controllers", 10*time.Second, n.link.Connected)
	codes = make(chan string, 10)
	c = simulator.New(1, m.as("1"), slog.New(slog.DiscardHandler))
	c.OnCode = func(_ int64, digits string) { codes <- digits }
	stop = run(t, func(ctx context.Context) { _ = c.Run(ctx) })
	eventually(t, "the controller is known", 5*time.Second, func() bool {
		_, err := n.controllers.Of(t.Context(), 1)
		return err == nil
	})
	return c, codes, stop
}

func (n *node) delivery(t *testing.T) opening.Delivery {
	t.Helper()
	got, err := n.codes.DeliveryOf(t.Context(), 1)
	check(t, err)
	return got
}

func (n *node) openings(t *testing.T) int {
	t.Helper()
	lines, err := n.kept.AuditLines(t.Context(), audit.Filter{StationID: 1}, paging.First(100))
	check(t, err)
	count := 0
	for _, line := range lines.Items {
		if line.Action == audit.CodeUsed {
			count++
		}
	}
	return count
}

func (n *node) door(t *testing.T) (open, known bool) {
	t.Helper()
	doors, err := n.controllers.Doors(t.Context(), 1)
	check(t, err)
	door, known := doors[1]
	return door.Open, known
}

// connect returns a client that may publish and subscribe to anything the broker lets it.
func (m *mosquitto) connect(
	t *testing.T, user string, heard func(topic string), topics ...string,
) *autopaho.ConnectionManager {
	t.Helper()
	broker := m.as(user)
	config := broker.Config("test-" + t.Name() + user)
	config.OnPublishReceived = []func(paho.PublishReceived) (bool, error){func(got paho.PublishReceived) (bool, error) {
		heard(got.Packet.Topic)
		return true, nil
	}}
	ctx, cancel := context.WithCancel(context.Background())
	connection, err := autopaho.NewConnection(ctx, config)
	check(t, err)
	t.Cleanup(func() { cancel(); <-connection.Done() })
	check(t, connection.AwaitConnection(t.Context()))
	for _, topic := range topics {
		// the broker refuses it or delivers nothing
		_, _ = connection.Subscribe(t.Context(),
			&paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: topic, QoS: 1}}})
	}
	return connection
}

type fixed time.Time

func (f fixed) Now() time.Time { return time.Time(f) }

type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
