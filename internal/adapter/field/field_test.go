package field_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/eclipse/paho.golang/paho"

	"consigne/internal/adapter/field"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/opening"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestACodeOpensADoor(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) {
		seed(t, database)
		m := startMosquitto(t)
		n := newNode(t, database, m.as("consigne"))
		c, codes, _ := startController(t, n, m)

		code, err := n.codes.Generate(t.Context(), access.Actor{}, 1)
		check(t, err)
		began := time.Now()
		if got := <-codes; got != code.Digits {
			t.Fatalf("the controller has %s", got)
		}
		if late := time.Since(began); late > 500*time.Millisecond {
			t.Errorf("the wake-up took %v", late)
		}
		eventually(t, "acknowledged", 5*time.Second, func() bool { return n.delivery(t) == opening.Delivery{Received: true} })
		if c.Type(1, "000000") && code.Digits != "000000" || c.Type(2, code.Digits) || !c.Type(1, code.Digits) ||
			c.Type(1, code.Digits) {
			t.Error("a code opens its own locker, once")
		}
		eventually(t, "used, and the door open", 5*time.Second, func() bool {
			open, _ := n.door(t)
			return open && n.delivery(t).Used
		})
		if _, err := database.LiveCode(t.Context(), 1, time.Now()); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("the digits are still kept: %v", err)
		}
		c.Close(1)
		eventually(t, "the door closed", 5*time.Second, func() bool { open, _ := n.door(t); return !open })
		if n.openings(t) != 1 || strings.Contains(n.log.String(), code.Digits) {
			t.Errorf("%d openings in the audit log; log: %s", n.openings(t), n.log)
		}

		// A code created on another node does not wake this one, but is found all the same.
		second, err := opening.NewService(database, clock.System{}, nil).Generate(t.Context(), access.Actor{}, 1)
		check(t, err)
		if got := <-codes; got != second.Digits {
			t.Errorf("the controller has %s", got)
		}
		for range 5 {
			c.Type(1, "faux")
		}
		if c.Type(1, second.Digits) {
			t.Error("after five wrong codes it may be guessed")
		}
	})
}

func TestTheBrokerIsKilled(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) {
		seed(t, database)
		m := startMosquitto(t)
		n := newNode(t, database, m.as("consigne"))
		c, codes, _ := startController(t, n, m)
		first, err := n.codes.Generate(t.Context(), access.Actor{}, 1)
		check(t, err)
		if <-codes != first.Digits {
			t.Fatal("another code came")
		}
		m.kill()
		if !c.Type(1, first.Digits) {
			t.Error("a controller opens without the broker")
		}
		_, err = database.UseCode(t.Context(), 1, first.Digits, time.Now()) // so that a later code can be sent
		check(t, err)
		began := time.Now()
		second, err := n.codes.Generate(t.Context(), access.Actor{}, 1)
		check(t, err)
		if took := time.Since(began); took > time.Second {
			t.Errorf("without the broker a code took %v", took)
		}
		eventually(t, "the loss is known", 5*time.Second, func() bool { return !n.link.Connected() })
		time.Sleep(2 * time.Second) // leaves time for several failed attempts
		m.start()
		back := time.Now()
		select {
		case got := <-codes:
			if got != second.Digits {
				t.Errorf("the controller has %s", got)
			}
		case <-time.After(5 * time.Second):
			t.Fatal("5 s after its return the broker has brought nothing")
		}
		eventually(t, "acknowledged, and what the door did meanwhile", 5*time.Second, func() bool {
			open, _ := n.door(t)
			return open && n.delivery(t).Received
		})
		t.Logf("all is well %v after the broker's return", time.Since(back).Round(time.Millisecond))
		time.Sleep(2500 * time.Millisecond) // long enough to see that it is not sent again
		if len(codes) != 0 || strings.Count(n.log.String(), "the broker") != 1 {
			t.Errorf("%d codes more; log: %s", len(codes), n.log)
		}
	})
}

// markSilent counts station 1 as silent if it is silent for a node that has listened since listeningSince.
func markSilent(t *testing.T, controllers *controller.Service, listeningSince time.Time) error {
	t.Helper()
	quiet, listened := controllers.Quiet(listeningSince)
	if !listened {
		t.Fatal("it has not listened for long enough")
	}
	return controllers.MarkSilent(t.Context(), 1, quiet)
}

