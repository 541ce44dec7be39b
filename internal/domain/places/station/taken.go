package station

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// taken maps the names and the ports of cards that the lockers of a station have to the words for their owner, as « du
// casier A1 » (docs/rules.md#stations).
type taken struct{ names, ports map[string]string }

// takenAt returns what the lockers of a station have, without the one with that id.
func takenAt(st Station, lockers []Locker, except int64) taken {
	t := taken{names: map[string]string{}, ports: map[string]string{}}
	article := "du casier "
	if st.Kind != Individual {
		article = "de l'espace "
	}
	for _, l := range lockers {
		if l.ID != except {
			t.add(l, article+l.Name)
		}
	}
	return t
}

// add notes what a locker has.
func (t taken) add(l Locker, owner string) {
	t.names[text.Fold(l.Name)] = owner
	for key := range l.portKeys() {
		t.ports[key] = owner
	}
}

// check returns the violations of a locker that takes the name or a port of another.
func (t taken) check(l Locker) fault.Broken {
	var broken fault.Broken
	if owner := t.names[text.Fold(l.Name)]; owner != "" {
		broken.Unless(false, "nom", "Ce nom est déjà celui "+owner)
	}
	keys := l.portKeys()
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if owner := t.ports[key]; owner != "" {
			broken.Unless(false, "stationCartePort",
				fmt.Sprintf("Le port %s de cette carte est déjà celui %s", keys[key], owner))
		}
	}
	return broken
}

// takesOther reports whether a locker has another name or other ports than before. One that had those of another before
// that was refused can still be changed otherwise.
func (l Locker) takesOther(before Locker) bool {
	return l.Name != before.Name || l.CardAddress != before.CardAddress || l.CardPorts != before.CardPorts
}

// portKeys maps what identifies each port of the locker's card to its number as typed. Ports 1 and 01 are the same.
func (l Locker) portKeys() map[string]string {
	keys := map[string]string{}
	for port := range strings.SplitSeq(l.CardPorts, ",") {
		if port != "" {
			keys[text.Fold(l.CardAddress)+"\x00"+strings.TrimLeft(port, "0")] = port
		}
	}
	return keys
}
