// Package simulator simulates the controller of a station: for tests, and as an example for those who build one.
// docs/field.md describes the protocol.
//
// A controller must:
//   - leave a last will, report its presence when it connects and then each minute;
//   - acknowledge each code it receives, even one it already has: the first acknowledgement may have been lost;
//   - open a locker once for each code, before the code expires, and only the locker the code was sent for;
//   - prevent guessing: five wrong codes close the keypad for the rest of the minute;
//   - repeat each door event until the server confirms that it is stored.
package simulator

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"

	"consigne/internal/adapter/field"
)

const (
	presentEvery = time.Minute
	repeatEvery  = 2 * time.Second
	software     = "controller-sim 1"

	wrongTries  = 5
	triesWindow = time.Minute
)

// Controller is the controller of one station.
type Controller struct {
	station int64
	broker  field.Broker
	tell    *slog.Logger

	moved chan struct{} // capacity 1: signals that there is an event to send

	OnCode func(lockerID int64, digits string) // called once for each new code

	mu    sync.Mutex
	codes map[int64]code  // by locker id
	wrong map[int64]tries // by locker id
	told  map[int64]event // by event number: events the server has not confirmed
	last  int64           // number of the last event
}

type code struct {
	field.Code
	used bool
}

// tries counts the wrong codes typed within a minute.
type tries struct {
	since time.Time
	count int
}

type event struct {
	lockerID int64
	field.Door
}

// New returns the controller of a station. It signs in under the number of the station.
func New(stationID int64, broker field.Broker, tell *slog.Logger) *Controller {
	broker.Name = strconv.FormatInt(stationID, 10)
	return &Controller{
		station: stationID, broker: broker, tell: tell.With("station", stationID),
		// larger than before a restart
		moved: make(chan struct{}, 1), codes: map[int64]code{}, wrong: map[int64]tries{}, told: map[int64]event{},
		last: time.Now().UnixMilli(),
	}
}

// Run runs the controller until ctx ends. It then disconnects in a way that makes the broker publish its last will.
func (c *Controller) Run(ctx context.Context) error {
	config := c.broker.Config("station-" + c.broker.Name + "-" + rand.Text())
	config.WillMessage = &paho.WillMessage{
		Topic:   field.PresenceTopic(c.station),
		Payload: written(field.Presence{Etat: field.Gone}), QoS: 1, Retain: true,
	}
	config.WillProperties = &paho.WillProperties{}
	config.DisconnectPacketBuilder = func() *paho.Disconnect { return &paho.Disconnect{ReasonCode: 4} } // with the will
	config.OnConnectionUp = func(connection *autopaho.ConnectionManager, _ *paho.Connack) {
		c.tell.Info("connecté")
		go c.greet(ctx, connection)
	}
	config.OnConnectionDown = func() bool {
		c.tell.Info("déconnecté")
		return true
	}
	config.OnConnectError = func(err error) { c.tell.Warn("pas de connexion", "error", err) }
	config.OnPublishReceived = []func(paho.PublishReceived) (bool, error){
		func(got paho.PublishReceived) (bool, error) {
			c.receive(ctx, got.Client, got.Packet)
			return true, nil
		},
	}
	connection, err := autopaho.NewConnection(ctx, config)
	if err != nil {
		return err
	}
	present, repeat := time.NewTicker(presentEvery), time.NewTicker(repeatEvery)
	defer present.Stop()
	defer repeat.Stop()
	for {
		select {
		case <-ctx.Done():
			<-connection.Done()
			return nil
		case <-present.C:
			c.sayPresent(ctx, connection)
		case <-c.moved:
			c.sayEvents(ctx, connection)
		case <-repeat.C:
			c.sayEvents(ctx, connection)
		}
	}
}

// greet subscribes to the codes before it reports the station present, so that no code is missed in between.
func (c *Controller) greet(ctx context.Context, connection *autopaho.ConnectionManager) {
	_, err := connection.Subscribe(ctx, &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{
		{Topic: field.CodesTopic(c.station), QoS: 1},
		{Topic: field.DoorsReceivedTopic(c.station), QoS: 0},
	}})
	if err != nil {
		c.tell.Warn("abonnement refusé", "error", err)
		return
	}
	c.sayPresent(ctx, connection)
}

