package main

import (
	"net"
	"os"
)

// notify tells systemd the state of this process, if systemd started it as Type=notify. Errors are ignored: without
// news, systemd itself gives up on the service.
func notify(state string) {
	socket := os.Getenv("NOTIFY_SOCKET")
	if socket == "" {
		return
	}
	connection, err := net.Dial("unixgram", socket)
	if err != nil {
		return
	}
	defer func() { _ = connection.Close() }()
	_, _ = connection.Write([]byte(state))
}
