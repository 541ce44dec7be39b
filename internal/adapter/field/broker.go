package field

import (
	"crypto/tls"
	"errors"
	"net"
	"net/url"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"
)

// Broker holds how to reach the MQTT broker.
type Broker struct {
	address  *url.URL // without the password, so that no log ever shows it
	Name     string
	Password string
}

var brokerPorts = map[string]string{"mqtt": "1883", "mqtts": "8883", "ws": "80", "wss": "443"}

// ParseBroker reads `mqtt://user:password@host:port`, or the same with `mqtts://`, `ws://` or `wss://`.
func ParseBroker(text string) (Broker, error) {
	address, err := url.Parse(text)
	if err != nil || address.Hostname() == "" || brokerPorts[address.Scheme] == "" {
		// the text may hold a password
		return Broker{}, errors.New("doit être de la forme mqtt://utilisateur:mot-de-passe@hôte:port ou mqtts://…")
	}
	if address.Port() == "" {
		address.Host = net.JoinHostPort(address.Hostname(), brokerPorts[address.Scheme])
	}
	broker := Broker{address: address}
	if address.User != nil {
		broker.Name = address.User.Username()
		broker.Password, _ = address.User.Password()
	}
	address.User = nil
	return broker, nil
}

const (
	keepAlive      = 10 // seconds; short, so that a connection that drops silently is noticed soon
	connectTimeout = 3 * time.Second
	reconnectAfter = time.Second
	returnAfter    = 3 * time.Second // pause before subscribing again after the database failed
	receiveMaximum = 100
	largestMessage = 2048
)

// Config returns the client settings that connect to the broker under that client ID, now and again whenever the
// connection is lost.
func (b Broker) Config(clientID string) autopaho.ClientConfig {
	return autopaho.ClientConfig{
		ServerUrls:                    []*url.URL{b.address},
		ConnectUsername:               b.Name,
		ConnectPassword:               []byte(b.Password),
		TlsCfg:                        &tls.Config{MinVersion: tls.VersionTLS12},
		KeepAlive:                     keepAlive,
		ConnectTimeout:                connectTimeout,
		CleanStartOnInitialConnection: true, // and the broker keeps no session afterwards: see docs/adr/0016
		ReconnectBackoff: func(attempt int) time.Duration {
			if attempt == 0 {
				return reconnectAfter / 10
			}
			return reconnectAfter
		},
		ConnectPacketBuilder: func(packet *paho.Connect, _ *url.URL) (*paho.Connect, error) {
			most, largest := uint16(receiveMaximum), uint32(largestMessage)
			packet.Properties = &paho.ConnectProperties{ReceiveMaximum: &most, MaximumPacketSize: &largest}
			return packet, nil
		},
		ClientConfig: paho.ClientConfig{ClientID: clientID},
	}
}
