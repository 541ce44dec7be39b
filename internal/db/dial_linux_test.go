package db

import (
	"net"
	"testing"

	"golang.org/x/sys/unix"
)

// A connection to PostgreSQL is ended when nothing that was sent is acknowledged, also while nobody waits for it.
func TestASilentConnectionEnds(t *testing.T) {
	t.Parallel()
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Close() }()
	d, err := Open("postgres://127.0.0.1/base")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	conn, err := d.config.DialFunc(t.Context(), "tcp", server.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		t.Fatalf("%T", conn)
	}
	socket, err := tcp.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	option := func(level, name int) (value int) {
		failed := socket.Control(func(fd uintptr) { value, err = unix.GetsockoptInt(int(fd), level, name) })
		if failed != nil || err != nil {
			t.Fatal(failed, err)
		}
		return value
	}
	if after := option(unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT); after != 10_000 {
		t.Errorf("after %d ms", after)
	}
	if option(unix.SOL_SOCKET, unix.SO_KEEPALIVE) == 0 {
		t.Error("an idle connection is never tried")
	}
}
