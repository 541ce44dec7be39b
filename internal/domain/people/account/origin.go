package account

import (
	"strings"

	"github.com/mileusna/useragent"

	"consigne/internal/kernel/network"
)

// Caller is where a call comes from, as its request says.
type Caller struct {
	Address string
	Agent   string // the User-Agent; anybody may write anything there
}

// Way is a way to sign in, as written on the wire.
type Way string

// The ways. A second factor after one of them does not change it.
const (
	ByPassword Way = "mot-de-passe" //nolint:gosec // G101: no credential, but a way
	ByPasskey  Way = "cle-acces"    //nolint:gosec // same
	ByProvider Way = "fournisseur"
)

// Origin describes how a session was opened, from which device and network. It holds no more than what people are
// shown.
type Origin struct {
	Way      Way
	Provider string // the name on its button, with ByProvider
	Device   string // in French; empty: not known
	Network  string // empty: not known
}

// origin returns the origin of a session that the caller opens in that way.
func (c Caller) origin(way Way, provider string) Origin {
	return Origin{Way: way, Provider: provider, Device: deviceOf(c.Agent), Network: network.Wide(c.Address)}
}

// noBrowser is the device of a User-Agent that no browser sends.
const noBrowser = "Application ou script"

// longestAgent is the length up to which a User-Agent is read. Those of browsers have less than 300 bytes.
const longestAgent = 512

// The browsers and systems that are shown, by their names in the library. Any other name comes from the caller, who
// may have made it up.
var (
	browsers = map[string]string{
		useragent.Firefox: "Firefox", useragent.Chrome: "Chrome", useragent.HeadlessChrome: "Chrome", useragent.Edge: "Edge",
		useragent.Safari: "Safari", useragent.Opera: "Opera", useragent.OperaMini: "Opera", useragent.OperaTouch: "Opera",
		useragent.Vivaldi: "Vivaldi", useragent.SamsungBrowser: "Samsung Internet", "Huawei Browser": "Huawei Browser",
		useragent.InternetExplorer: "Internet Explorer",
	}
	systems = map[string]string{
		useragent.Windows: "Windows", useragent.MacOS: "macOS", useragent.Linux: "Linux", useragent.ChromeOS: "ChromeOS",
		useragent.FreeBSD: "FreeBSD", useragent.Android: "Android", useragent.Harmony: "HarmonyOS",
	}
)

// deviceOf returns the browser and system of a User-Agent, in French.
func deviceOf(agent string) string {
	read := useragent.Parse(strings.ToValidUTF8(agent[:min(len(agent), longestAgent)], ""))
	browser := browsers[read.Name]
	switch {
	case browser == "":
		return noBrowser
	case read.OS == useragent.IOS:
		return browser + " sur " + read.Device
	case systems[read.OS] == "":
		return browser
	}
	return browser + " sous " + systems[read.OS]
}
