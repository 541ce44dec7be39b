package storetest

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// Link is a network proxy between a test and its PostgreSQL server that can be cut or frozen.
type Link struct {
	address string // of the server
	open    net.Listener

	mu         sync.Mutex
	down       bool
	loseCommit bool
	thawed     chan struct{} // closed unless the link is frozen
	conns      []net.Conn
}

// NewLink returns a link to the server at the address, and the address of the link.
func NewLink(t testing.TB, address string) (*Link, string) {
	t.Helper()
	through, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	open, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &Link{address: through.Host, open: open, thawed: make(chan struct{})}
	close(l.thawed)
	through.Host = open.Addr().String()
	t.Cleanup(func() {
		_ = open.Close()
		l.Down()
	})
	go l.accept()
	return l, through.String()
}

// Down closes every connection and refuses new ones.
func (l *Link) Down() {
	l.Thaw()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down, l.loseCommit = true, false
	for _, conn := range l.conns {
		_ = conn.Close()
	}
	l.conns = nil
}

// Up accepts connections again.
func (l *Link) Up() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = false
}

// Freeze holds all data back, as a stopped server or a cut cable does.
func (l *Link) Freeze() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.thawed = make(chan struct{})
}

// Thaw lets data pass again after Freeze.
func (l *Link) Thaw() {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.thawed:
	default:
		close(l.thawed)
	}
}

// LoseCommit takes the link down when the server reports the next commit, so that the client never
// gets the report.
func (l *Link) LoseCommit() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.loseCommit = true
}

func (l *Link) accept() {
	for {
		client, err := l.open.Accept()
		if err != nil {
			return
		}
		go func() {
			server, err := net.Dial("tcp", l.address)
			l.mu.Lock()
			defer l.mu.Unlock()
			if err != nil || l.down {
				_ = client.Close()
				if err == nil {
					_ = server.Close()
				}
				return
			}
			l.conns = append(l.conns, client, server)
			go l.pass(server, client, true)
			go l.pass(client, server, false)
		}()
	}
}

func (l *Link) pass(to io.WriteCloser, from io.ReadCloser, ofClient bool) {
	defer func() {
		_ = to.Close()
		_ = from.Close()
	}()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		l.mu.Lock()
		thawed := l.thawed
		committed := !ofClient && l.loseCommit && bytes.Contains(buffer[:n], []byte("COMMIT"))
		l.mu.Unlock()
		<-thawed
		if committed { // the report is dropped
			l.Down()
			return
		}
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