func TestALastWillAndAReturn(t *testing.T) {
	t.Parallel()
	database := storetest.Open(t, storetest.SQLiteURL(t))
	seed(t, database)
	m := startMosquitto(t)
	n := newNode(t, database, m.as("consigne"))
	_, _, stop := startController(t, n, m)
	stop()
	// For a service whose clock is three minutes ahead the station is silent; by the current time it is not yet.
	later := controller.NewService(database, fixed(time.Now().Add(3*time.Minute)))
	silent := func() bool {
		c, err := n.controllers.Of(t.Context(), 1)
		check(t, err)
		return c.SilentSince != nil
	}
	eventually(t, "silent minutes later", 5*time.Second, func() bool {
		check(t, markSilent(t, n.controllers, time.Now().Add(-time.Hour)))
		if silent() {
			t.Fatal("silent at once")
		}
		check(t, markSilent(t, later, time.Now().Add(-time.Second))) // long enough to hear the will, too short for the others
		return silent()
	})
	startController(t, n, m)
	eventually(t, "back", 5*time.Second, func() bool { return !silent() })
}

// Whatever arrives, the link keeps running and no log repeats the content.
func TestForeignMessages(t *testing.T) {
	t.Parallel()
	database := storetest.Open(t, storetest.SQLiteURL(t))
	seed(t, database)
	m := startMosquitto(t)
	n := newNode(t, database, m.as("consigne"))
	_, codes, _ := startController(t, n, m)
	eavesdropped := make(chan string, 10)
	other := m.connect(t, "2", func(topic string) { eavesdropped <- topic },
		"consigne/v1/stations/1/casiers/1/code", "consigne/v1/stations/1/casiers/+/porte/recu", "consigne/v1/#")
	code, err := n.codes.Generate(t.Context(), access.Actor{}, 1)
	check(t, err)
	if <-codes != code.Digits {
		t.Fatal("another code came")
	}
	now := time.Now().Format(time.RFC3339)
	used := `{"numero":1,"etat":"ouverte","instant":"` + now + `","cause":"code","commande":1}`
	for _, message := range []struct{ topic, payload string }{
		{"consigne/v1/stations/1/presence", `{"etat":"absent"}`}, // not this station's topic: the broker rejects it
		{"consigne/v1/stations/1/casiers/1/porte", used},         // same
		{"consigne/v1/stations/2/casiers/1/porte", used},         // a locker of another station
		{"consigne/v1/stations/2/casiers/1/code/recu", `{"commande":1}`},
		{"consigne/v1/stations/2/casiers/2/porte", used}, // a command of another locker: the code stays unused
		{"consigne/v1/stations/2/casiers/99/porte", used},
		{"consigne/v1/stations/2/presence", `{"etat":"secret"}`},
		{"consigne/v1/stations/2/presence", `secret`},
		{"consigne/v1/stations/2/presence", ``},
		{"consigne/v1/stations/2/presence", `{"etat":"present","logiciel":"` + strings.Repeat("secret", 20) + `"}`},
		{"consigne/v1/stations/2/presence", `{"etat":"present","x":"` + strings.Repeat("secret", 200) + `"}`},
		{"consigne/v1/stations/2/casiers/2/porte", `{"numero":-1,"etat":"secret"}`},
		{
			"consigne/v1/stations/2/casiers/2/porte",
			`{"numero":5,"etat":"fermee","instant":"` + now + `","cause":"autre","commande":1}`,
		},
		{"consigne/v1/stations/2/casiers/0002/porte", used},
		{"consigne/v1/stations/2/casiers/secret/porte", used},
		{"consigne/v1/stations/2/casiers/2/code/recu", `{"commande":"secret"}`},
	} {
		// the broker refuses some of them
		_, _ = other.Publish(t.Context(), &paho.Publish{Topic: message.topic, Payload: []byte(message.payload), QoS: 1})
	}
	_, err = other.Publish(t.Context(),
		&paho.Publish{Topic: field.PresenceTopic(2), Payload: []byte(`{"etat":"present","logiciel":"après"}`), QoS: 1})
	check(t, err)
	eventually(t, "the link goes on", 5*time.Second, func() bool {
		c, err := n.controllers.Of(t.Context(), 2)
		return err == nil && c.Software == "après"
	})
	if open, known := n.door(t); known || open || n.openings(t) != 0 || n.delivery(t).Used {
		t.Error("station 2 acted at station 1")
	}
	if strings.Contains(n.log.String(), "secret") || strings.Count(n.log.String(), "dropped") < 10 ||
		strings.Contains(n.log.String(), code.Digits) {
		t.Errorf("log: %s", n.log)
	}
	for len(eavesdropped) > 0 {
		if topic := <-eavesdropped; !strings.HasPrefix(topic, "consigne/v1/stations/2/") {
			t.Errorf("station 2 hears %s", topic)
		}
	}
}