func (c *Controller) sayPresent(ctx context.Context, connection *autopaho.ConnectionManager) {
	_, _ = connection.Publish(ctx, &paho.Publish{ // if it is lost, the next one follows in a minute
		Topic: field.PresenceTopic(c.station), Payload: written(field.Presence{Etat: field.There, Logiciel: software}),
		QoS: 1, Retain: true,
	})
}

func (c *Controller) receive(ctx context.Context, client *paho.Client, message *paho.Publish) {
	topic, err := field.ParseTopic(message.Topic)
	if err != nil {
		return
	}
	switch topic.What {
	case "code":
		var got field.Code
		if json.Unmarshal(message.Payload, &got) != nil {
			return
		}
		isNew := c.keepCode(topic.LockerID, got)
		_, _ = client.Publish(ctx, &paho.Publish{ // if it is lost, the server sends the code again
			Topic:   field.CodeReceivedTopic(c.station, topic.LockerID),
			Payload: written(field.CodeReceived{Commande: got.Commande}),
		})
		if isNew {
			c.tell.Info("code reçu", "casier", topic.LockerID, "commande", got.Commande) // never log the code itself
			if c.OnCode != nil {
				go c.OnCode(topic.LockerID, got.Code)
			}
		}
	case "porte/recu":
		var got field.DoorReceived
		if json.Unmarshal(message.Payload, &got) == nil {
			c.mu.Lock()
			delete(c.told, got.Numero)
			c.mu.Unlock()
		}
	}
}

// keepCode stores a code and reports whether it is new. A used code stays used, however often it is sent again.
func (c *Controller) keepCode(lockerID int64, got field.Code) (isNew bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.codes[lockerID].Commande >= got.Commande {
		return false
	}
	c.codes[lockerID] = code{Code: got}
	return true
}

// Type simulates typing a code at the keypad of a locker. It reports whether the door opens.
func (c *Controller) Type(lockerID int64, digits string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	wrong := c.wrong[lockerID]
	if now.Sub(wrong.since) >= triesWindow {
		wrong = tries{since: now}
	}
	if wrong.count >= wrongTries {
		return false
	}
	kept := c.codes[lockerID]
	if kept.used || kept.Code.Code == "" || kept.Code.Code != digits || !now.Before(kept.Expire) {
		wrong.count++
		c.wrong[lockerID] = wrong
		return false
	}
	kept.used = true
	c.codes[lockerID] = kept
	c.note(lockerID, field.Door{Etat: field.Open, Cause: field.ByCode, Commande: kept.Commande})
	return true
}

// Close simulates the door of a locker being closed.
func (c *Controller) Close(lockerID int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.note(lockerID, field.Door{Etat: field.Closed, Cause: field.Other})
}

// note queues an event, which is repeated until the server confirms it. The caller holds c.mu.
func (c *Controller) note(lockerID int64, door field.Door) {
	c.last++
	door.Numero, door.Instant = c.last, time.Now()
	c.told[door.Numero] = event{lockerID, door}
	c.tell.Info("porte "+door.Etat, "casier", lockerID)
	select {
	case c.moved <- struct{}{}:
	default:
	}
}

func (c *Controller) sayEvents(ctx context.Context, connection *autopaho.ConnectionManager) {
	c.mu.Lock()
	waiting := make([]event, 0, len(c.told))
	for _, e := range c.told {
		waiting = append(waiting, e)
	}
	c.mu.Unlock()
	for _, e := range waiting {
		ctx, cancel := context.WithTimeout(ctx, repeatEvery)
		_, err := connection.Publish(ctx,
			&paho.Publish{Topic: field.DoorTopic(c.station, e.lockerID), Payload: written(e.Door), QoS: 1})
		cancel()
		if err != nil {
			return
		}
	}
}

func written(message any) []byte {
	text, err := json.Marshal(message)
	if err != nil {
		panic(err) // cannot happen with our own types
	}
	return text
}
