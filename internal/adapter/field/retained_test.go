package field_test

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"

	"consigne/internal/adapter/field"
	"consigne/internal/domain/places/controller"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// silence makes station 1 silent: its controller was heard some hours ago, and is not there any more.
func silence(t *testing.T, database *store.Store) (since time.Time) {
	t.Helper()
	since = time.Now().Add(-3 * time.Hour).UTC().Truncate(time.Millisecond)
	check(t, controller.NewService(database, fixed(since)).Present(t.Context(), 1, "avant"))
	check(t, markSilent(t, controller.NewService(database, fixed(since.Add(time.Hour))), since))
	return since
}

// stillSilent fails unless station 1 is silent since that instant, its door was never heard of, and nothing was told.
func (n *node) stillSilent(t *testing.T, when string, since time.Time) {
	t.Helper()
	known, err := n.controllers.Of(t.Context(), 1)
	check(t, err)
	if known.SilentSince == nil || !known.SilentSince.Equal(since) || known.Software != "avant" {
		t.Errorf("%s: %+v", when, known)
	}
	if _, heard := n.door(t); heard || n.presences.Load() != 0 {
		t.Errorf("%s: the door was heard: %v; %d presences", when, heard, n.presences.Load())
	}
}

const (
	retainedThere = `{"etat":"present","logiciel":"gardé"}`
	retainedDoor  = `{"numero":7,"etat":"ouverte","instant":"2026-11-27T10:00:00Z","cause":"autre"}`
)

// What the broker had kept is no sign of life: neither when a node starts, nor when it comes back after the broker did.
func TestWhatTheBrokerKeptIsNoSignOfLife(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) {
		seed(t, database)
		since := silence(t, database)
		m := startMosquitto(t)
		station := m.connect(t, "1", nil)
		for topic, payload := range map[string]string{
			field.PresenceTopic(1): retainedThere,
			field.DoorTopic(1, 1):  retainedDoor,
		} {
			_, err := station.Publish(t.Context(), &paho.Publish{Topic: topic, Payload: []byte(payload), QoS: 1, Retain: true})
			check(t, err)
		}
		first := newNode(t, database, m.as("consigne"))
		second := newNode(t, database, m.as("consigne"))
		eventually(t, "both listen", 10*time.Second, func() bool { return first.link.Connected() && second.link.Connected() })
		time.Sleep(300 * time.Millisecond) // long enough for what the broker had kept
		first.stillSilent(t, "at the start", since)
		second.stillSilent(t, "at the start of the second", since)

		_, err := station.Publish(t.Context(),
			&paho.Publish{
				Topic: field.PresenceTopic(1), Payload: []byte(`{"etat":"present","logiciel":"après"}`), QoS: 1,
				Retain: true,
			})
		check(t, err)
		eventually(t, "what is sent now counts, to be kept or not", 10*time.Second, func() bool {
			known, err := first.controllers.Of(t.Context(), 1)
			check(t, err)
			return known.SilentSince == nil && known.Software == "après"
		})
	})
}

// Some brokers give what they kept to shared subscriptions, and whatever was asked of them.
func TestABrokerThatSendsWhatItKept(t *testing.T) {
	t.Parallel()
	database := storetest.Open(t, storetest.SQLiteURL(t))
	seed(t, database)
	since := silence(t, database)
	broker := startFakeBroker(t)
	n := newNode(t, database, broker.as(t))
	for round := range 3 { // the start, and two reconnections
		select {
		case <-broker.served:
		case <-time.After(10 * time.Second):
			t.Fatalf("round %d: the node did not subscribe, or did not answer", round)
		}
		n.stillSilent(t, "at a connection", since)
		broker.hangUp()
	}
	if strings.Contains(n.log.String(), "dropped") || strings.Contains(n.log.String(), "not kept") {
		t.Errorf("log: %s", n.log)
	}
}

// fakeBroker speaks just enough MQTT to send a subscriber what it had kept.
type fakeBroker struct {
	listener net.Listener
	served   chan struct{} // a subscriber has acknowledged all that was kept
	current  chan net.Conn
}

