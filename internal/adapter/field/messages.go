package field

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/opening"
	"consigne/internal/kernel/fault"
)

const (
	lookEvery      = time.Second // finds codes that another node could not send, and codes not yet acknowledged
	sendTimeout    = 2 * time.Second
	keepTimeout    = 5 * time.Second
	largestPayload = 1024
)

// send sends the controllers the opening codes that are due, until ctx ends.
func (l *Link) send(ctx context.Context, connection *autopaho.ConnectionManager) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-l.due:
		}
		if !l.Connected() {
			continue // another node may be connected; a code claimed here would wait
		}
		if err := queue.Protect(func() error { return l.sendDue(ctx, connection) }); err != nil && ctx.Err() == nil {
			l.log.WarnContext(ctx, "codes could not be sent, will try again", "error", err)
		}
	}
}

func (l *Link) sendDue(ctx context.Context, connection *autopaho.ConnectionManager) error {
	commands, err := l.openings.DueCommands(ctx)
	if err != nil {
		return err
	}
	var failed error
	for _, command := range commands {
		err := publishCode(ctx, connection, command)
		failed = errors.Join(failed, err)
		if errors.Is(err, context.DeadlineExceeded) { // the broker does not answer: the other codes would fail too
			break
		}
	}
	return failed
}

func publishCode(ctx context.Context, connection *autopaho.ConnectionManager, command opening.Command) error {
	expires := command.Code.ExpiresAt
	payload, err := json.Marshal(Code{Commande: command.ID, Code: command.Code.Digits, Expire: expires})
	if err != nil {
		return err
	}
	// The broker drops the code when it expires, delivered or not.
	life := uint32(min(max(1, math.Ceil(time.Until(expires).Seconds())), math.MaxUint32))
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	_, err = connection.Publish(ctx, &paho.Publish{
		Topic: CodeTopic(command.StationID, command.Code.LockerID), QoS: 1, Payload: payload,
		Properties: &paho.PublishProperties{MessageExpiry: &life, ContentType: "application/json"},
	})
	return err
}

// receive stores what a controller reports. A message that cannot be stored is logged without its content and dropped:
// the controller repeats whatever matters. A message that the broker had kept says nothing of the present; nobody knows
// when it was sent.
func (l *Link) receive(ctx context.Context, client *paho.Client, message *paho.Publish) {
	if message.Retain {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, keepTimeout)
	defer cancel()
	topic, err := ParseTopic(message.Topic)
	if !l.withinRate(ctx, topic.StationID) {
		return
	}
	if err == nil {
		err = queue.Protect(func() error { return l.keep(ctx, client, topic, message.Payload) })
	}
	switch {
	case err == nil, errors.Is(ctx.Err(), context.Canceled): // the node is stopping, which made the call fail
	case errors.Is(err, errMalformed), fault.Is(err, fault.KindNotFound):
		l.log.WarnContext(ctx, "a message from the field is dropped", "station", topic.StationID, "locker", topic.LockerID,
			"bytes", len(message.Payload), "error", err)
	default:
		if fault.Is(err, fault.KindUnavailable) {
			l.notStored()
		}
		l.log.ErrorContext(ctx, "a message from the field is not kept", "station", topic.StationID, "locker", topic.LockerID,
			"error", err)
	}
}

func (l *Link) keep(ctx context.Context, client *paho.Client, topic Topic, payload []byte) error {
	switch {
	case topic.What == "presence" && topic.LockerID == 0:
		var said Presence
		if err := read(payload, &said); err != nil {
			return err
		}
		if err := said.check(); err != nil {
			return err
		}
		if said.Etat == Gone {
			return l.controllers.Absent(ctx, topic.StationID)
		}
		return l.controllers.Present(ctx, topic.StationID, said.Logiciel)
	case topic.What == "code/recu" && topic.LockerID != 0:
		var said CodeReceived
		if err := read(payload, &said); err != nil {
			return err
		}
		return l.openings.Received(ctx, topic.StationID, topic.LockerID, said.Commande)
	case topic.What == "porte" && topic.LockerID != 0:
		var said Door
		if err := read(payload, &said); err != nil {
			return err
		}
		if err := said.check(); err != nil {
			return err
		}
		err := l.keepDoor(ctx, topic, said)
		if err == nil || fault.Is(err, fault.KindNotFound) { // a deleted locker: confirm, to end the repetition
			err = errors.Join(err, confirmDoor(ctx, client, topic, said.Numero))
		}
		return err
	}
	return errMalformed
}

func (l *Link) keepDoor(ctx context.Context, topic Topic, said Door) error {
	if said.Cause == ByCode {
		if err := l.openings.UsedAtController(ctx, topic.StationID, topic.LockerID, said.Commande); err != nil {
			return err
		}
	}
	misdated, err := l.controllers.DoorMoved(ctx, topic.StationID,
		controller.Door{LockerID: topic.LockerID, Open: said.Etat == Open, MovedAt: said.Instant})
	if misdated {
		l.log.WarnContext(ctx, "the clock of a controller is wrong: a door event counts as now", "station", topic.StationID,
			"locker", topic.LockerID, "instant", said.Instant)
	}
	return err
}

// confirmDoor tells the controller that a door event is stored. The message may be lost: the controller then repeats
// the event and gets another confirmation.
func confirmDoor(ctx context.Context, client *paho.Client, topic Topic, event int64) error {
	payload, err := json.Marshal(DoorReceived{event})
	if err != nil {
		return err
	}
	_, err = client.Publish(ctx,
		&paho.Publish{Topic: DoorReceivedTopic(topic.StationID, topic.LockerID), QoS: 0, Payload: payload})
	return err
}

// read decodes a payload. It replaces the decoder's error, which would quote the payload.
func read(payload []byte, into any) error {
	if len(payload) > largestPayload || json.Unmarshal(payload, into) != nil {
		return errMalformed
	}
	return nil
}
