// Package field speaks MQTT 5 with the controllers of the stations (docs/field.md): it sends them opening codes and
// receives their presence and the events of their doors.
//
// A message may be lost with a node, the broker or the line, and may arrive twice. So whatever matters is sent again
// until the other side confirms that it is stored, and receiving a message twice has the same effect as once.
package field

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Presence is what a controller reports about itself each minute, and leaves as its last will.
type Presence struct {
	Etat     string `json:"etat"`
	Logiciel string `json:"logiciel,omitempty"`
}

// The states of a controller and of a door, and the reasons why a door opened.
const (
	There  = "present"
	Gone   = "absent"
	Open   = "ouverte"
	Closed = "fermee"
	ByCode = "code"
	Other  = "autre"
)

// Code is an opening code that a controller accepts once for a locker.
type Code struct {
	Commande int64     `json:"commande"`
	Code     string    `json:"code"`
	Expire   time.Time `json:"expire"`
}

// CodeReceived acknowledges a code.
type CodeReceived struct {
	Commande int64 `json:"commande"`
}

// Door reports that a door opened or closed.
type Door struct {
	Numero   int64     `json:"numero"` // chosen by the controller; DoorReceived repeats it
	Etat     string    `json:"etat"`
	Instant  time.Time `json:"instant"`
	Cause    string    `json:"cause"`
	Commande int64     `json:"commande,omitempty"` // number of the code that opened the door
}

// DoorReceived confirms that the server has stored a door event.
type DoorReceived struct {
	Numero int64 `json:"numero"`
}

const root = "consigne/v1/stations/"

// PresenceTopic returns the topic on which a station's controller reports its presence.
func PresenceTopic(stationID int64) string { return fmt.Sprintf("%s%d/presence", root, stationID) }

// CodeTopic returns the topic on which a locker's codes are sent.
func CodeTopic(stationID, lockerID int64) string { return lockerTopic(stationID, lockerID, "code") }

// CodesTopic returns the pattern that matches the code topics of every locker of a station.
func CodesTopic(stationID int64) string { return fmt.Sprintf("%s%d/casiers/+/code", root, stationID) }

// CodeReceivedTopic returns the topic on which the controller acknowledges a code.
func CodeReceivedTopic(stationID, lockerID int64) string {
	return lockerTopic(stationID, lockerID, "code/recu")
}

// DoorTopic returns the topic on which a door's events are reported.
func DoorTopic(stationID, lockerID int64) string { return lockerTopic(stationID, lockerID, "porte") }

// DoorReceivedTopic returns the topic on which the server confirms a door event.
func DoorReceivedTopic(stationID, lockerID int64) string {
	return lockerTopic(stationID, lockerID, "porte/recu")
}

// DoorsReceivedTopic returns the pattern that matches the confirmation topics of every locker of a station.
func DoorsReceivedTopic(stationID int64) string {
	return fmt.Sprintf("%s%d/casiers/+/porte/recu", root, stationID)
}

func lockerTopic(stationID, lockerID int64, what string) string {
	return fmt.Sprintf("%s%d/casiers/%d/%s", root, stationID, lockerID, what)
}

// Topic holds the parts of a topic's name.
type Topic struct {
	StationID int64
	LockerID  int64  // 0 for the station itself
	What      string // « presence », « code », « code/recu », « porte », « porte/recu »
}

var errMalformed = errors.New("malformed message")

// ParseTopic reads a topic of this protocol.
func ParseTopic(name string) (Topic, error) {
	rest, ours := strings.CutPrefix(name, root)
	parts := strings.SplitN(rest, "/", 4)
	if !ours || len(parts) < 2 {
		return Topic{}, errMalformed
	}
	topic := Topic{What: parts[1]}
	var err error
	if topic.StationID, err = number(parts[0]); err != nil {
		return Topic{}, err
	}
	if len(parts) == 4 && parts[1] == "casiers" {
		topic.What = parts[3]
		if topic.LockerID, err = number(parts[2]); err != nil {
			return Topic{}, err
		}
	} else if len(parts) != 2 {
		return Topic{}, errMalformed
	}
	return topic, nil
}

func number(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 || strconv.FormatInt(n, 10) != text {
		return 0, errMalformed
	}
	return n, nil
}

const longestSoftware = 60

func (p Presence) check() error {
	if (p.Etat != There && p.Etat != Gone) || utf8.RuneCountInString(p.Logiciel) > longestSoftware ||
		strings.ContainsFunc(p.Logiciel, isControl) {
		return errMalformed
	}
	return nil
}

func (d Door) check() error {
	known := (d.Etat == Open || d.Etat == Closed) && (d.Cause == ByCode || d.Cause == Other)
	if !known || d.Numero <= 0 || d.Instant.IsZero() || (d.Cause == ByCode) != (d.Commande > 0) {
		return errMalformed
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
