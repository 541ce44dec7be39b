package field

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"

	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/opening"
)

// shared makes the broker deliver each message to one node only (an MQTT shared subscription).
const shared = "$share/consigne/"

// Link connects one node to the controllers of the stations. Call [Link.Run] to start it.
type Link struct {
	broker      Broker
	openings    *opening.Service
	controllers *controller.Service
	log         *slog.Logger

	due          chan struct{} // capacity 1: signals that there is something to send
	disconnected chan struct{} // capacity 1: signals that the database did not store a message

	mu     sync.Mutex
	since  time.Time          // when the node began to hear the controllers; zero if it does not
	cut    context.CancelFunc // cancels what runs for the current connection
	logged bool               // the current failure has been logged
	rate   rateLimiter
}

// New returns the link of a node. From then on each new opening code wakes it.
func New(broker Broker, codes *opening.Service, controllers *controller.Service, log *slog.Logger) *Link {
	l := &Link{
		broker: broker, openings: codes, controllers: controllers, log: log, due: make(chan struct{}, 1),
		disconnected: make(chan struct{}, 1),
	}
	codes.OnCommand(l.wake)
	return l
}

// Since returns the time since which every message of the controllers has been stored. It returns false if the
// controllers are not heard.
func (l *Link) Since() (time.Time, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.since, !l.since.IsZero()
}

// Connected reports whether the controllers are heard.
func (l *Link) Connected() bool {
	_, connected := l.Since()
	return connected
}

// Run keeps the link up until ctx ends. The rest of the node does not depend on the broker.
func (l *Link) Run(ctx context.Context) {
	config := l.broker.Config("consigne-" + rand.Text()) // unique: the broker disconnects the older of two equal names
	config.OnConnectionUp = func(connection *autopaho.ConnectionManager, _ *paho.Connack) { l.up(ctx, connection) }
	config.OnConnectionDown = func() bool {
		l.down(ctx)
		return true
	}
	config.OnConnectError = func(err error) { l.logOnce(ctx, err) }
	config.OnPublishReceived = []func(paho.PublishReceived) (bool, error){
		func(got paho.PublishReceived) (bool, error) {
			l.receive(ctx, got.Client, got.Packet)
			return true, nil // acknowledges the message to the broker, now that it is stored
		},
	}
	connection, err := autopaho.NewConnection(ctx, config)
	if err != nil {
		l.log.ErrorContext(ctx, "the field link cannot start", "error", err)
		return
	}
	l.send(ctx, connection)
	<-connection.Done()
}

func (l *Link) up(ctx context.Context, connection *autopaho.ConnectionManager) {
	ctx, cut := context.WithCancel(ctx)
	l.mu.Lock()
	l.cut = cut
	l.mu.Unlock()
	go func() {
		for ctx.Err() == nil {
			err := subscribe(ctx, connection)
			if err != nil {
				l.logOnce(ctx, err)
				wait(ctx, reconnectAfter)
				continue
			}
			l.subscribed(ctx)
			select {
			case <-ctx.Done():
				return
			case <-l.disconnected:
			}
			l.stepAside(ctx, connection)
		}
	}()
}

func (l *Link) subscribed(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ctx.Err() == nil {
		l.since, l.logged = time.Now(), false
		l.log.InfoContext(ctx, "the controllers of the stations are heard")
		l.wake()
	}
}

// stepAside unsubscribes for a moment, so that the other nodes get the messages: the database may be unavailable for
// this node alone. It resets the time since which the node hears the controllers, so that messages which could not be
// stored make no station silent.
func (l *Link) stepAside(ctx context.Context, connection *autopaho.ConnectionManager) {
	l.mu.Lock()
	if ctx.Err() == nil {
		l.since = time.Time{}
	}
	l.mu.Unlock()
	// If unsubscribing fails, messages keep arriving, and the next one that is not stored leads here again.
	_, _ = connection.Unsubscribe(ctx, &paho.Unsubscribe{Topics: topics})
	wait(ctx, returnAfter)
	select {
	case <-l.disconnected: // signals sent meanwhile
	default:
	}
}

// notStored signals that the database did not store a message.
func (l *Link) notStored() {
	select {
	case l.disconnected <- struct{}{}:
	default: // already signalled
	}
}

func (l *Link) down(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut()
	l.since = time.Time{}
	if ctx.Err() == nil && !l.logged {
		l.logged = true
		l.log.WarnContext(ctx, "the broker is lost: trying again until it answers")
	}
}

// logOnce logs the first failure of a series.
func (l *Link) logOnce(ctx context.Context, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ctx.Err() == nil && !l.logged {
		l.logged = true
		l.log.WarnContext(ctx, "the broker does not answer: trying again until it does", "error", err)
	}
}

var topics = []string{
	shared + root + "+/presence", shared + root + "+/casiers/+/code/recu",
	shared + root + "+/casiers/+/porte",
}

// sendNoRetained asks the broker for nothing that was published before. Some send it all the same: see [Link.receive].
const sendNoRetained = 2

func subscribe(ctx context.Context, connection *autopaho.ConnectionManager) error {
	request := &paho.Subscribe{}
	for _, topic := range topics {
		request.Subscriptions = append(request.Subscriptions,
			paho.SubscribeOptions{Topic: topic, QoS: 1, RetainHandling: sendNoRetained})
	}
	granted, err := connection.Subscribe(ctx, request)
	if err != nil {
		return err
	}
	for _, reason := range granted.Reasons {
		if reason >= 0x80 {
			return errors.New("the broker refuses the subscription: see its access list")
		}
	}
	return nil
}

func wait(ctx context.Context, pause time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(pause):
	}
}

func (l *Link) wake() {
	select {
	case l.due <- struct{}{}:
	default: // already woken
	}
}
