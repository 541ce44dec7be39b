package webhook_test

import (
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"consigne/internal/adapter/outgoing/nametest"
	caller "consigne/internal/adapter/webhook"
	"consigne/internal/domain/machines/webhook"
)

func request(address string) webhook.Request {
	return webhook.Request{
		Address: address, ID: "evt_1", Body: `{"type":"consigne.test"}`, Signature: "v1,x",
		At: time.Unix(1774958400, 0),
	}
}

// counting is a server that counts its connections.
func counting(t *testing.T, start func(*httptest.Server), handler http.Handler) (*httptest.Server, *atomic.Int64) {
	t.Helper()
	connections := &atomic.Int64{}
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	start(server)
	t.Cleanup(server.Close)
	return server, connections
}

func ok(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

// No private or reserved address is connected to, however it is written.
func TestNothingGoesToPrivateAddresses(t *testing.T) {
	t.Parallel()
	server, connections := counting(t, (*httptest.Server).StartTLS, http.HandlerFunc(ok))
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	client := caller.New("test", caller.Options{})
	for _, host := range []string{
		"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "0.0.0.0", "[::]", "localhost",
		"2130706433", "0x7f000001", "017700000001", "127.1", "0177.0.0.1",
		"169.254.169.254", "10.0.0.1", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fe80::1]", "[fd00:ec2::254]", "100.64.0.1",
	} {
		answer := client.Send(t.Context(), request("https://"+host+":"+port))
		if answer.Status != 0 || answer.Problem != webhook.Forbidden && answer.Problem != webhook.Unresolved {
			t.Errorf("%s: %+v", host, answer)
		}
	}
	if connections.Load() != 0 {
		t.Errorf("%d connections", connections.Load())
	}
}

// Nothing goes in clear, whatever the database holds.
func TestNothingGoesInClear(t *testing.T) {
	t.Parallel()
	client := caller.New("test", caller.Options{})
	if answer := client.Send(t.Context(), request("http://8.8.8.8/")); answer.Problem != webhook.Forbidden {
		t.Errorf("%+v", answer)
	}
}

// Nothing is connected to by a name that leads to this machine, whatever it led to when it was saved.
func TestANameThatLeadsHere(t *testing.T) {
	t.Parallel()
	server, connections := counting(t, (*httptest.Server).StartTLS, http.HandlerFunc(ok))
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	resolver := nametest.LeadingTo(t, [4]byte{127, 0, 0, 1})
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	client := caller.New("test", caller.Options{Resolver: resolver, Roots: roots})
	if answer := client.Send(t.Context(), request("https://example.com:"+port)); answer.Problem != webhook.Forbidden ||
		connections.Load() != 0 {
		t.Errorf("%+v, %d connections", answer, connections.Load())
	}
	trusting := caller.New("test", caller.Options{Private: true, Resolver: resolver, Roots: roots})
	if answer := trusting.Send(t.Context(), request("https://example.com:"+port)); answer.Problem != webhook.NoProblem ||
		connections.Load() != 1 {
		t.Errorf("the same with private addresses allowed: %+v", answer)
	}
}

// Redirects are not followed, and a proxy of the environment is not used.
func TestNothingGoesElsewhere(t *testing.T) {
	elsewhere, connections := counting(t, (*httptest.Server).Start, http.HandlerFunc(ok))
	for _, variable := range []string{"HTTP_PROXY", "http_proxy", "ALL_PROXY"} {
		t.Setenv(variable, elsewhere.URL)
	}
	client := caller.New("test", caller.Options{Private: true})
	for _, status := range []int{301, 302, 303, 307, 308} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", elsewhere.URL+"/latest/meta-data/")
			w.WriteHeader(status)
		}))
		if answer := client.Send(t.Context(), request(server.URL)); answer.Problem != webhook.Redirected ||
			answer.Status != status {
			t.Errorf("%d: %+v", status, answer)
		}
		server.Close()
	}
	// A host of the environment's proxy rules that is not this machine, which no proxy is ever used for.
	if answer := client.Send(t.Context(), request("http://consigne.invalid/")); answer.Problem != webhook.Unresolved {
		t.Errorf("a name that does not exist: %+v", answer)
	}
	if connections.Load() != 0 {
		t.Errorf("%d connections elsewhere", connections.Load())
	}
}

// raw serves each connection by act.
func raw(t *testing.T, act func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var open sync.WaitGroup
	t.Cleanup(func() { _ = listener.Close(); open.Wait() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			open.Go(func() {
				defer func() { _ = conn.Close() }()
				_, _ = conn.Read(make([]byte, 4096))
				act(conn)
			})
		}
	}()
	return "http://" + listener.Addr().String()
}

