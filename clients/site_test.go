package clients

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"

	"consigne/clients/consigne"
)

// site is the real binary with the demonstration's data.
type site struct {
	url string
	key string // with the rights of a manager at operator 1, and for the field
}

var keyPattern = regexp.MustCompile(`ck_\S+`)

// serve starts bin/consigne in a folder of its own; the test's end stops it.
func serve(t *testing.T) site {
	t.Helper()
	binary, err := filepath.Abs("../bin/consigne")
	must(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address := listener.Addr().String()
	must(t, listener.Close())
	s := site{url: "http://" + address}
	command := exec.Command(binary, "serve", "--demo")
	command.Dir, command.Stderr = t.TempDir(), io.Discard
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "CONSIGNE_LISTEN=" + address, "CONSIGNE_PUBLIC_URL=" + s.url, "CONSIGNE_TILES_URL=aucun", "CONSIGNE_WEBHOOK_PRIVATE=1"}
	printed, err := command.StdoutPipe()
	must(t, err)
	if err := command.Start(); err != nil {
		t.Fatalf("%v: run « make build » first", err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
	})
	lines := bufio.NewScanner(printed)
	for field := ""; s.key == "" && lines.Scan(); { // the second key that is printed; the first is for the field alone
		if key := keyPattern.FindString(lines.Text()); field == "" {
			field = key
		} else {
			s.key = key
		}
	}
	if s.key == "" {
		t.Fatal("no key was printed")
	}
	go func() { _, _ = io.Copy(io.Discard, printed) }()
	await(t, func(ctx context.Context) (any, bool) {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/readyz", nil)
		must(t, err)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return nil, false
		}
		return nil, response.Body.Close() == nil && response.StatusCode == http.StatusOK
	})
	return s
}

// client returns a client that sends this key or token.
func (s site) client(t *testing.T, bearer string) *consigne.ClientWithResponses {
	t.Helper()
	client, err := consigne.NewClientWithResponses(s.url, consigne.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		if bearer != "" {
			request.Header.Set("Authorization", "Bearer "+bearer)
		}
		return nil
	}))
	must(t, err)
	return client
}

// session signs in as an administrator of the demonstration.
func (s site) session(t *testing.T) string {
	t.Helper()
	got, err := s.client(t, "").LoginWithResponse(t.Context(), consigne.Credentials{Username: new("admin@consigne.test"), Password: new("Consigne-demo-2026")})
	opened, err := made(t, got, err).JSON200.AsTokens()
	must(t, err)
	return opened.Token
}

// made returns an answer of the client, and ends the test if it is a refusal.
func made[A interface{ StatusCode() int }](t *testing.T, got A, err error) A {
	t.Helper()
	must(t, err)
	if got.StatusCode() >= http.StatusBadRequest {
		t.Fatalf("%d: %+v", got.StatusCode(), got)
	}
	return got
}

// await asks until the answer is the one awaited, at most for half a minute.
func await[A any](t *testing.T, ask func(context.Context) (A, bool)) A {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for {
		if got, done := ask(ctx); done {
			return got
		}
		select {
		case <-ctx.Done():
			t.Fatal("waited in vain")
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