func startFakeBroker(t *testing.T) *fakeBroker {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	b := &fakeBroker{listener: listener, served: make(chan struct{}, 10), current: make(chan net.Conn, 10)}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			b.current <- connection
			go b.serve(connection)
		}
	}()
	return b
}

func (b *fakeBroker) as(t *testing.T) field.Broker {
	t.Helper()
	broker, err := field.ParseBroker("mqtt://consigne:consigne@" + b.listener.Addr().String())
	check(t, err)
	return broker
}

// hangUp cuts the connection; the node comes back.
func (b *fakeBroker) hangUp() { _ = (<-b.current).Close() }

func (b *fakeBroker) serve(connection net.Conn) {
	kept := []packets.Publish{
		{Topic: field.PresenceTopic(1), Payload: []byte(retainedThere)},
		{Topic: field.PresenceTopic(1), Payload: []byte(`{"etat":"absent"}`)},
		{Topic: field.DoorTopic(1, 1), Payload: []byte(retainedDoor)},
		{Topic: field.CodeReceivedTopic(1, 1), Payload: []byte(`{"commande":1}`)},
	}
	acknowledged := 0
	for {
		got, err := packets.ReadPacket(connection)
		if err != nil {
			return
		}
		switch content := got.Content.(type) {
		case *packets.Connect:
			send(connection, packets.CONNACK, &packets.Connack{Properties: &packets.Properties{}})
		case *packets.Subscribe:
			send(connection, packets.SUBACK,
				&packets.Suback{
					PacketID: content.PacketID, Reasons: make([]byte, len(content.Subscriptions)),
					Properties: &packets.Properties{},
				})
			for i := range kept {
				message := kept[i]
				message.PacketID, message.QoS, message.Retain, message.Properties = uint16(i+1), 1, true, &packets.Properties{}
				send(connection, packets.PUBLISH, &message)
			}
		case *packets.Puback:
			if acknowledged++; acknowledged == len(kept) {
				b.served <- struct{}{}
			}
		case *packets.Pingreq:
			send(connection, packets.PINGRESP, &packets.Pingresp{})
		}
	}
}

func send(to io.Writer, kind byte, content packets.Packet) {
	packet := packets.NewControlPacket(kind)
	packet.Content = content
	if publish, is := content.(*packets.Publish); is {
		packet.Flags = publish.QoS<<1 | 1 // retained
	}
	_, _ = packet.WriteTo(to)
}

// The door of a controller whose clock began anew moves when its event arrives.
func TestAClockThatBeganAnew(t *testing.T) {
	t.Parallel()
	database := storetest.Open(t, storetest.SQLiteURL(t))
	seed(t, database)
	m := startMosquitto(t)
	n := newNode(t, database, m.as("consigne"))
	eventually(t, "it listens", 10*time.Second, n.link.Connected)
	confirmed := make(chan string, 10)
	station := m.connect(t, "1", func(topic string) { confirmed <- topic }, field.DoorsReceivedTopic(1))
	for _, event := range []string{
		`{"numero":1,"etat":"ouverte","instant":"` + time.Now().Format(time.RFC3339Nano) + `","cause":"autre"}`,
		`{"numero":2,"etat":"fermee","instant":"2000-01-01T00:00:12.000Z","cause":"autre"}`,
		`{"numero":3,"etat":"ouverte","instant":"1970-01-01T00:00:12.000Z","cause":"autre"}`,
	} {
		_, err := station.Publish(t.Context(), &paho.Publish{Topic: field.DoorTopic(1, 1), Payload: []byte(event), QoS: 1})
		check(t, err)
		select {
		case <-confirmed:
		case <-time.After(10 * time.Second):
			t.Fatalf("not confirmed: %s", event)
		}
		if open, _ := n.door(t); open != strings.Contains(event, "ouverte") {
			t.Errorf("%s: open %v", event, open)
		}
	}
	if got := strings.Count(n.log.String(), "the clock of a controller is wrong"); got != 2 {
		t.Errorf("told %d times; log: %s", got, n.log)
	}
}
