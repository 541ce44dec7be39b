package webhook

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
	"consigne/internal/kernel/text"
)

const (
	longestLabel   = 100
	longestAddress = 2000
	// MostEndpoints is how many endpoints an operator may have.
	MostEndpoints = 10
)

const (
	msgAddress  = "L'adresse s'écrit comme «\u00a0https://exemple.fr/notifications\u00a0», sans nom d'utilisateur ni «\u00a0#\u00a0»."
	msgHost     = "Le nom du serveur s'écrit en lettres sans accent, chiffres, points et tirets."
	msgNumeric  = "Une adresse IP s'écrit en quatre nombres décimaux, comme «\u00a0198.41.0.4\u00a0»."
	msgPrivate  = "Cette adresse est celle d'un réseau privé ou réservé\u00a0: rien ne peut y être envoyé."
	msgTooMany  = "Un exploitant a dix notifications sortantes au plus."
	msgInactive = "Cette notification est désactivée ou suspendue\u00a0: activez-la d'abord."
)

// Validate cleans what was typed, and refuses what breaks a rule (docs/rules.md#webhooks). private allows http and
// addresses of private networks.
func (e Endpoint) Validate(private bool) (Endpoint, error) {
	var broken fault.Broken
	broken.Line("libelle", &e.Label)
	broken.Unless(e.Label != "", "libelle", "Veuillez donner un libellé.")
	broken.Unless(utf8.RuneCountInString(e.Label) <= longestLabel, "libelle",
		"Le libellé ne peut dépasser 100 caractères.")
	e.Address = text.Clean(e.Address)
	if message := wrongAddress(e.Address, private); message != "" {
		broken.Unless(false, "adresse", message)
	}
	broken.Unless(len(e.Events) > 0, "evenements", "Choisissez au moins un événement.")
	broken.Unless(!slices.ContainsFunc(e.Events, func(t Type) bool { return !t.Known() }), "evenements",
		"Cet événement n'est pas connu.")
	// once each, in order
	e.Events = slices.DeleteFunc(Types(), func(t Type) bool { return !slices.Contains(e.Events, t) })
	return e, broken.Err()
}

// wrongAddress returns why nothing can be sent to an address; empty: something can, as far as its text tells.
func wrongAddress(address string, private bool) string {
	if utf8.RuneCountInString(address) > longestAddress {
		return "L'adresse ne peut dépasser 2\u202f000 caractères."
	}
	parsed, err := url.Parse(address)
	switch {
	case err != nil || !text.IsLine(address) || parsed.Host == "" || parsed.Opaque != "" || parsed.User != nil ||
		strings.Contains(address, "#"):
		return msgAddress
	case parsed.Scheme != "https" && (parsed.Scheme != "http" || !private):
		return msgAddress
	}
	if port := parsed.Port(); port != "" {
		if number, err := strconv.ParseUint(port, 10, 16); err != nil || number == 0 {
			return msgAddress
		}
	} else if strings.HasSuffix(parsed.Host, ":") {
		return msgAddress
	}
	return wrongHost(parsed.Hostname(), private)
}

func wrongHost(host string, private bool) string {
	switch network.KindOfHost(host) {
	case network.WrongHost:
		return msgHost
	case network.NumericHost:
		return msgNumeric
	case network.PrivateHost, network.NowhereHost:
		if !private {
			return msgPrivate
		}
	case network.PublicHost:
	}
	return ""
}
