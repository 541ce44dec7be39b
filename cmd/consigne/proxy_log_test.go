package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/testenv"
)

// The log format that the shipped HAProxy configuration offers shows requests, but none of the tokens that some calls
// carry in their address.
func TestHAProxyLogsNoToken(t *testing.T) {
	node := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(node.Close)
	shipped, err := filepath.Abs("../../deploy/haproxy")
	must(t, err)
	config := filepath.Join(t.TempDir(), "haproxy.cfg")
	text := strings.NewReplacer("# log ", "log ", "# log-format ", "log-format ", "# http-request set-var(txn.path)",
		"http-request set-var(txn.path)").
		Replace(read(t, filepath.Join(shipped, "haproxy.cfg")))
	must(t, os.WriteFile(config, []byte(text), 0o600))

	address := freeAddress(t)
	log := &lockedText{}
	proxy := exec.Command(testenv.Program(t, "haproxy"), "-db", "-f", config)
	proxy.Stdout = log
	proxy.Env = append(os.Environ(), "CONSIGNE_HAPROXY_DIR="+shipped, "CONSIGNE_HAPROXY_BIND="+address,
		"CONSIGNE_NODE1="+node.Listener.Addr().String(), "CONSIGNE_NODE2="+node.Listener.Addr().String())
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	stop := sync.OnceFunc(func() {
		_ = proxy.Process.Kill()
		_ = proxy.Wait()
	})
	t.Cleanup(stop)

	for _, path := range []string{
		"/healthz", // until it listens
		"/api/token/refresh?refreshToken=secret-1",
		"/api/paiements/exportation/format/csv/secret-2",
		"/api/usages/exportation/exploitant/3/format/csv/secret-3?x=secret-4",
		"/api/usages/exportation/exploitant/3/format/xlsx/secret-6?x=secret-7",
		"/nouveau-mot-de-passe?jeton=secret-5",
		"/api/ouvert/sceaux/1?jeton=secret-8",
		"/derniere",
	} {
		var response *http.Response
		for range 100 {
			if response, err = http.Get("http://" + address + path); err == nil {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		must(t, err)
		must(t, response.Body.Close())
	}
	for range 100 {
		if strings.Contains(log.String(), "GET /derniere") {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	stop()
	for _, line := range []string{
		"GET /api/token/refresh\n", "GET /api/paiements/exportation/format/csv/\n",
		"GET /api/usages/exportation/exploitant/3/format/csv/\n",
		"GET /api/usages/exportation/exploitant/3/format/xlsx/\n",
		"GET /nouveau-mot-de-passe\n", "GET /api/ouvert/sceaux/1\n", "GET /derniere\n",
	} {
		if !strings.Contains(log.String(), line) {
			t.Errorf("%q is not in the log", line)
		}
	}
	if strings.Contains(log.String(), "secret-") {
		t.Errorf("a token is in the log:\n%s", log)
	}
}
