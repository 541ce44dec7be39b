// Package field speaks MQTT 5 with the controllers of the stations (docs/field.md): it
// tells them the codes, and hears how they and their doors are.
//
// A message may be lost with a node, the broker or the line, and may come twice. So
// whatever matters is sent again until the other side says that it keeps it, and
// hearing it twice is the same as once.
package field

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Presence is what a controller says of itself each minute, and leaves as its last will.
type Presence struct {
	Etat     string `json:"etat"`
	Logiciel string `json:"logiciel,omitempty"`
}

// The states of a controller, and of a door; and why a door opened.
const (
	There  = "present"
	Gone   = "absent"
	Open   = "ouverte"
	Closed = "fermee"
	ByCode = "code"
	Other  = "autre"
)

// Code is what a controller lets open a locker, once.
type Code struct {
	Commande int64     `json:"commande"`
	Code     string    `json:"code"`
	Expire   time.Time `json:"expire"`
}

// CodeReceived says that the controller has a code.
type CodeReceived struct {
	Commande int64 `json:"commande"`
}

// Door says that a door moved.
type Door struct {
	Numero   int64     `json:"numero"` // of the controller's choice, to know its receipt
	Etat     string    `json:"etat"`
	Instant  time.Time `json:"instant"`
	Cause    string    `json:"cause"`
	Commande int64     `json:"commande,omitempty"` // of the code that opened it
}

// DoorReceived says that the server needs a door's event no more.
type DoorReceived struct {
	Numero int64 `json:"numero"`
}

const root = "consigne/v1/stations/"

// PresenceTopic is where a station's controller is heard.
func PresenceTopic(stationID int64) string { return fmt.Sprintf("%s%d/presence", root, stationID) }

// CodeTopic is where a locker's codes are told.
func CodeTopic(stationID, lockerID int64) string { return lockerTopic(stationID, lockerID, "code") }

// CodesTopic is all those of a station.
func CodesTopic(stationID int64) string { return fmt.Sprintf("%s%d/casiers/+/code", root, stationID) }

// CodeReceivedTopic is where the controller says that it has a code.
func CodeReceivedTopic(stationID, lockerID int64) string {
	return lockerTopic(stationID, lockerID, "code/recu")
}

// DoorTopic is where a door's events are told.
func DoorTopic(stationID, lockerID int64) string { return lockerTopic(stationID, lockerID, "porte") }

// DoorReceivedTopic is where the server says that it keeps an event.
func DoorReceivedTopic(stationID, lockerID int64) string {
	return lockerTopic(stationID, lockerID, "porte/recu")
}

// DoorsReceivedTopic is all those of a station.
func DoorsReceivedTopic(stationID int64) string {
	return fmt.Sprintf("%s%d/casiers/+/porte/recu", root, stationID)
}

func lockerTopic(stationID, lockerID int64, what string) string {
	return fmt.Sprintf("%s%d/casiers/%d/%s", root, stationID, lockerID, what)
}

// Topic is what a topic names.
type Topic struct {
	StationID int64
	LockerID  int64  // 0: the station itself
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
	if (p.Etat != There && p.Etat != Gone) || utf8.RuneCountInString(p.Logiciel) > longestSoftware || strings.ContainsFunc(p.Logiciel, isControl) {
		return errMalformed
	}
	return nil
}

func (d Door) check() error {
	known := (d.Etat == Open || d.Etat == Closed) && (d.Cause == ByCode || d.Cause == Other)
	if !known || d.Numero <= 0 || d.Instant.Year() < 2000 || (d.Cause == ByCode) != (d.Commande > 0) {
		return errMalformed
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
