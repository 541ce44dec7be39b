package main

import (
	"net"
	"os"
)

// notify tells systemd, where it started this process as Type=notify, what it is about.
// What cannot be told changes nothing for the server: systemd gives up by itself.
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