// drip writes a text a byte at a time, until it is cut.
func drip(conn net.Conn, text string, every time.Duration) {
	for i := range text {
		if _, err := conn.Write([]byte{text[i]}); err != nil {
			return
		}
		time.Sleep(every)
	}
}

// Whatever a receiver does, a call ends in time, and holds little of what it was sent.
func TestHostileReceivers(t *testing.T) {
	t.Parallel()
	client := caller.New("test", caller.Options{Private: true})
	const head = "HTTP/1.1 200 OK\r\n"
	for what, c := range map[string]struct {
		act     func(net.Conn)
		problem webhook.Problem
		within  time.Duration
	}{
		"hangs": {func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }, webhook.TimedOut, 11 * time.Second},
		"drips its headers": {func(conn net.Conn) {
			drip(conn, head+"X: "+strings.Repeat("a", 300), 100*time.Millisecond)
		}, webhook.TimedOut, 11 * time.Second},
		"drips its body": {func(conn net.Conn) {
			_, _ = io.WriteString(conn, head+"\r\n")
			drip(conn, strings.Repeat("a", 300), 100*time.Millisecond)
		}, webhook.NoProblem, 3 * time.Second},
		"sends an endless body": {func(conn net.Conn) {
			_, err := io.WriteString(conn, head+"\r\n")
			for err == nil {
				_, err = io.WriteString(conn, strings.Repeat("a", 4096))
			}
		}, webhook.NoProblem, 3 * time.Second},
		"sends endless headers": {func(conn net.Conn) {
			_, err := io.WriteString(conn, head)
			for i := 0; err == nil; i++ {
				_, err = fmt.Fprintf(conn, "X-%d: %s\r\n", i, strings.Repeat("a", 1000))
			}
		}, webhook.BadAnswer, 3 * time.Second},
		"closes without an answer": {func(net.Conn) {}, webhook.Unreachable, 3 * time.Second},
		"closes within its headers": {func(conn net.Conn) {
			_, _ = io.WriteString(conn, head+"X: a")
		}, webhook.Unreachable, 3 * time.Second},
		"closes within its body": {func(conn net.Conn) {
			_, _ = io.WriteString(conn, head+"Content-Length: 100\r\n\r\nabc")
		}, webhook.NoProblem, 3 * time.Second},
		"speaks another language": {
			func(conn net.Conn) { _, _ = io.WriteString(conn, "220 smtp\r\n") }, webhook.BadAnswer,
			3 * time.Second,
		},
		"sends what no text holds": {func(conn net.Conn) {
			_, _ = io.WriteString(conn, head+"Content-Length: 4\r\n\r\na\x00\xffb")
		}, webhook.NoProblem, 3 * time.Second},
	} {
		address := raw(t, c.act)
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			answer := client.Send(t.Context(), request(address))
			if answer.Problem != c.problem || time.Since(began) > c.within || len([]rune(answer.Body)) > 1024 ||
				!utf8.ValidString(answer.Body) || strings.Contains(answer.Body, "\x00") {
				t.Errorf("%+v after %s", answer, time.Since(began))
			}
		})
	}
}

// A certificate that nobody vouches for is refused, and so is a server that speaks no TLS.
func TestCertificatesAreChecked(t *testing.T) {
	t.Parallel()
	secure, _ := counting(t, (*httptest.Server).StartTLS, http.HandlerFunc(ok))
	plain, _ := counting(t, (*httptest.Server).Start, http.HandlerFunc(ok))
	client := caller.New("test", caller.Options{Private: true})
	for _, address := range []string{secure.URL, strings.Replace(plain.URL, "http:", "https:", 1)} {
		if answer := client.Send(t.Context(), request(address)); answer.Problem != webhook.BadTLS {
			t.Errorf("%s: %+v", address, answer)
		}
	}
}

func TestRetryAfterIsRead(t *testing.T) {
	t.Parallel()
	client := caller.New("test", caller.Options{Private: true})
	for header, want := range map[string]time.Duration{
		"": 0, "120": 2 * time.Minute, "-5": 0, "soon": 0, "99999999999": 0,
		time.Unix(1774958400, 0).Add(time.Hour).UTC().Format(http.TimeFormat): time.Hour, "Mon, 02 Jan 2006 15:04:05 GMT": 0,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", header)
			w.WriteHeader(http.StatusServiceUnavailable)
		}))
		if answer := client.Send(t.Context(), request(server.URL)); answer.RetryAfter != want ||
			answer.Problem != webhook.BadStatus {
			t.Errorf("%q: %+v", header, answer)
		}
		server.Close()
	}
}