func TestTwoNodesShareTheMessages(t *testing.T) {
	t.Parallel()
	database := storetest.Open(t, storetest.SQLiteURL(t))
	seed(t, database)
	m := startMosquitto(t)
	a, b := newNode(t, database, m.as("consigne")), newNode(t, database, m.as("consigne"))
	eventually(t, "both listen", 5*time.Second, func() bool { return a.link.Connected() && b.link.Connected() })
	controller := m.connect(t, "1", nil)
	const messages = 200
	for i := range messages {
		_, err := controller.Publish(t.Context(), &paho.Publish{
			Topic: field.PresenceTopic(1), Payload: fmt.Appendf(nil, `{"etat":"present","logiciel":"%d"}`, i), QoS: 1,
		})
		check(t, err)
	}
	eventually(t, "all are kept", 10*time.Second, func() bool { return a.presences.Load()+b.presences.Load() >= messages })
	time.Sleep(200 * time.Millisecond)
	if a.presences.Load()+b.presences.Load() != messages || a.presences.Load() == 0 || b.presences.Load() == 0 {
		t.Errorf("%d and %d of %d", a.presences.Load(), b.presences.Load(), messages)
	}
}

// A node whose database is unavailable leaves the messages of the stations to the other nodes. When the database
// returns, no station becomes silent because of messages that this node could not store.
func TestANodeWithoutDatabaseHearsNothing(t *testing.T) {
	t.Parallel()
	database := storetest.Open(t, storetest.SQLiteURL(t))
	seed(t, database)
	m := startMosquitto(t)
	cutOff, other := newNode(t, database, m.as("consigne")), newNode(t, database, m.as("consigne"))
	eventually(t, "both listen", 5*time.Second, func() bool { return cutOff.link.Connected() && other.link.Connected() })
	cutOff.away.Store(true)
	began, said := time.Now(), int64(0)
	controller := m.connect(t, "2", nil)
	say := func() {
		_, err := controller.Publish(t.Context(),
			&paho.Publish{Topic: field.PresenceTopic(2), Payload: []byte(`{"etat":"present"}`), QoS: 1})
		check(t, err)
	}
	eventually(t, "it leaves", 5*time.Second, func() bool { say(); return !cutOff.link.Connected() })
	// The broker may still give the one that leaves its turn for a moment. Turns alternate: two in a row, and it has left.
	inARow := 0
	eventually(t, "the broker lets it go", 5*time.Second, func() bool {
		before := other.presences.Load()
		say()
		for began := time.Now(); other.presences.Load() == before && time.Since(began) < 200*time.Millisecond; {
			time.Sleep(time.Millisecond)
		}
		if inARow++; other.presences.Load() == before {
			inARow = 0
		}
		return inARow == 2
	})
	before := other.presences.Load()
	for ; said < 20; said++ {
		say()
	}
	eventually(t, "the other hears all", 10*time.Second, func() bool { return other.presences.Load() >= before+said })
	cutOff.away.Store(false)
	eventually(t, "it listens anew", 10*time.Second, func() bool {
		since, connected := cutOff.link.Since()
		return connected && since.After(began)
	})
}

func TestAStationThatTalksTooMuch(t *testing.T) {
	t.Parallel()
	database := storetest.Open(t, storetest.SQLiteURL(t))
	seed(t, database)
	m := startMosquitto(t)
	n := newNode(t, database, m.as("consigne"))
	eventually(t, "it listens", 5*time.Second, n.link.Connected)
	loud, quiet := m.connect(t, "1", nil), m.connect(t, "2", nil)
	for range 900 {
		_, err := loud.Publish(t.Context(),
			&paho.Publish{Topic: field.PresenceTopic(1), Payload: []byte(`{"etat":"present"}`), QoS: 1})
		check(t, err)
	}
	_, err := quiet.Publish(t.Context(),
		&paho.Publish{Topic: field.PresenceTopic(2), Payload: []byte(`{"etat":"present"}`), QoS: 1})
	check(t, err)
	eventually(t, "the other is heard", 5*time.Second, func() bool {
		_, err := n.controllers.Of(t.Context(), 2)
		return err == nil
	})
	if kept := n.presences.Load(); kept > 401 || strings.Count(n.log.String(), "talks too much") > 2 {
		t.Errorf("%d kept; log: %s", kept, n.log)
	}
}

func TestBrokerAddresses(t *testing.T) {
	for _, text := range []string{
		"", "mqtt://", "http://hote:1883", "mqtt://u:secret@", "mqtt://u:sec%ret@hote",
		"hote:1883",
	} {
		if _, err := field.ParseBroker(text); err == nil || strings.Contains(err.Error(), "secret") ||
			strings.Contains(err.Error(), "ret@") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if b, err := field.ParseBroker("mqtts://u:p%40ss@hote"); err != nil || b.Name != "u" || b.Password != "p@ss" {
		t.Errorf("%+v, %v", b, err)
	}
}
